/** Red, green and blue from 0 to 255, and how much of them there is, from 0 to 1. */
type Colour = readonly [red: number, green: number, blue: number, alpha: number];

/** What is seen against what, and how well it has to be (WCAG 2.2, 1.4.3 and 1.4.11). */
type Pair = readonly [front: string, back: string, least: number];

const text = 4.5;
/** For what is no text: the edge of a control, a seal. */
const shape = 3;
/** The header and the chosen method have a little of the accent colour behind them. */
const tint = 'var(--_tint)';
const pairs: readonly Pair[] = [
  ['text', 'surface', text],
  ['text', 'field', text],
  ['muted', 'surface', text],
  ['accent', 'surface', text],
  ['on-accent', 'accent', text],
  ['danger', 'surface', text],
  ['success', 'surface', shape],
  ['outline', 'surface', shape],
];

let canvas: OffscreenCanvasRenderingContext2D | null | undefined;

/** Any colour that CSS can say, as the screen shows it. */
function read(css: string): Colour {
  canvas ??= new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true });
  if (!canvas) return [0, 0, 0, 0];
  canvas.clearRect(0, 0, 1, 1);
  canvas.fillStyle = css;
  canvas.fillRect(0, 0, 1, 1);
  const [red = 0, green = 0, blue = 0, alpha = 0] = canvas.getImageData(0, 0, 1, 1).data;
  return [red, green, blue, alpha / 255];
}

function over([red, green, blue, alpha]: Colour, back: Colour): Colour {
  const mix = (front: number, below: number): number => front * alpha + below * (1 - alpha);
  return [mix(red, back[0]), mix(green, back[1]), mix(blue, back[2]), 1];
}

/** Relative luminance (WCAG 2.2). */
function luminance(colour: Colour): number {
  const [red, green, blue] = colour.map((part) => {
    const share = part / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * (red ?? 0) + 0.7152 * (green ?? 0) + 0.0722 * (blue ?? 0);
}

/** Of two colours that hide what is behind them: from 1 to 21. */
function ratio(one: Colour, other: Colour): number {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].sort((first, second) => second - first);
  return (light + 0.05) / (dark + 0.05);
}

/** The colour behind the checkout; undefined where there is a picture, for nobody can say what that looks like. */
function behind(host: Element, ground: Colour): Colour | undefined {
  const layers: Colour[] = [];
  for (let at: Node | null = host; at; at = at instanceof ShadowRoot ? at.host : at.parentNode) {
    if (!(at instanceof Element)) continue;
    const { backgroundColor, backgroundImage } = getComputedStyle(at);
    if (backgroundImage !== 'none') return;
    layers.push(read(backgroundColor));
    if (layers.at(-1)?.[3] === 1) break;
  }
  return layers.reduceRight((back, layer) => over(layer, back), ground);
}

const told = (ratios: number): string => (Math.floor(ratios * 10) / 10).toFixed(1);

/**
 * What the theme makes hard to read: the `--pay-*` colours against each other, as they are in the scheme that is shown,
 * and the pay button as it is.
 */
export function checkContrast({ host }: { host: HTMLElement }): string | undefined {
  if (matchMedia('(forced-colors: active)').matches) return; // no theme is to be seen
  const root = host.shadowRoot;
  if (!root) return;
  const probe = document.createElement('span');
  probe.hidden = true;
  root.append(probe);
  const resolve = (css: string): Colour => {
    probe.style.color = css;
    return read(getComputedStyle(probe).color);
  };
  const ground = behind(host, over(resolve('Canvas'), [255, 255, 255, 1]));
  // The screens' own colour is not there before they are: it is read as they will say it.
  const token = (name: string): Colour =>
    resolve(name.includes('(') ? name : `var(--_${name}, var(--pay-${name}, #2a9458))`);
  const surface = ground && over(token('surface'), ground);
  const findings = surface
    ? [...pairs, ['text', tint, text] as const, ['muted', tint, text] as const].flatMap(([front, back, least]) => {
        const shownBack = over(token(back), surface);
        const found = ratio(over(token(front), shownBack), shownBack);
        const place = back === tint ? 'the tint of --pay-accent on --pay-surface' : `--pay-${back}`;
        return found < least ? [`--pay-${front} on ${place} is ${told(found)} : 1 and needs ${least} : 1`] : [];
      })
    : [];
  probe.remove();
  const button = root.querySelector('[part~=pay-button]');
  if (button && surface && findings.length === 0) {
    const { color, backgroundColor, backgroundImage } = getComputedStyle(button);
    const back = over(read(backgroundColor), surface);
    const found = ratio(over(read(color), back), back);
    if (backgroundImage === 'none' && found < text)
      findings.push(`the text of the part pay-button is ${told(found)} : 1 and needs ${text} : 1`);
  }
  if (findings.length > 0)
    return `The theme is hard to read (WCAG 2.2 AA, contrast; ${getComputedStyle(host).colorScheme} color-scheme): ${findings.join('; ')}.`;
}

/** Looks again whenever the page may have changed its look: another scheme of the device, another class or style. */
export function watchContrast(host: HTMLElement, say: (text: string) => void, signal: AbortSignal): void {
  const look = (): void => {
    const finding = checkContrast({ host });
    if (finding) say(finding);
  };
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', look, { signal });
  const observer = new MutationObserver(look);
  for (const element of new Set([document.documentElement, document.body, host]))
    observer.observe(element, { attributes: true, attributeFilter: ['class', 'style', 'data-theme'] });
  signal.addEventListener('abort', () => observer.disconnect());
}
