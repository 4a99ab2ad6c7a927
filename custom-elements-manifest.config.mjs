import { packagedManifest } from './scripts/packaged-manifest.mjs';

/** What custom-elements.json is made of: `npm run manifest`. */
export default {
  globs: ['src/domain/checkout-error.ts', 'src/events/*.ts', 'src/element/pay-checkout.ts'],
  litelement: true,
  // The analyzer would write the address of the manifest into package.json, and the whole file in a form of its own.
  packagejson: false,
  quiet: true,
  plugins: [packagedManifest()],
};
