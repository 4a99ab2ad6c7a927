/**
 * The targets of the form's looks, measured on the demo shop in Chromium and printed as a table: how long the form is on
 * a phone, what is in view, how far things move while it loads, and how many taps a payment takes.
 *
 *   npm run face              prints the table; a target that is missed ends it with exit code 1
 */
import { DemoShop } from '../../test/e2e/demo-shop.ts';
import { measureLayout, measureDesktop } from './layout.ts';
import { measureShift } from './shift.ts';
import { measureTaps } from './taps.ts';
import type { Figure } from './figure.ts';

const figures: Figure[] = [];
for (const measure of [measureLayout, measureDesktop, measureShift, measureTaps]) {
  // One visitor's payments are none of the next one's business.
  const demo = new DemoShop();
  await demo.start();
  try {
    figures.push(...(await measure(demo)));
  } finally {
    await demo.stop();
  }
}

const isMet = ({ value, most, least = -Infinity }: Figure): boolean => value <= (most ?? Infinity) && value >= least;
console.table(
  Object.fromEntries(
    figures.map((figure) => {
      const { what, value, most, least, unit = '' } = figure;
      const target = most === undefined ? `at least ${least}` : `at most ${most}`;
      return [what, { measured: `${value} ${unit}`.trim(), target, met: isMet(figure) ? 'yes' : 'NO' }];
    }),
  ),
);
process.exitCode = figures.every(isMet) ? 0 : 1;
