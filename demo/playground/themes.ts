import type { CheckoutWords } from '../../src/index.ts';
import type { ToolText } from '../tools/en.ts';
import { inventedMarks, type Marks } from './marks.ts';

type Declarations = Readonly<Record<string, string>>;

/** A look, with everything that belongs to it, and a page that suits it. */
export interface Theme {
  title: ToolText;
  /** If it has but one. */
  scheme?: 'light' | 'dark';
  /** Background of the page around the checkout. */
  page: string;
  properties: Readonly<Record<`--pay-${string}`, string>>;
  /** Declarations by part, or by several with commas between them, for what no property reaches. */
  parts?: Readonly<Record<string, Declarations>>;
  attributes?: Readonly<Partial<Record<'hide-header' | 'networks', string>>>;
  words?: CheckoutWords;
  marks?: Marks;
}

/** The looks to choose from; the first is the one that the checkout has by itself. */
export const themes = {
  base: { title: 'De fábrica', page: 'light-dark(#f4f6f8, #0d1114)', properties: {} },
  orfebre: {
    title: 'Orfebre: lujo callado, esquinas rectas',
    page: 'light-dark(#f3eee5, #0e0c0a)',
    properties: {
      '--pay-accent': 'light-dark(#33291d, #e2d3b5)',
      '--pay-on-accent': 'light-dark(#fdfaf4, #1d1710)',
      '--pay-surface': 'light-dark(#fdfbf7, #171411)',
      '--pay-field': 'light-dark(#f7f2e9, #1f1b17)',
      '--pay-text': 'light-dark(#2a241c, #ede5d8)',
      '--pay-muted': 'light-dark(#6b6152, #b3a791)',
      '--pay-line': 'light-dark(#e4dccd, #3a332a)',
      '--pay-outline': 'light-dark(#8f8470, #7f7462)',
      '--pay-success': 'light-dark(#5b6b3a, #a9b98a)',
      '--pay-radius': '0px',
      '--pay-gap': '22px',
      '--pay-padding': 'clamp(18px, 6cqi, 44px)',
      '--pay-control-size': '50px',
      '--pay-font': "'Iowan Old Style', 'Palatino Linotype', Palatino, 'DejaVu Serif Condensed', serif",
    },
    parts: {
      methods: { 'font-weight': '400' },
      input: { 'border-width': '0 0 1px' },
      label: { 'font-weight': '400', 'letter-spacing': '0.02em' },
      'pay-button, retry-button': {
        'font-size': '0.875em',
        'font-weight': '400',
        'letter-spacing': '0.16em',
        'text-transform': 'uppercase',
      },
      'test-badge': { 'border-radius': '0' },
    },
    attributes: { 'hide-header': 'true' },
  },
  plaza: {
    title: 'Plaza: mercado a todo color',
    page: 'light-dark(#ffd400, #12061f)',
    properties: {
      '--pay-accent': 'light-dark(#d4004f, #ffd400)',
      '--pay-on-accent': 'light-dark(#fff, #2a1458)',
      '--pay-surface': 'light-dark(#fff, #211038)',
      '--pay-field': 'light-dark(#fff, #2d1849)',
      '--pay-text': 'light-dark(#2a1458, #f7f0ff)',
      '--pay-muted': 'light-dark(#5c4a80, #c9b8e6)',
      '--pay-line': 'light-dark(#e3d9f5, #4b3470)',
      '--pay-outline': 'light-dark(#8a76b3, #8f7ab8)',
      '--pay-radius': '26px',
      '--pay-font': "ui-rounded, 'Nunito', 'Varela Round', system-ui, sans-serif",
    },
    parts: {
      header: { background: 'light-dark(#2a1458, #a80045)', color: '#fff' },
      'method, more-methods': { 'border-width': '2px' },
      'pay-button, retry-button': {
        'min-block-size': '64px',
        'border-radius': '99px',
        'box-shadow': '0 4px 0 light-dark(#8c0034, #a88c00)',
        'font-size': '1.25em',
        'font-weight': '800',
      },
    },
    attributes: { networks: 'visa mastercard amex' },
    words: {
      BANKDEBIT: 'Puente',
      WALLET_A: 'Colibrí',
      BANKA_TRANSFER: 'Banco Ceiba',
      BANKA_QR: 'QR Ceiba',
      WALLET_B: 'Chispa',
      BNPL: 'Alba',
      PCOL: 'Semillas',
      WALLET_PAY: 'Llavero',
      es: {
        methods: '¡Casi tuyo! ¿Cómo pagas?',
        'CARD.hint': 'Y en cuotas',
        'BANKDEBIT.hint': 'Tu banco',
        'WALLET_A.hint': 'En tu celular',
        'BANKA_TRANSFER.hint': 'Tu cuenta',
        'BANKA_QR.hint': 'En la app',
        'WALLET_B.hint': 'Con código',
        'BANKA_COLLECT.hint': 'En tu barrio',
        'PCOL.hint': 'Tus puntos',
      },
    },
    marks: inventedMarks,
  },
  calle: {
    title: 'Calle: siempre oscuro, ácido',
    scheme: 'dark',
    page: '#000',
    properties: {
      '--pay-accent': '#d4ff2a',
      '--pay-on-accent': '#0b0b0b',
      '--pay-surface': '#0b0b0b',
      '--pay-field': '#161616',
      '--pay-text': '#f4f4f0',
      '--pay-muted': '#a8a8a0',
      '--pay-line': '#3a3a36',
      '--pay-outline': '#7c7c74',
      '--pay-danger': '#ff8a7a',
      '--pay-success': '#d4ff2a',
      '--pay-radius': '0px',
      '--pay-gap': '14px',
      '--pay-font': "ui-monospace, 'SF Mono', Menlo, Consolas, 'DejaVu Sans Mono', monospace",
      '--pay-font-size': '15px',
    },
    parts: {
      'methods, more-methods, label': { 'text-transform': 'uppercase' },
      'pay-button, retry-button': {
        'font-size': '1.125em',
        'font-weight': '800',
        'letter-spacing': '0.06em',
        'text-transform': 'uppercase',
      },
      'test-badge': { 'border-radius': '0', 'text-transform': 'uppercase' },
    },
  },
} satisfies Record<string, Theme>;

export type ThemeName = keyof typeof themes;

/** How much room everything has. */
export const densities = {
  theme: {},
  compact: { '--pay-gap': '8px', '--pay-control-size': '44px', '--pay-font-size': '15px' },
  roomy: { '--pay-gap': '24px', '--pay-control-size': '56px', '--pay-font-size': '17px' },
} as const;

type Density = keyof typeof densities;

/** What is chosen of the look. */
export interface Look {
  theme: ThemeName;
  /** Instead of the theme's; empty for the theme's. */
  accent: string;
  /** In px, as text; empty for the theme's. */
  radius: string;
  density: Density;
}

const rule = (selector: string, declarations: Declarations): string => {
  const lines = Object.entries(declarations).map(([name, value]) => `  ${name}: ${value};\n`);
  return lines.length > 0 ? `${selector} {\n${lines.join('')}}\n` : '';
};

/** The style sheet that gives the checkout a look; empty for the one that it has by itself. */
export function styleSheet({ theme, accent, radius, density }: Look): string {
  const { scheme, properties, parts = {} }: Theme = themes[theme];
  const declared = {
    ...(scheme && { 'color-scheme': scheme }),
    ...properties,
    ...densities[density],
    ...(accent && { '--pay-accent': accent }),
    ...(radius && { '--pay-radius': `${radius}px` }),
  };
  const rules = Object.entries(parts).map(([names, declarations]) => {
    const selectors = names.split(', ').map((part) => `pay-checkout::part(${part})`);
    return rule(selectors.join(',\n'), declarations);
  });
  return [rule('pay-checkout', declared), ...rules].join('');
}
