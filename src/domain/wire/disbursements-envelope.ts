/** The envelope of the disbursements API (SPEC.md sections 2.8 and 7.1). Gateways before the service answer otherwise. */
import * as z from 'zod/mini';
import { lenient } from './fields.ts';

export const disbursementsEnvelopeSchema = z.object({
  meta: lenient(z.object({ trace_id: z.string() })),
  /** `OK`, or what went wrong. */
  code: lenient(z.string()),
  message: lenient(z.union([z.string(), z.array(z.string())])),
  type: lenient(z.enum(['Business', 'Technical'])),
  data: z.optional(z.unknown()),
});
