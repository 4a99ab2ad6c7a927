/** What the probe has seen so far, in ms since the navigation began. */
export interface ProbeMarks {
  /** The field had been painted. */
  visible: number;
  /** The form could be used. */
  usable: number;
  /** How long tasks kept the main thread beyond 50 ms each, added up. */
  blocking: number;
  /** When the navigation began, in ms since 1970. */
  origin: number;
}

declare global {
  var benchMarks: ProbeMarks;
  /** The same, once both moments are known. */
  var benchUsable: Promise<ProbeMarks>;
  var benchFind: (selector: string) => Element | undefined;
}

/**
 * Runs in the page before anything else does, and looks until both selectors are found. `>>>` in a selector goes into an
 * open shadow tree. It refers to nothing outside of itself.
 */
export function installPageProbe(visible: string, usable: string): void {
  const marks: ProbeMarks = { visible: 0, usable: 0, blocking: 0, origin: performance.timeOrigin };
  globalThis.benchMarks = marks;
  let done: (seen: ProbeMarks) => void;
  globalThis.benchUsable = new Promise((resolve) => (done = resolve));
  globalThis.benchFind = (selector) => {
    let root: ParentNode | null = document;
    let found: Element | null = null;
    for (const step of selector.split('>>>')) {
      found = root?.querySelector(step.trim()) ?? null;
      root = found?.shadowRoot ?? null;
    }
    return found ?? undefined;
  };
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) marks.blocking += Math.max(0, duration - 50);
  }).observe({ type: 'longtask', buffered: true });

  const say = (name: 'visible' | 'usable'): void => {
    marks[name] ||= performance.now();
    if (marks.visible && marks.usable) done(marks);
  };

  /** Right after the next frame: what it shows has then been painted. */
  const afterPaint = (run: () => void): void => {
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel();
      port1.addEventListener('message', run);
      port1.start();
      port2.postMessage(undefined);
    });
  };
  const isVisible = (): boolean =>
    globalThis.benchFind(visible)?.checkVisibility({ visibilityProperty: true }) ?? false;
  const isUsable = (): boolean => globalThis.benchFind(usable) !== undefined;
  let isSeen = false;
  // By timers, as asking for each frame would have the page draw frames that nobody else wants. That the form can be used
  // is nothing to be painted: a frame for that would be at the page's expense.
  const look = (): void => {
    if (!isSeen && isVisible()) {
      isSeen = true;
      afterPaint(() => {
        say('visible');
        if (visible === usable) say('usable');
      });
    }
    if (isSeen && marks.visible && isUsable()) say('usable');
    else if (!marks.usable && !(isSeen && visible === usable)) setTimeout(look, 16);
  };
  look();
}
