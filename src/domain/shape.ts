import { present } from './present.ts';

/**
 * What a value of unknown origin has to look like: gives the value as that, or throws a `TypeError` whose message is
 * the place that does not fit, names joined with dots, empty for the value itself.
 *
 * It stands where zod could, and parses on the server, in the sandbox and in the demo: for each payer zod would weigh
 * 6.4 KB (brotli) more than this, a tenth of the checkout.
 */
export type Shape<Value> = (value: unknown) => Value;

/** What a shape gives. */
export type ValueOf<Of> = Of extends Shape<infer Value> ? Value : never;

export type Fields = Record<string, Shape<unknown>>;
type OptionalOf<Of extends Fields> = { [Key in keyof Of]: undefined extends ValueOf<Of[Key]> ? Key : never }[keyof Of];
type Required<Of extends Fields> = { [Key in Exclude<keyof Of, OptionalOf<Of>>]: ValueOf<Of[Key]> };
type Optional<Of extends Fields> = { [Key in OptionalOf<Of>]?: ValueOf<Of[Key]> };
type Flat<Of> = { [Key in keyof Of]: Of[Key] };
export type ObjectOf<Of extends Fields> = Flat<Required<Of> & Optional<Of>>;

const shapeBy =
  <Value>(fits: (value: unknown) => value is Value): Shape<Value> =>
  (value) => {
    if (fits(value)) return value;
    throw new TypeError('');
  };

/** Reads a part of a value, and says where it was when it does not fit. */
function part<Value>(key: string | number, shape: Shape<Value>, value: unknown): Value {
  try {
    return shape(value);
  } catch (thrown) {
    const misfit = thrown as TypeError;
    misfit.message = misfit.message ? `${key}.${misfit.message}` : String(key);
    throw misfit;
  }
}

/** An object with whatever it has. */
export const anyObject = shapeBy(
  (value): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value),
);

export const text = shapeBy((value) => typeof value === 'string');
export const number = shapeBy((value): value is number => Number.isFinite(value));
export const boolean = shapeBy((value) => typeof value === 'boolean');

/** A text that a pattern without the flag `g` fits. */
export const textLike = (pattern: RegExp): Shape<string> =>
  shapeBy((value): value is string => typeof value === 'string' && pattern.test(value));

/** A text that is not empty. */
export const someText = textLike(/[^]/);

export const oneOf = <const Value>(values: readonly Value[]): Shape<Value> =>
  shapeBy((value): value is Value => values.some((one) => one === value));

export const list =
  <Value>(shape: Shape<Value>): Shape<Value[]> =>
  (value) =>
    shapeBy(Array.isArray)(value).map((item, index) => part(index, shape, item));

/** An object with whatever names, and with values of one shape. */
export const dictionary =
  <Value>(shape: Shape<Value>): Shape<Record<string, Value>> =>
  (value) =>
    Object.fromEntries(Object.entries(anyObject(value)).map(([key, item]) => [key, part(key, shape, item)]));

/** An object with these fields; what else it has is left out. */
export const object =
  <Of extends Fields>(fields: Of): Shape<ObjectOf<Of>> =>
  (value) => {
    const given = anyObject(value);
    const entries = Object.entries(fields).map(([key, shape]) => [key, part(key, shape, given[key])]);
    return present(Object.fromEntries(entries) as ObjectOf<Of>);
  };

/** A value that may be missing. */
export const optional =
  <Value>(shape: Shape<Value>): Shape<Value | undefined> =>
  (value) =>
    value === undefined ? value : shape(value);

/** A value that may be missing or null. */
export const nullish =
  <Value>(shape: Shape<Value>): Shape<Value | null | undefined> =>
  (value) =>
    value === null || value === undefined ? value : shape(value);

/** A value that is as good as missing when it does not fit. */
export const lenient = <Value>(shape: Shape<Value>): Shape<Value | undefined> => either(shape, () => undefined);

/** A value of the one shape or the other. */
export const either =
  <One, Other>(one: Shape<One>, other: Shape<Other>): Shape<One | Other> =>
  (value) => {
    try {
      return one(value);
    } catch {
      return other(value);
    }
  };
