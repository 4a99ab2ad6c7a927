/** The error body of the payments API (SERVICE-NOTES.md "error body"). */
import * as z from 'zod/mini';
import { anyRecord, filledText, lenient } from './fields.ts';

export const paymentsErrorSchema = z.object({
  error: z.object({
    type: lenient(filledText),
    reason: lenient(z.string()),
    /** By request field; texts, lists of texts, or nested by object. */
    messages: lenient(anyRecord),
  }),
});
