import type { ToolText } from '../tools/en.ts';

/** A look: `--pay-*` properties, the scheme if it has but one, and a page that suits it. */
export interface Theme {
  title: ToolText;
  scheme?: 'light' | 'dark';
  /** Background of the page around the checkout. */
  page: string;
  properties: Readonly<Record<`--pay-${string}`, string>>;
}

/** The looks to choose from; the first is the one that the checkout has by itself. */
export const themes = {
  base: { title: 'De fábrica', page: 'light-dark(#f4f6f8, #0d1114)', properties: {} },
  cafetal: {
    title: 'Cafetal: cálido y redondo',
    page: 'light-dark(#f3e6d8, #130d09)',
    properties: {
      '--pay-accent': 'light-dark(#7a3b16, #f0b68f)',
      '--pay-on-accent': 'light-dark(#fff, #2a1206)',
      '--pay-surface': 'light-dark(#fffaf4, #1f1611)',
      '--pay-field': 'light-dark(#fff, #2a1f18)',
      '--pay-text': 'light-dark(#2b1d14, #f5ebe3)',
      '--pay-muted': 'light-dark(#6b5648, #c9b3a4)',
      '--pay-line': 'light-dark(#ecdccd, #45352a)',
      '--pay-outline': 'light-dark(#9c8371, #8d7767)',
      '--pay-radius': '22px',
      '--pay-gap': '18px',
    },
  },
  papel: {
    title: 'Papel: tinta, esquinas rectas',
    page: 'light-dark(#eeeee8, #0c0c0b)',
    properties: {
      '--pay-accent': 'light-dark(#1c1c1c, #f2f2ee)',
      '--pay-on-accent': 'light-dark(#fff, #161614)',
      '--pay-surface': 'light-dark(#fdfdfb, #161614)',
      '--pay-field': 'light-dark(#fff, #1d1d1a)',
      '--pay-text': 'light-dark(#1c1c1c, #f2f2ee)',
      '--pay-muted': 'light-dark(#5c5c56, #b3b3aa)',
      '--pay-line': 'light-dark(#dcdcd4, #3b3b36)',
      '--pay-outline': 'light-dark(#8a8a80, #7d7d74)',
      '--pay-radius': '0px',
      '--pay-font': "Georgia, 'Times New Roman', serif",
      '--pay-font-size': '17px',
    },
  },
  noche: {
    title: 'Noche: siempre oscuro y compacto',
    scheme: 'dark',
    page: '#07090b',
    properties: {
      '--pay-accent': '#b8f34a',
      '--pay-on-accent': '#15200a',
      '--pay-surface': '#101418',
      '--pay-field': '#181e24',
      '--pay-text': '#eef3f7',
      '--pay-muted': '#a3b1bd',
      '--pay-line': '#2b343c',
      '--pay-outline': '#6f7f8c',
      '--pay-radius': '8px',
      '--pay-gap': '10px',
      '--pay-control-size': '44px',
      '--pay-font-size': '15px',
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

/** The style sheet that gives the checkout a look; empty for the one that it has by itself. */
export function styleSheet({ theme, accent, radius, density }: Look): string {
  const { scheme, properties }: Theme = themes[theme];
  const declared = {
    ...(scheme && { 'color-scheme': scheme }),
    ...properties,
    ...densities[density],
    ...(accent && { '--pay-accent': accent }),
    ...(radius && { '--pay-radius': `${radius}px` }),
  };
  const lines = Object.entries(declared).map(([name, value]) => `  ${name}: ${value};\n`);
  return lines.length > 0 ? `pay-checkout {\n${lines.join('')}}\n` : '';
}
