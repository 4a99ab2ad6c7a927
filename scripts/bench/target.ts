/** A page that is measured. */
export interface Target {
  name: string;
  url: string;
  /** Selector of the card number's field: painted, the form is visible. `>>>` goes into an open shadow tree. */
  visible: string;
  /** Selector that matches once the form can be used; default: the field itself. */
  usable?: string;
  /** Selector of what can be taken out of the page and put back; without it that is not measured. */
  mounted?: string;
}

/** How a page is loaded. */
export interface Condition {
  name: string;
  /** The processor is this many times slower. */
  slowdown: number;
  /** Absent means as fast as it goes; requests are then not counted. */
  line?: SlowLine;
}

/** A poor mobile network. */
export interface SlowLine {
  /** Ms that each request takes at least. */
  latencyMs: number;
  /** In both directions. */
  bytesPerSecond: number;
}

const megabit = 1_000_000 / 8;

/** As fast as this machine is; a cheap phone's processor; the same on a poor mobile network. */
export const conditions = {
  fast: { name: '1×', slowdown: 1 },
  slow: { name: '4×', slowdown: 4 },
  phone: { name: '4×, 562 ms, 1.5 Mb/s', slowdown: 4, line: { latencyMs: 562, bytesPerSecond: 1.5 * megabit } },
} as const satisfies Record<string, Condition>;

export type ConditionName = keyof typeof conditions;
