/** What the records have in common: how a field is read, and how one that cannot be read is named. */
import * as z from 'zod/mini';
import { cleanText } from '../clean-text.ts';

/** A text that says something. */
export const filledText = z.string().check(z.minLength(1));

/** A record that stands for itself: nothing in it is acted on. */
export const anyRecord = z.looseObject({});

/**
 * A record as a backend keeps it: with every field that the service sent, and typed by those that are known alone, so
 * that a field in another spelling does not compile.
 */
export const openRecord = <Shape extends z.core.$ZodShape>(shape: Shape) =>
  z.looseObject(shape) as unknown as z.ZodMiniObject<Shape>;

/** A field that nothing depends on: what cannot be read counts as missing, and never refuses the rest of its record. */
export const lenient = <Schema extends z.ZodMiniType>(schema: Schema) => z.catch(z.optional(schema), undefined);

/** The same for a field that may be null, which stays null. */
export const lenientOrNull = <Schema extends z.ZodMiniType>(schema: Schema) => z.catch(z.nullish(schema), undefined);

/**
 * A list that is refused for the first part that cannot be read: a hundred thousand complaints in one would be more than a
 * stack holds, and take a second.
 */
export const listOf = <Schema extends z.ZodMiniType>(schema: Schema) =>
  z.pipe(
    z.array(z.unknown()),
    z.transform((list, context) => {
      const parts: z.output<Schema>[] = [];
      for (const [index, one] of list.entries()) {
        const { success, data, error } = z.safeParse(schema, one);
        if (!success) {
          const [issue] = error.issues;
          context.issues.push({
            code: 'custom',
            input: one,
            message: issue?.message,
            path: [index, ...(issue?.path ?? [])],
          });
          return z.NEVER;
        }
        parts.push(data);
      }
      return parts;
    }),
  );

/** A text that payers read. */
export const shownText = z.pipe(z.string(), z.transform(cleanText));

/** The envelope of both APIs (SPEC.md section 2). */
export const inData = <Schema extends z.ZodMiniType>(schema: Schema) => z.object({ data: schema });

/** Where a record is not what it should be, such as `data.status`: names of fields, never what stands in them. */
export const misfitOf = (error: z.core.$ZodError, whole = 'the body'): string =>
  error.issues[0]?.path.join('.') || whole;
