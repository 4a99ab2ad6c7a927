/** Writes what VS Code and the JetBrains editors read about the element into dist/editor, from custom-elements.json. */
import { readFileSync } from 'node:fs';
import { generateJetBrainsWebTypes } from 'custom-element-jet-brains-integration';
import { generateVsCodeCustomElementData } from 'custom-element-vs-code-integration';

const options = { outdir: 'dist/editor', hideLogs: true };

/** @param {string} name */
const read = (name) => JSON.parse(readFileSync(new URL(`../${name}`, import.meta.url), 'utf8'));

// Each of them changes what it is given.
generateVsCodeCustomElementData(read('custom-elements.json'), options);
generateJetBrainsWebTypes(read('custom-elements.json'), { ...options, packageJson: false });
