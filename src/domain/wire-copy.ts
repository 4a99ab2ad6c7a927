/**
 * What would come over the wire of a value: plain records and lists that nobody else holds, whatever class or realm the
 * value is of.
 *
 * @throws TypeError or SyntaxError for what cannot be sent, such as a record that holds itself, or a function.
 */
export const wireCopy = <Value>(value: Value): Value =>
  value === undefined ? value : (JSON.parse(JSON.stringify(value)) as Value);
