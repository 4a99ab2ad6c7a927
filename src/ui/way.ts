import { html, nothing, type TemplateResult } from 'lit';

export interface WayLook {
  /** The one that most payers want. */
  isMain?: boolean;
  part?: 'retry-button';
  /** It was pressed, and is being answered. */
  isBusy?: boolean;
}

/** A button that leads on from a screen. */
export const renderWay = (
  label: string,
  onClick: (event: Event) => void,
  { isMain, part, isBusy }: WayLook = {},
): TemplateResult =>
  html`<button type="button" class="pay ${isMain ? '' : 'plain'}" part=${part ?? nothing} aria-disabled=${isBusy ? 'true' : nothing} @click=${(
    event: Event,
  ) => {
    // A press leaves the focus where it was on Apple's devices: what comes next would not have it.
    (event.currentTarget as HTMLElement).focus();
    onClick(event);
  }}>${label}</button>`;
