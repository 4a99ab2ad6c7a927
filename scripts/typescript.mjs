/**
 * Lets Node read TypeScript, which Node 20 cannot: `node --import ./scripts/typescript.mjs FILE.ts`. A build puts the
 * version in the place of `__VERSION__`; here it is a global.
 */
import { register } from 'node:module';
import { readVersion } from './node-tools.mjs';

register('./typescript-hooks.mjs', import.meta.url);
process.setSourceMapsEnabled(true);
Object.assign(globalThis, { __VERSION__: readVersion() });
