/**
 * The script-tag build for pages that cannot say `type="module"`: it loads the module beside itself, which has its name
 * without the `.classic`, under the same query, so that a version in the address reaches both.
 */
((script) => {
  void import(/* @vite-ignore */ script.src.replace('.classic.js', '.js'));
  // Asked of the prototype: markup can put an element that it names `currentScript` in the place of the document's own.
})(Reflect.get(Document.prototype, 'currentScript', document) as HTMLScriptElement);
