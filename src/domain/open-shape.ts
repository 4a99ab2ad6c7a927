import { anyObject, object, type Fields, type ObjectOf, type Shape } from './shape.ts';

/** Whatever it is. */
export const unknown: Shape<unknown> = (value) => value;

/** An object with these fields, and with whatever else it has. */
export const openObject =
  <Of extends Fields>(fields: Of): Shape<ObjectOf<Of> & Record<string, unknown>> =>
  (value) => ({ ...anyObject(value), ...object(fields)(value) });
