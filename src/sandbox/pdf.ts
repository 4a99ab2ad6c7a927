/** Widths of Helvetica's printable ASCII characters from the blank on, in thousandths of the font size. */
const WIDTHS = [
  278, 278, 355, 556, 556, 889, 667, 191, 333, 333, 389, 584, 278, 333, 278, 278, 556, 556, 556, 556, 556, 556, 556,
  556, 556, 556, 278, 278, 584, 584, 584, 556, 1015, 667, 667, 722, 722, 667, 611, 778, 722, 278, 500, 667, 556, 833,
  722, 778, 667, 778, 722, 667, 611, 722, 667, 944, 667, 667, 611, 278, 278, 278, 469, 556, 333, 556, 556, 500, 556,
  556, 278, 556, 556, 222, 222, 500, 222, 833, 556, 556, 556, 556, 333, 500, 278, 556, 500, 722, 500, 500, 500, 334,
  260, 334, 584,
] as const;
const WIDEST = 1015;

const PAGE = { width: 595, height: 842, margin: 64 } as const;
const TEXT_SIZE = 11;
const TITLE_SIZE = 17;
const LEADING = 16;

interface Line {
  readonly text: string;
  readonly size: number;
  readonly bold: boolean;
}

/**
 * A PDF 1.4 file of A4 pages: a title and paragraphs, of which one that starts with `# ` is a heading. Text is limited to
 * Latin-1, which covers Spanish; anything else prints as `?`.
 */
export function writePdf(title: string, author: string, paragraphs: readonly string[]): Uint8Array<ArrayBuffer> {
  const pages = paginate(layOut(title, paragraphs));
  const firstPage = 6;
  const pageIds = pages.map((_, index) => firstPage + index * 2);
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R /Lang (es-CO) /ViewerPreferences << /DisplayDocTitle true >> >>',
    `<< /Type /Pages /Kids [${pageIds.map((id) => `${id} 0 R`).join(' ')}] /Count ${pages.length} >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica-Bold /Encoding /WinAnsiEncoding >>',
    `<< /Title ${literal(title)} /Author ${literal(author)} >>`,
    ...pages.flatMap((lines, index) => {
      const content = drawPage(lines, index + 1, pages.length);
      return [
        `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${PAGE.width} ${PAGE.height}] ` +
          `/Resources << /Font << /F1 3 0 R /F2 4 0 R >> >> /Contents ${firstPage + index * 2 + 1} 0 R >>`,
        `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
      ];
    }),
  ];
  return latin1(assemble(objects));
}

function assemble(objects: readonly string[]): string {
  // The comment of four high bytes tells transfer programs that the file is binary.
  let file = '%PDF-1.4\n%\u00e2\u00e3\u00cf\u00d3\n';
  const offsets = objects.map((object, index) => {
    const offset = file.length;
    file += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return offset;
  });
  const table = file.length;
  file += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n`;
  for (const offset of offsets) file += `${String(offset).padStart(10, '0')} 00000 n \n`;
  return `${file}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R /Info 5 0 R >>\nstartxref\n${table}\n%%EOF\n`;
}

function layOut(title: string, paragraphs: readonly string[]): Line[] {
  const lines: Line[] = wrap(title, TITLE_SIZE).map((text) => ({ text, size: TITLE_SIZE, bold: true }));
  for (const paragraph of paragraphs) {
    const bold = paragraph.startsWith('# ');
    lines.push({ text: '', size: TEXT_SIZE, bold: false });
    for (const text of wrap(bold ? paragraph.slice(2) : paragraph, TEXT_SIZE)) {
      lines.push({ text, size: TEXT_SIZE, bold });
    }
  }
  return lines;
}

function wrap(paragraph: string, size: number): string[] {
  const room = ((PAGE.width - 2 * PAGE.margin) * 1000) / size;
  const lines: string[] = [];
  let line = '';
  for (const word of paragraph.split(' ')) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (line !== '' && widthOf(longer) > room) {
      lines.push(line);
      line = word;
    } else {
      line = longer;
    }
  }
  return [...lines, line];
}

function widthOf(text: string): number {
  // An accented letter is as wide as its bare form.
  const bare = text.normalize('NFD').replace(/\p{Mark}/gu, '');
  return Array.from(bare).reduce((sum, letter) => sum + (WIDTHS[(letter.codePointAt(0) ?? 0) - 32] ?? WIDEST), 0);
}

function paginate(lines: readonly Line[]): Line[][] {
  const perPage = Math.floor((PAGE.height - 2 * PAGE.margin) / LEADING) - 2;
  const pages: Line[][] = [];
  for (let start = 0; start < lines.length; start += perPage) pages.push(lines.slice(start, start + perPage));
  return pages;
}

function drawPage(lines: readonly Line[], number: number, count: number): string {
  const drawn = lines.map((line) => `/${line.bold ? 'F2' : 'F1'} ${line.size} Tf ${literal(line.text)} Tj T*`);
  const top = PAGE.height - PAGE.margin;
  return [
    `BT ${LEADING} TL ${PAGE.margin} ${top} Td`,
    ...drawn,
    'ET',
    `BT /F1 9 Tf ${PAGE.margin} ${PAGE.margin / 2} Td ${literal(`Página ${number} de ${count}`)} Tj ET`,
  ].join('\n');
}

function literal(text: string): string {
  const printable = text.replace(/[^\u0020-\u007e\u00a0-\u00ff]/g, '?');
  return `(${printable.replace(/[\\()]/g, '\\$&')})`;
}

function latin1(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(text, (letter) => letter.charCodeAt(0));
}
