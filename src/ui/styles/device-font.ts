import { isServer } from 'lit';

/** One of them is on each device that WebKit runs on. Their digits are of one width. */
const sources = ['Helvetica Neue', 'Arial', 'Liberation Sans', 'DejaVu Sans'].map((name) => `local("${name}")`).join();

/**
 * A family of the device, without serifs, in the place of which no style sheet can put a font of its own. Chromium and
 * Firefox look for generic names on the device alone. WebKit, which alone knows `hanging-punctuation`, looks for them among
 * the page's fonts first, so that there the font has a name that nobody can know.
 */
function deviceFont(): string {
  const styles = globalThis.CSS as Partial<typeof CSS> | undefined;
  if (isServer || !styles?.supports?.('hanging-punctuation', 'first')) return 'sans-serif';
  const name = `pay-${Math.random().toString(36).slice(2)}`;
  document.fonts.add(new FontFace(name, sources));
  return `${name}, sans-serif`;
}

export const typedFont = deviceFont();
