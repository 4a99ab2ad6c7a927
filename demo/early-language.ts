import type { Plugin } from 'vite';
import { storageKey } from './preferences.ts';

const script = `try {
  const { locale } = JSON.parse(localStorage.getItem('${storageKey}') ?? '{}');
  if (locale === 'en' || locale === 'pt') document.documentElement.dataset.untranslated = '';
} catch {}`;

/**
 * Hides the Spanish words of the pages that have others, for whoever has chosen another language: ahead of the pages' own
 * scripts, which come late on a slow line.
 */
export const earlyLanguage = (): Plugin => ({
  name: 'early-language',
  transformIndexHtml: (html) =>
    html.includes('<title data-say>') ? [{ tag: 'script', children: script, injectTo: 'head-prepend' }] : [],
});
