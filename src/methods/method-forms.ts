import type { FieldProblem, FormContext, MethodForm } from '../ui/method-form.ts';
import type { FormMaker } from './create-form.ts';
import type { FieldsMethod, FormParts, PaymentMethod } from './payment-method.ts';

/** The methods on offer with their forms: each is made once, and what was typed into it stays while others are shown. */
export class MethodForms {
  methods: readonly PaymentMethod[] = [];
  /** The type that is chosen as long as the payer has chosen nothing, or `none`; otherwise the first on offer is. */
  preselect: string | undefined;
  /** Whether something else than a method can be chosen, too. */
  hasOthers = false;
  readonly #parts: FormParts;
  readonly #forms = new Map<PaymentMethod, MethodForm>();
  readonly #failed = new Set<PaymentMethod>();
  readonly #fetchMaker: () => Promise<FormMaker>;
  #make: FormMaker | undefined;
  #fetching: Promise<void> | undefined;
  #chosen: string | undefined;

  constructor(parts: FormParts, fetchMaker: () => Promise<FormMaker>) {
    this.#parts = parts;
    this.#fetchMaker = fetchMaker;
  }

  /** The chosen method, else the one that the page or an earlier payment prefers, else the first on offer. */
  get selected(): PaymentMethod | undefined {
    const find = (wanted: string | undefined) => this.methods.find(({ type }) => type === wanted);
    const isLeftOpen = this.preselect === 'none' && (this.hasOthers || this.methods.length > 1);
    return find(this.#chosen) ?? find(this.preselect) ?? (isLeftOpen ? undefined : this.methods[0]);
  }

  /** The chosen method's form, once it is there. */
  get form(): MethodForm | undefined {
    return this.selected && this.#forms.get(this.selected);
  }

  /** Whether the chosen method's form could not be loaded; `retry` and choosing it again try again. */
  get isMissing(): boolean {
    return this.selected !== undefined && this.#failed.has(this.selected);
  }

  offer(methods: readonly PaymentMethod[]): void {
    this.methods = methods;
    this.#load();
  }

  /** Chooses a method, and tries again to load its form where that went wrong. */
  choose(type: string | undefined): void {
    this.#chosen = type;
    this.#failed.clear();
    this.#load();
  }

  /** Something was filled in: another list of methods does not lead to another form. */
  stay(): void {
    this.#chosen = this.selected?.type;
  }

  /** All forms made so far, in the order of their making: each keeps its place on the page. */
  get made(): MethodForm[] {
    return [...this.#forms.values()];
  }

  retry(): void {
    this.choose(this.#chosen);
    this.#parts.update();
  }

  problems(context: FormContext): FieldProblem[] {
    return this.form?.problems(context) ?? [];
  }

  /** Single-use tokens and card data go, in every form. */
  clearSecrets(): void {
    for (const form of this.#forms.values()) form.spent();
  }

  /** All that was typed goes, in every form. */
  forget(): void {
    for (const form of this.#forms.values()) form.reset();
  }

  /** The method of before is no longer the chosen one. */
  unchoose(): void {
    this.#chosen = undefined;
  }

  /** Fetches what forms of plain fields have in common, once there is such a method: choosing one then moves nothing. */
  fetchAhead(): Promise<void> {
    if (this.#make || this.methods.every((method) => 'createForm' in method)) return Promise.resolve();
    return (this.#fetching ??= this.#fetchMaker()
      .then((make) => void (this.#make = make))
      .finally(() => (this.#fetching = undefined)));
  }

  #load(): void {
    const method = this.selected;
    if (!method || this.#forms.has(method) || this.#failed.has(method)) return;
    if ('createForm' in method) this.#forms.set(method, method.createForm(this.#parts));
    else if (this.#make) this.#forms.set(method, this.#make(method));
    else void this.#await(method);
  }

  async #await(method: FieldsMethod): Promise<void> {
    try {
      await this.fetchAhead();
      this.#load();
    } catch {
      this.#failed.add(method);
    }
    this.#parts.update();
  }
}
