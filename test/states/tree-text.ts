import type { CDPSession, Page } from 'puppeteer-core';

/** One node of Chromium's accessibility tree, as far as it is read here. */
interface TreeNode {
  nodeId: string;
  parentId?: string;
  childIds?: string[];
  ignored: boolean;
  role?: { value?: string };
  name?: { value?: string };
  description?: { value?: string };
  value?: { value?: string | number | boolean };
  properties?: { name: string; value: { value?: string | number | boolean } }[];
}

/** What differs from run to run, and what it becomes: a review is about words and structure. */
const masks: readonly (readonly [RegExp, string])[] = [
  [/E2E-\d+-[a-z0-9]+/g, 'REFERENCE'],
  [/\b\d{12}\b/g, 'APPROVAL'],
  [/127\.0\.0\.1:\d+/g, 'HOST'],
  [/\d{1,2}\/\d{1,2}\/\d{4}, \d{1,2}:\d{2}\s[ap]\.\sm\./g, 'DATE'],
  [/\b\d{1,2}:\d{2}\s[ap]\.\sm\./g, 'TIME'],
  [/\b\d{11}\b/g, 'PAYMENT NUMBER'],
  [/\b\d{5}\b/g, 'AGREEMENT NUMBER'],
  [/[\u00a0\u202f]/g, ' '],
];

const masked = (text: string): string => masks.reduce((out, [pattern, word]) => out.replaceAll(pattern, word), text);

/** Boxes without a meaning: their children stand for them. */
const silent: ReadonlySet<string> = new Set([
  'none',
  'generic',
  'InlineTextBox',
  'LabelText',
  'Legend',
  'LineBreak',
  'MenuListPopup',
  'paragraph',
  'strong',
]);

/** The frame of a bank is the bank's; a text, and a list that is closed, are said by one line. */
const whole: ReadonlySet<string> = new Set(['StaticText', 'Iframe', 'Legend', 'MenuListPopup']);

/** What a screen reader says about a node beside role, name and description. */
const told = ['checked', 'disabled', 'expanded', 'invalid', 'level', 'live', 'modal', 'readonly', 'required', 'busy'];

const region = 'status [live=polite]';

/**
 * A region with nothing in it before another such: what speaks for the screens comes along with them, in the form's
 * states sooner or later.
 */
const emptyTwice = /^status \[live=polite\]\n(?=status \[live=polite\](?:\n(?! )|$(?!\n)))/gm;

/** The accessibility tree of the checkout on a page as text, one line for each thing that is read out. */
export async function treeText(page: Page): Promise<string> {
  const session = await page.createCDPSession();
  try {
    await session.send('Accessibility.enable');
    return masked((await linesOf(session)).join('\n')).replace(emptyTwice, '');
  } finally {
    await session.detach();
  }
}

async function linesOf(session: CDPSession): Promise<string[]> {
  const { result } = await session.send('Runtime.evaluate', { expression: "document.querySelector('pay-checkout')" });
  const { node } = await session.send('DOM.describeNode', { objectId: result.objectId ?? '' });
  const answer = await session.send('Accessibility.getFullAXTree');
  const nodes = answer.nodes as unknown as (TreeNode & { backendDOMNodeId?: number })[];
  const byId = new Map(nodes.map((one) => [one.nodeId, one]));
  const top = nodes.find(({ backendDOMNodeId }) => backendDOMNodeId === node.backendNodeId);
  const lines: string[] = [];
  const walk = (id: string, depth: number, said: string): void => {
    const one = byId.get(id);
    if (!one) return;
    const role = one.role?.value ?? '';
    const line = one.ignored ? undefined : lineOf(one, said);
    if (line) lines.push('  '.repeat(depth) + line);
    if (whole.has(role)) return;
    // The words of a label are the name of its control; only links in it are more.
    const words = role === 'LabelText' ? allText(one) : one.name?.value || said;
    for (const child of one.childIds ?? []) walk(child, line ? depth + 1 : depth, words);
  };
  const allText = ({ name, childIds = [] }: TreeNode): string =>
    [name?.value ?? '', ...childIds.flatMap((id) => byId.get(id) ?? []).map(allText)].join(' ');
  for (const child of top?.childIds ?? []) walk(child, 0, '');
  // What the region of the screens holds depends on how soon they followed each other; a test of its own listens to it.
  const own = lines.lastIndexOf(region);
  return own > lines.indexOf(region) ? lines.slice(0, own + 1) : lines;
}

/** @param said the name of what it is in: a text that only repeats it is not another thing. */
function lineOf(node: TreeNode, said: string): string | undefined {
  const role = node.role?.value ?? '';
  const name = (node.name?.value ?? '').trim();
  const live = node.properties?.find((one) => one.name === 'live')?.value.value;
  if (role === 'StaticText') return name && !said.includes(name) ? `text "${name}"` : undefined;
  if (silent.has(role) && !live) return;
  const facts = told.flatMap((fact) => {
    const value = node.properties?.find((one) => one.name === fact)?.value.value;
    if (value === undefined || value === false || value === 'false' || (fact === 'live' && value === 'off')) return [];
    return value === true || value === 'true' ? fact : `${fact}=${String(value)}`;
  });
  const value = node.value?.value;
  return [
    role,
    name && `"${name}"`,
    value === undefined || value === '' ? '' : `= "${String(value)}"`,
    node.description?.value ? `(${node.description.value})` : '',
    facts.length > 0 ? `[${facts.join(', ')}]` : '',
  ]
    .filter(Boolean)
    .join(' ');
}
