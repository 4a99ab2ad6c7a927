/**
 * Whether two texts are equal, in a time that depends on the length of `expected` alone: an attacker who measures
 * answers learns nothing about how many leading characters were right.
 */
export function equalsInConstantTime(expected: string, given: string): boolean {
  let difference = expected.length ^ given.length;
  // charCodeAt gives NaN past the end, which XOR reads as 0: every position of `expected` is always visited.
  for (let at = 0; at < expected.length; at += 1) difference |= expected.charCodeAt(at) ^ given.charCodeAt(at);
  return difference === 0;
}
