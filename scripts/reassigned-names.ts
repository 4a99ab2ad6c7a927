/** A syntax node as parsers hand it out, read without their types: the walk below needs a handful of fields. */
type Node = { readonly type: string; readonly [field: string]: unknown };

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';

const children = (node: Node): Node[] => Object.values(node).flat().filter(isNode);

/** The names that a pattern binds or writes: `a`, `{ a, b: c = 1 }`, `[d, ...e]`. */
function namesIn(pattern: unknown): string[] {
  if (!isNode(pattern)) return [];
  switch (pattern.type) {
    case 'Identifier':
      return [String(pattern.name)];
    case 'Property':
      return namesIn(pattern.value);
    case 'AssignmentPattern':
      return namesIn(pattern.left);
    case 'MemberExpression':
      return [];
    default:
      return children(pattern).flatMap(namesIn);
  }
}

const isFunction = (node: Node): boolean =>
  node.type === 'FunctionDeclaration' || node.type === 'FunctionExpression' || node.type === 'ArrowFunctionExpression';

function declaredIn(node: Node): string[] {
  const own =
    node.type === 'VariableDeclarator' || node.type === 'ClassDeclaration' || node.type === 'FunctionDeclaration'
      ? namesIn(node.id)
      : node.type === 'CatchClause'
        ? namesIn(node.param)
        : [];
  const parameters = isFunction(node) && Array.isArray(node.params) ? node.params.flatMap(namesIn) : [];
  return [...own, ...parameters, ...children(node).flatMap(declaredIn)];
}

function writtenBy(node: Node): string[] {
  if (node.type === 'AssignmentExpression') return namesIn(node.left);
  if (node.type === 'UpdateExpression') return namesIn(node.argument);
  if (node.type === 'ForInStatement' || node.type === 'ForOfStatement') {
    return isNode(node.left) && node.left.type !== 'VariableDeclaration' ? namesIn(node.left) : [];
  }
  return [];
}

/**
 * The module-level names of a program that one of its functions writes to, so that their value may change after the
 * program has run. Writes at the top level do not count: they are over by then.
 */
export function reassignedNames(program: unknown): Set<string> {
  const found = new Set<string>();
  const walk = (node: Node, local: ReadonlySet<string> | undefined): void => {
    const scope = isFunction(node) ? new Set([...(local ?? []), ...declaredIn(node)]) : local;
    if (scope) for (const name of writtenBy(node)) if (!scope.has(name)) found.add(name);
    for (const child of children(node)) walk(child, scope);
  };
  if (isNode(program)) walk(program, undefined);
  return found;
}
