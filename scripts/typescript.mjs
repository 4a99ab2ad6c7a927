/**
 * Lets Node read TypeScript, which Node 20 cannot: `node --import ./scripts/typescript.mjs FILE.ts`. A build puts the
 * version in the place of `__VERSION__`; here it is a global.
 */
import '@oxc-node/core/register';
import { readVersion } from './read-version.mjs';

Object.assign(globalThis, { __VERSION__: readVersion() });
