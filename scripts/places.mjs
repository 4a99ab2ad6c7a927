/**
 * The room that a machine has for work. Who asked first is let in first: else work that takes all of it would be passed
 * by for ever by work that takes little.
 */
export class Places {
  #free;
  #total;
  /** @type {{ share: number, enter: () => void }[]} */
  #waiting = [];

  /** @param {number} total */
  constructor(total) {
    this.#free = total;
    this.#total = total;
  }

  /**
   * Does the work as soon as there is room for it.
   * @template Result
   * @param {number} share how many places it takes; what wants more than there are takes them all
   * @param {() => Promise<Result>} work
   */
  async during(share, work) {
    const taken = Math.min(share, this.#total);
    await new Promise((resolve) => {
      this.#waiting.push({ share: taken, enter: () => resolve(undefined) });
      this.#letIn();
    });
    try {
      return await work();
    } finally {
      this.#free += taken;
      this.#letIn();
    }
  }

  #letIn() {
    for (let [next] = this.#waiting; next && next.share <= this.#free; [next] = this.#waiting) {
      this.#waiting.shift();
      this.#free -= next.share;
      next.enter();
    }
  }
}
