/** Edits an input as a payer does: through the browser's own editing, so that each change has its input event. */

export function type(input: HTMLInputElement, text: string): void {
  input.focus();
  for (const letter of text) document.execCommand('insertText', false, letter);
}

export function paste(input: HTMLInputElement, text: string): void {
  input.focus();
  input.select();
  document.execCommand('insertText', false, text);
}

/** Puts the caret before the character at `place`. */
export function putCaret(input: HTMLInputElement, place: number): void {
  input.focus();
  input.setSelectionRange(place, place);
}

export const pressBackspace = (): boolean => document.execCommand('delete');
export const pressDelete = (): boolean => document.execCommand('forwardDelete');

/** Leaves an input. Said by hand, for a page in the background is told of no focus. */
export const leave = (input: HTMLInputElement, relatedTarget: Element | null = null): void => {
  input.dispatchEvent(new FocusEvent('blur', { relatedTarget }));
  input.dispatchEvent(new FocusEvent('focusout', { relatedTarget, bubbles: true, composed: true }));
};
