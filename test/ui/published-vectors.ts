/**
 * The test vectors of DOMPurify, from the last release whose package held them. It is there for them alone: the
 * sanitiser of the checkout is today's.
 */
export async function publishedVectors(): Promise<{ title: string; payload: string }[]> {
  const page = window as unknown as { module?: { exports?: { title: string; payload: string }[] } };
  const module: typeof page.module = {};
  page.module = module;
  const script = document.createElement('script');
  script.src = new URL('../../node_modules/dompurify-vectors/test/fixtures/expect.js', import.meta.url).href;
  await new Promise((resolve, reject) => {
    script.addEventListener('load', resolve);
    script.addEventListener('error', () => reject(new Error(`${script.src} did not load.`)));
    document.head.append(script);
  });
  script.remove();
  delete page.module;
  return module.exports ?? [];
}
