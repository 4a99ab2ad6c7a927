/**
 * The script-tag build for pages that cannot say `type="module"`: it loads the module beside itself, under the same
 * query, so that a version in the address reaches both.
 */
((script) => {
  const module = new URL('pay-checkout.js', script.src);
  module.search = new URL(script.src).search;
  void import(/* @vite-ignore */ module.href);
})(document.currentScript as HTMLScriptElement);
