import * as z from 'zod/mini';

/** Whoever pays goes by it, so all of it has to be there. */
export const keyPreviewSchema = z.looseObject({
  holderName: z.string(),
  financialEntity: z.looseObject({ name: z.string(), code: z.string() }),
  keyType: z.string(),
  keyValue: z.string(),
});

/** Who stands behind a key (SPEC.md section 2.6): the holder's masked name and the institution. */
export type KeyPreview = z.infer<typeof keyPreviewSchema>;
