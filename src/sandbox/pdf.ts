/** How many letters fit between the margins: all of Courier's are 6 points wide at 10 points. */
const LETTERS_PER_LINE = 77;
const LINES_PER_PAGE = 50;

/**
 * A PDF 1.4 file of A4 pages in Courier: a title and paragraphs, of which one that starts with `# ` is a heading. Text is
 * limited to Latin-1, which covers Spanish; anything else prints as `?`.
 */
export function writePdf(title: string, author: string, paragraphs: readonly string[]): Uint8Array<ArrayBuffer> {
  const lines = [`# ${title}`, ...paragraphs].flatMap(layOut);
  const count = Math.ceil(lines.length / LINES_PER_PAGE);
  const pages = Array.from({ length: count }, (_, page) => {
    const shown = lines.slice(page * LINES_PER_PAGE, (page + 1) * LINES_PER_PAGE).join('\n');
    const footer = `BT /F1 9 Tf 64 32 Td ${literal(`Página ${page + 1} de ${count}`)} Tj ET`;
    return `BT 14 TL 64 778 Td\n${shown}\nET\n${footer}`;
  });
  const firstPage = 6;
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R /Lang (es-CO) /ViewerPreferences << /DisplayDocTitle true >> >>',
    `<< /Type /Pages /Kids [${pages.map((_, page) => `${firstPage + page * 2} 0 R`).join(' ')}] /Count ${count} >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Courier /Encoding /WinAnsiEncoding >>',
    '<< /Type /Font /Subtype /Type1 /BaseFont /Courier-Bold /Encoding /WinAnsiEncoding >>',
    `<< /Title ${literal(title)} /Author ${literal(author)} >>`,
    ...pages.flatMap((content, page) => [
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] ` +
        `/Resources << /Font << /F1 3 0 R /F2 4 0 R >> >> /Contents ${firstPage + page * 2 + 1} 0 R >>`,
      `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    ]),
  ];
  return Uint8Array.from(assemble(objects), (letter) => letter.charCodeAt(0));
}

/** A paragraph's lines, drawn, and an empty one after them. */
function layOut(paragraph: string): string[] {
  const font = paragraph.startsWith('# ') ? '/F2' : '/F1';
  const lines = paragraph.replace(/^# /, '').match(new RegExp(`.{1,${LETTERS_PER_LINE}}(?: |$)`, 'g')) ?? [];
  return [...lines, ''].map((line) => `${font} 10 Tf ${literal(line)} Tj T*`);
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

function literal(text: string): string {
  const printable = text.replace(/[^\u0020-\u007e\u00a0-\u00ff]/g, '?');
  return `(${printable.replace(/[\\()]/g, '\\$&')})`;
}
