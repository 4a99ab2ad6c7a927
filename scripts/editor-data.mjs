/** Writes what VS Code and the JetBrains editors read about the element into dist/editor, from custom-elements.json. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { getWebTypesData } from 'custom-element-jet-brains-integration';
import { getVsCodeCssCustomData, getVsCodeHtmlCustomData } from 'custom-element-vs-code-integration';

const folder = new URL('../dist/editor/', import.meta.url);
const manifest = readFileSync(new URL('../custom-elements.json', import.meta.url), 'utf8');

// Their own programs write the files too, and print a line for each that nothing silences.
const files = {
  'vscode.css-custom-data.json': getVsCodeCssCustomData,
  'vscode.html-custom-data.json': getVsCodeHtmlCustomData,
  'web-types.json': getWebTypesData,
};

mkdirSync(folder, { recursive: true });
for (const [name, make] of Object.entries(files)) {
  // Each of them changes what it is given.
  const made = JSON.parse(make(JSON.parse(manifest), {}));
  writeFileSync(new URL(name, folder), `${JSON.stringify(made, null, 2)}\n`);
}
