const digitsIn = (text: string): number => text.replace(/\D/g, '').length;

/**
 * Rewrites what a payer types, keeping the caret between the same digits. A deleted blank takes the digit beside it
 * along, or the payer would delete for ever.
 *
 * @param inputType of the input event, to tell which side of the caret was deleted.
 */
export function reformat(input: HTMLInputElement, format: (text: string) => string, inputType = ''): void {
  let { value } = input;
  let formatted = format(value);
  if (formatted === value) return; // where the caret is would have to be laid out
  let caret = input.selectionStart ?? value.length;
  if (inputType.startsWith('delete') && formatted.length > value.length) {
    const from = inputType.endsWith('Forward') ? caret : caret - 1;
    value = value.slice(0, Math.max(from, 0)) + value.slice(from + 1);
    caret = Math.max(from, 0);
    formatted = format(value);
  }
  if (formatted === input.value) return;
  const digits = digitsIn(value.slice(0, caret));
  input.value = formatted;
  if (caret === value.length) return; // a value that is set has the caret at its end
  // Only the focused input: Safari would move the focus to the other.
  const { activeElement } = input.getRootNode() as Document | ShadowRoot;
  if (activeElement !== input) return;
  let place = 0;
  while (digitsIn(formatted.slice(0, place)) < digits && place < formatted.length) place++;
  input.setSelectionRange(place, place);
}
