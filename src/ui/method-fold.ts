/** One tile of the list, as far as folding is concerned. */
interface Tile {
  id: string;
  /** Of a saved card, which stands above the methods; one that cannot be chosen does not. */
  isSaved?: boolean;
  isDisabled?: boolean;
}

/** How many saved cards are in sight, so that the methods are as well. */
const savedPlaces = 2;

/** The radio of a tile that is folded away. */
const isFolded = (target: EventTarget | null): boolean => (target as Element).closest('.method.unseen') !== null;

/**
 * Which tiles of a long list are in sight, and which are folded away behind the tile of the others. Whoever gets to one of
 * those all the same, by an arrow key or by a script, unfolds them.
 */
export class MethodFold {
  isUnfolded = false;
  /** How many methods are in sight while the others are folded away. */
  places = 3;
  readonly #update: () => void;
  #chosen: string | undefined;
  /** The tile that has taken the last place in sight, because it was chosen. */
  #raised: string | undefined;
  /** Whether the last press of a radio was made by a pointer rather than by keys or by a script. */
  #isPointed = false;

  constructor(update: () => void) {
    this.#update = update;
  }

  /** The tiles in the order of the page: those before the tile of the others, and those behind it. */
  arrange<One extends Tile>(tiles: readonly One[], chosen: string | undefined): { front: One[]; rest: One[] } {
    this.#chosen = chosen;
    const isFront = ({ isSaved, isDisabled }: One): boolean => Boolean(isSaved) && !isDisabled;
    const saved = tiles.filter(isFront);
    const others = tiles.filter((tile) => !isFront(tile));
    const firstOf = (group: readonly One[], places: number): One[] => {
      const raised = group.find(({ id }, place) => id === this.#raised && place >= places);
      return raised ? [...group.slice(0, places - 1), raised] : group.slice(0, places);
    };
    // Where tiles stand below one another saved cards take the places of methods, else rows of their own.
    const places = this.places > 3 ? this.places - Math.min(saved.length, savedPlaces) : this.places;
    const inSight = (): One[] => [...firstOf(saved, savedPlaces), ...firstOf(others, places)];
    if (tiles.length <= inSight().length + 1) return { front: [...tiles], rest: [] };
    let front = inSight();
    // As long as the list is unfolded no tile changes its place.
    if (!this.isUnfolded && chosen !== undefined && front.every(({ id }) => id !== chosen)) {
      this.#raised = chosen;
      front = inSight();
    }
    return { front, rest: tiles.filter((tile) => !front.includes(tile)) };
  }

  /** Takes over how many tiles the styles have room for, now and whenever that changes. */
  watch(root: ParentNode, signal: AbortSignal): void {
    const base = root.querySelector('.base');
    // Simulated documents, in which components are tested, may have no observers.
    if (!base || signal.aborted || !globalThis.ResizeObserver) return;
    const measure = (): void => this.#measure(root);
    measure(); // ahead of the first painting, in which nothing may move any more
    const room = new ResizeObserver(measure);
    room.observe(base);
    signal.addEventListener('abort', () => room.disconnect());
  }

  reset(): void {
    this.isUnfolded = false;
    this.#raised = undefined;
  }

  /** A choice was made: whoever points sees the short list again, whoever uses keys may go on. */
  choose(radio: EventTarget | null): void {
    if (this.#isPointed) this.isUnfolded = false;
    else if (isFolded(radio)) this.isUnfolded = true;
  }

  readonly handleToggle = (): void => this.#turn(!this.isUnfolded);

  readonly handleClick = ({ target, detail }: MouseEvent): void => {
    if (!(target instanceof HTMLInputElement)) return;
    this.#isPointed = detail > 0;
    // No change tells of a press of what is chosen already.
    if (this.#isPointed && target.value === this.#chosen) this.#turn(false);
  };

  readonly handleFocus = ({ target }: FocusEvent): void => {
    if (isFolded(target)) this.#turn(true);
  };

  readonly handleLeave = ({ currentTarget, relatedTarget }: FocusEvent): void => {
    const isInside = (currentTarget as Element).contains(relatedTarget as Element | null);
    // A window that is left keeps its focus, and below a press nothing moves.
    if (isInside || !document.hasFocus() || document.documentElement.matches(':active')) return;
    this.#turn(false);
  };

  #measure(root: ParentNode): void {
    const list = root.querySelector('.methods');
    const places = list && Number(getComputedStyle(list).getPropertyValue('--_places'));
    if (!places || places === this.places) return;
    this.places = places;
    this.#update();
  }

  #turn(isUnfolded: boolean): void {
    if (this.isUnfolded === isUnfolded) return;
    this.isUnfolded = isUnfolded;
    this.#update();
  }
}
