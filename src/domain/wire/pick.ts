/** What is taken of foreign JSON: a text, number or truth value (`true`), a list of such shapes, or a record by its fields. */
export type Shape = true | readonly [Shape] | { readonly [field: string]: Shape };

/** The parts of a value that have their place in a shape. Null stays; what is of another kind than its place is left out. */
export function pick(value: unknown, shape: Shape): unknown {
  if (value === null) return value;
  if (shape === true) return typeof value === 'object' ? undefined : value;
  if (Array.isArray(shape)) {
    const [inner] = shape as readonly [Shape];
    return Array.isArray(value) ? value.map((one) => pick(one, inner)).filter((one) => one !== undefined) : undefined;
  }
  if (typeof value !== 'object' || Array.isArray(value)) return undefined;
  const parts = Object.entries(shape)
    .filter(([field]) => Object.hasOwn(value, field))
    .map(([field, inner]) => [field, pick(Reflect.get(value, field), inner)] as const);
  return Object.fromEntries(parts.filter(([, part]) => part !== undefined));
}
