/**
 * Shows a dialog over the whole of a small screen, and keeps it within what the on-screen keyboard leaves of it.
 * The dialog stays where it is in the tree, so that frames in it are not loaded again.
 */
export class Sheet {
  #dialog: HTMLDialogElement | undefined;
  #ending: AbortController | undefined;

  /** Opens the dialog, unless it is open. One that was taken out of the page and put back is open in name only. */
  show(dialog: HTMLDialogElement): void {
    if (dialog.matches(':modal')) return;
    if (dialog.open) dialog.close();
    dialog.showModal();
    this.pause();
    this.#dialog = dialog;
    this.#ending = new AbortController();
    for (const type of ['resize', 'scroll'])
      window.visualViewport?.addEventListener(type, this.#fit, { signal: this.#ending.signal });
    this.#fit();
  }

  /** Closes the dialog; what is in it stays as it is. */
  hide(): void {
    this.pause();
    if (this.#dialog?.open) this.#dialog.close();
  }

  /** No longer follows what the keyboard leaves; for a dialog that is taken out of the page. */
  pause(): void {
    this.#ending?.abort();
  }

  readonly #fit = (): void => {
    const { visualViewport: seen } = window;
    // Somebody who has zoomed in wants to see less at once, not a smaller sheet.
    if (!this.#dialog || !seen || Math.abs(seen.scale - 1) > 0.01) return;
    Object.assign(this.#dialog.style, { blockSize: `${seen.height}px`, insetBlockStart: `${seen.offsetTop}px` });
  };
}
