import * as z from 'zod/mini';
import type { Target } from './target.ts';

const selector = z.string().check(z.minLength(1));

const pages = z.array(
  z.strictObject({
    name: z.string().check(z.minLength(1), z.maxLength(20)),
    url: z.url({ protocol: /^https?$/ }),
    visible: selector,
    usable: z.optional(selector),
    mounted: z.optional(selector),
  }),
);

/**
 * Reads further pages to put beside ours.
 *
 * @throws Error that says what is wrong with the text
 */
export function readPages(text: string): Target[] {
  const parsed = z.safeParse(pages, JSON.parse(text));
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new Error(`The list of pages: ${issue?.path.join('.') ?? ''} ${issue?.message ?? ''}`);
}
