/**
 * The script-tag build for pages that cannot say `type="module"`: it loads the module beside itself, which has its name
 * without the `.classic`, under the same query, so that a version in the address reaches both.
 */
((script) => {
  void import(/* @vite-ignore */ script.src.replace('.classic.js', '.js'));
})(document.currentScript as HTMLScriptElement);
