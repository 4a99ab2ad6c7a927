// N=12 C=fast|slow DIST=a,b
import { launch } from 'puppeteer-core';
import { serve } from '../src/sandbox/index.ts';
import { chromiumLaunch } from './browsers.mjs';
import { serveCompressed } from './bench/compressed-server.ts';
import { loadFigures } from './bench/load-figures.ts';
import { shopPages } from './bench/shop-pages.ts';
import { conditions } from './bench/target.ts';
const n = Number(process.env.N ?? 8);
const cond = conditions[(process.env.C ?? 'fast') as 'fast'];
const dists = (process.env.DIST ?? 'dist/cdn').split(',');
const sandbox = await serve({ port: 0, host: '127.0.0.1' });
const { pages, targets } = await shopPages(sandbox.url);
const chromium = chromiumLaunch({ isWhole: true });
const browser = await launch({
  ...chromium,
  networkEnabled: false,
  args: [...chromium.args, '--disable-site-isolation-trials', '--disable-features=IsolateOrigins,site-per-process'],
});
const med = (v: number[]) => v.toSorted((a, b) => a - b)[Math.floor(v.length / 2)] ?? NaN;
const all = [] as { name: string; target: any; out: Record<string, number[]> }[];
const servers = [] as any[];
for (const d of dists) {
  const s = await serveCompressed(pages, d, [
    { path: /\/doctor-/, script: 'export class Doctor { constructor() { return new Promise(() => {}); } }' },
  ]);
  servers.push(s);
  const [plain, element] = targets(s.origin);
  if (all.length === 0) all.push({ name: 'plain', target: plain, out: {} });
  all.push({ name: d, target: element, out: {} });
}
for (const a of all) await loadFigures(browser, a.target, conditions.fast);
for (let i = 0; i < n; i++)
  for (const a of i % 2 ? all : all.toReversed()) {
    const f: any = await loadFigures(browser, a.target, cond);
    for (const k in f) (a.out[k] ??= []).push(f[k]);
  }
const floor = all[0]!.out;
for (const a of all) {
  const line = Object.keys(a.out)
    .filter((k) => /cpu|visible|usable|heap|key|cpuUsable/.test(k))
    .map(
      (k) =>
        `${k} ${(k === 'heap' ? med(a.out[k]!) / 1024 : med(a.out[k]!)).toFixed(2)} (${med(a.out[k]!.map((v, i) => v / floor[k]![i]!)).toFixed(3)}${/cpu|key/.test(k) ? ' min ' + (Math.min(...a.out[k]!) / Math.min(...floor[k]!)).toFixed(3) + ' med ' + (med(a.out[k]!) / med(floor[k]!)).toFixed(3) : ''})`,
    )
    .join('  ');
  console.log(a.name.padEnd(16), line);
}
await browser.close();
for (const s of servers) s.close();
await sandbox.close();
