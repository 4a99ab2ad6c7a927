import { cutText } from '../../domain/cut-text.ts';
import type { ChallengePlan, PlannedForm } from './challenge-plan.ts';
import { permissions } from './challenge-shell.ts';

export interface ShellWords {
  /** Title of the frames. */
  title: string;
  /** On the button of a form that the payer fills in. */
  send: string;
  locale: string;
}

/** Of the name of a question, which is all that is drawn of a fragment: lines of some scripts take the square of their length. */
const maxNameLength = 60;

// A shop's policy may forbid style attributes; it never forbids this.
const style = (element: HTMLElement, rules: Partial<CSSStyleDeclaration>): unknown =>
  Object.assign(element.style, rules);

/**
 * Puts a plan into the empty shell, sends the forms that need nothing from the payer, and gives the frames in the plan's
 * order. Every node is made here; of the fragment there are only values.
 */
export function buildChallenge(shell: Document, plan: ChallengePlan, words: ShellWords): HTMLIFrameElement[] {
  const { documentElement: root, body } = shell;
  root.lang = words.locale;
  style(root, { height: '100%', background: '#fff' });
  style(body, { display: 'flex', flexDirection: 'column', height: '100%', margin: '0' });

  const frames = plan.frames.map((src) => makeFrame(shell, words.title, src));
  const forms = plan.forms.map((form) => ({ ...form, node: makeForm(shell, form, frames[form.frame], words) }));
  body.append(...forms.map(({ node }) => node), ...frames);
  for (const { node, questions } of forms) {
    // A field called `submit` hides the form's own method.
    if (questions.length === 0) HTMLFormElement.prototype.submit.call(node);
  }
  return frames;
}

function makeFrame(shell: Document, title: string, src: string | undefined): HTMLIFrameElement {
  const frame = shell.createElement('iframe');
  // Of its own: the fragment's name could be that of another window of the page.
  frame.name = `pay-checkout-${Math.random().toString(36).slice(2)}`;
  frame.title = title;
  frame.allow = permissions;
  style(frame, { display: 'block', flex: '1 0 min(100%, 500px)', width: '100%', border: '0' });
  if (src) frame.src = src;
  return frame;
}

function makeForm(
  shell: Document,
  form: PlannedForm,
  frame: HTMLIFrameElement | undefined,
  { send }: ShellWords,
): HTMLFormElement {
  const node = shell.createElement('form');
  const { action, method, encoding: enctype } = form;
  // Before there are fields, whose names could hide the form's properties.
  for (const [name, value] of Object.entries({ action, method, enctype, target: frame?.name ?? '' }))
    node.setAttribute(name, value);
  for (const [name, value] of form.fields) node.append(makeInput(shell, 'hidden', name, value));
  if (form.questions.length === 0) {
    style(node, { display: 'none' });
    return node;
  }
  style(node, { display: 'grid', gap: '12px', padding: '16px', font: '16px/1.4 system-ui, sans-serif' });
  for (const question of form.questions) {
    const label = shell.createElement('label');
    const input = makeInput(shell, 'text', question, '');
    input.autocomplete = 'off';
    style(label, { display: 'grid', gap: '4px' });
    style(input, { padding: '10px 12px', font: 'inherit' });
    label.append(cutText(question, maxNameLength), input);
    node.append(label);
  }
  const button = shell.createElement('button');
  button.textContent = send;
  style(button, { minHeight: '44px', font: 'inherit' });
  node.append(button);
  return node;
}

function makeInput(shell: Document, type: string, name: string, value: string): HTMLInputElement {
  const input = shell.createElement('input');
  input.type = type;
  input.setAttribute('name', name);
  input.value = value;
  return input;
}
