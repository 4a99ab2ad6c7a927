/** One picture of a state. */
export interface Picture {
  /** Its name in the folder. */
  readonly file: string;
  /** The state. */
  readonly name: string;
  /** Of the page, in CSS pixels. */
  readonly width: number;
  readonly scheme: 'light' | 'dark';
  /** BCP 47. */
  readonly locale: string;
  /** Anything out of the ordinary about how it is shown; of a frame its moment. */
  readonly manner?: 'forced-colors' | 'print' | `${number} ms` | undefined;
}

const image = (file: string): string => `<a href="${file}"><img loading="lazy" src="${file}" alt=""></a>`;

/**
 * A page that shows the pictures of each state side by side, each as wide as its page by a scale that can be changed.
 *
 * @param before of an earlier look, by their names: each stands at the left of the one that has taken its place.
 */
export function contactSheet(pictures: readonly Picture[], before: ReadonlySet<string> = new Set()): string {
  const figure = ({ file, width, scheme, locale, manner }: Picture): string => {
    const pair = before.has(file) ? image(`before/${file}`) : '';
    return `<figure style="--width: ${width}"><div>${pair}${image(file)}</div><figcaption>${width} px, ${scheme}, ${locale}${manner ? `, ${manner}` : ''}</figcaption></figure>`;
  };
  const names = [...new Set(pictures.map(({ name }) => name))];
  const section = (name: string): string => {
    const own = pictures.filter((picture) => picture.name === name).map(figure);
    return `<section id="${name}"><h2>${name}</h2><div>${own.join('')}</div></section>`;
  };
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Every state of the checkout</title><style>
  :root { --scale: .5; color-scheme: light dark; font: 14px system-ui, sans-serif; }
  body { margin: 24px; }
  nav { columns: 12rem; margin-block: 16px; }
  nav a { display: block; }
  section div { display: flex; flex-wrap: wrap; gap: 16px; align-items: start; }
  figure { margin: 0; }
  img { display: block; inline-size: calc(var(--width) * var(--scale) * 1px); border: 1px solid #888; }
  figcaption { padding-block: 4px; color: GrayText; }
</style></head><body><h1>Every state of the checkout</h1>
<label>Scale <input type="range" min=".2" max="1" step=".1" value=".5" oninput="document.documentElement.style.setProperty('--scale', this.value)"></label>
<nav>${names.map((name) => `<a href="#${name}">${name}</a>`).join('')}</nav>
${names.map(section).join('\n')}</body></html>
`;
}
