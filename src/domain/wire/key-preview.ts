/** The preview of a BRE-B key (SPEC.md section 2.6). Whoever pays goes by it, so all of it has to be there. */
import * as z from 'zod/mini';

/** Who stands behind a key (SPEC.md section 2.6): the holder's masked name and the institution. */
export interface KeyPreview {
  holderName: string;
  financialEntity: { name: string; code: string; [field: string]: unknown };
  keyType: string;
  keyValue: string;
  [field: string]: unknown;
}

export const keyPreviewSchema: z.ZodMiniType<KeyPreview> = z.looseObject({
  holderName: z.string(),
  financialEntity: z.looseObject({ name: z.string(), code: z.string() }),
  keyType: z.string(),
  keyValue: z.string(),
});
