import * as z from 'zod/mini';

const selector = z.string().check(z.minLength(1));

const targetSchema = z.strictObject({
  name: z.string().check(z.minLength(1), z.maxLength(20)),
  url: z.url({ protocol: /^https?$/ }),
  /** Selector of the card number's field: painted, the form is visible. `>>>` goes into an open shadow tree. */
  visible: selector,
  /** Selector that matches once the form can be used; default: the field itself. */
  usable: z.optional(selector),
  /** Selector of what can be taken out of the page and put back; without it that is not measured. */
  mounted: z.optional(selector),
});

/** A page that is measured. */
export type Target = z.infer<typeof targetSchema>;

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

/**
 * Reads further pages to put beside ours.
 *
 * @throws Error that says what is wrong with the text
 */
export function readPages(text: string): Target[] {
  const parsed = z.safeParse(z.array(targetSchema), JSON.parse(text));
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new Error(`The list of pages: ${issue?.path.join('.') ?? ''} ${issue?.message ?? ''}`);
}
