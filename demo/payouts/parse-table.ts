/** One transfer as it was typed or pasted. */
export interface TypedRow {
  key: string;
  name: string;
  email: string;
  amount: string;
}

/** Columns when there is no heading to tell them: those of the form. */
const usualOrder: readonly (keyof TypedRow)[] = ['key', 'name', 'email', 'amount'];

const headings: readonly [keyof TypedRow, RegExp][] = [
  ['key', /^(?:llave|clave|chave|key)/],
  ['name', /^(?:nombre|nome|beneficiari|name|titular)/],
  ['email', /^(?:correo|e-?mail|mail)/],
  ['amount', /^(?:valor|monto|importe|amount|total)/],
];

/** Enough of a heading to tell it by: thousands of accents on one letter take long to be put in order. */
const headingLength = 100;

const columnOf = (cell: string): keyof TypedRow | undefined => {
  const plain = cell.trim().slice(0, headingLength).normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
  return headings.find(([, pattern]) => pattern.test(plain))?.[0];
};

/** Spreadsheets copy with tabs; files that Colombian ones write part with semicolons, others with commas. */
function separatorOf(text: string): string {
  const line = text.slice(0, text.search(/\r?\n|$/));
  return ['\t', ';', ','].find((separator) => line.includes(separator)) ?? '\t';
}

/** The cells of a table as text (RFC 4180): a cell in quotes may hold separators, line ends, and quotes when doubled. */
function* linesOf(text: string, separator: string): Generator<string[]> {
  let line: string[] = [];
  let cell = '';
  let isQuoted = false;
  let isBlank = true;
  const add = (sign: string): void => {
    cell += sign;
    isBlank &&= sign.trim() === '';
  };
  const end = (): void => {
    line.push(cell);
    cell = '';
    isBlank = true;
  };
  for (let at = 0; at < text.length; at += 1) {
    const sign = text.charAt(at);
    if (isQuoted) {
      if (sign !== '"') add(sign);
      else if (text.charAt(at + 1) === '"') add(text.charAt((at += 1)));
      else isQuoted = false;
    } else if (sign === '"' && isBlank) {
      isQuoted = true;
      cell = '';
    } else if (sign === separator || sign === '\n') {
      end();
      if (sign !== '\n') continue;
      yield line;
      line = [];
    } else if (sign !== '\r') add(sign);
  }
  yield [...line, cell];
}

/**
 * Reads transfers from a table that was copied from a spreadsheet or from a file. A first line with names of columns
 * says which is which, in any order; without one they are read as the form has them. Blanks around a cell go: they come
 * with the copying. Empty lines are left out.
 */
export function parseTable(text: string): TypedRow[] {
  const lines = [...linesOf(text, separatorOf(text))].filter((cells) => cells.some((cell) => cell.trim() !== ''));
  const [first = []] = lines;
  const named = first.map(columnOf);
  const hasHeading = named.filter(Boolean).length >= 2;
  const columns = hasHeading ? named : usualOrder;
  return lines.slice(hasHeading ? 1 : 0).map((cells) => {
    const row: TypedRow = { key: '', name: '', email: '', amount: '' };
    // By its own cells: a heading may be far longer than the lines below it.
    for (const [place, cell] of cells.entries()) {
      const column = columns[place];
      if (column) row[column] ||= cell.trim();
    }
    return row;
  });
}
