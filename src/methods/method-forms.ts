import type { FieldProblem, FormContext, MethodForm } from '../ui/method-form.ts';
import type { FormParts, PaymentMethod } from './payment-method.ts';

/** The methods on offer with their forms: each is made once, and what was typed into it stays while others are shown. */
export class MethodForms {
  readonly #parts: FormParts;
  readonly #forms = new Map<PaymentMethod, MethodForm>();
  readonly #failed = new Set<PaymentMethod>();
  #methods: readonly PaymentMethod[] = [];
  #chosen: string | undefined;

  constructor(parts: FormParts) {
    this.#parts = parts;
  }

  get methods(): readonly PaymentMethod[] {
    return this.#methods;
  }

  /** The chosen method, else the first on offer. */
  get selected(): PaymentMethod | undefined {
    return this.#methods.find(({ type }) => type === this.#chosen) ?? this.#methods[0];
  }

  /** The chosen method's form, once it is there. */
  get form(): MethodForm | undefined {
    return this.selected && this.#forms.get(this.selected);
  }

  /** Whether the chosen method's form could not be loaded; choosing it again tries again. */
  get isMissing(): boolean {
    return this.selected !== undefined && this.#failed.has(this.selected);
  }

  offer(methods: readonly PaymentMethod[]): void {
    this.#methods = methods;
    this.#load();
  }

  choose(type: string): void {
    this.#chosen = type;
    this.#load();
  }

  /** All forms made so far with their method, so that hidden ones keep their controls. */
  get made(): [PaymentMethod, MethodForm][] {
    return [...this.#forms];
  }

  check(context: FormContext): FieldProblem[] {
    return this.form?.check(context) ?? [];
  }

  /** Single-use tokens and card data go, in every form. */
  clearSecrets(): void {
    for (const form of this.#forms.values()) form.spent();
  }

  reset(): void {
    for (const form of this.#forms.values()) form.reset();
    this.#chosen = undefined;
  }

  #load(): void {
    const method = this.selected;
    if (!method || this.#forms.has(method)) return;
    this.#failed.delete(method);
    const made = method.createForm(this.#parts);
    if (!(made instanceof Promise)) return void this.#forms.set(method, made);
    made.then(
      (form) => {
        if (!this.#forms.has(method)) this.#forms.set(method, form);
        this.#parts.update();
      },
      () => {
        this.#failed.add(method);
        this.#parts.update();
      },
    );
  }
}
