import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { launch, type Browser } from 'puppeteer-core';
import { chromiumLaunch } from '../../scripts/browsers.mjs';
import { Harness } from '../e2e/harness.ts';
import { MountingPage, type Held, type Mounted } from './mounting-page.ts';
import { Pace, recordToFollow, type RecordName } from './records.ts';

const cycles = 50;
/** Caches fill in the first few: what counts is what grows after them. */
const warmUp = 30;
/** Less than a listener and what it holds, in bytes. */
const mostBytesACycle = 96;
const parts = 5;
/**
 * A leak shows in every part of the cycles: of the sorted parts the one at this place counts. Now and then there is more:
 * a chunk that a busy machine runs late, or the element last removed, which the engine holds until the next one comes.
 */
const judgedPlace = 0.2;
/** What looks like a leak is watched for longer: an engine that is still filling a cache comes to an end, a leak never. */
const partsInDoubt = 25;

/** Code that the engine compiles anew, the more often it runs, is memory too: without that the heap stands still. */
const steadyHeap = '--no-opt --no-maglev --no-sparkplug --no-flush-bytecode --no-regexp-tier-up';

const following = (state: string, shows: string): Mounted => ({ state, shows });

/** Each state, with what is on the screen then. */
const followed: Readonly<Record<RecordName, Mounted>> = {
  challenge: following('action', '[part=challenge]:not(:has([role=status]))'),
  redirect: following('action', 'a[href]'),
  qr: following('action', '[part~=qr]'),
  voucher: following('action', '[part~=voucher]'),
  otp: following('action', '[name=otp]'),
  push: following('action', '[part~=status]'),
  processing: following('processing', '[part~=status]'),
  settled: following('settled', '[part~=status]'),
};

const others: Readonly<Record<string, Mounted>> = {
  loading: { state: 'loading', shows: ':host > *, *' },
  'ready with the card': { state: 'ready', shows: '[name=number]' },
  'ready with a list of banks': { state: 'ready', method: 'BANKDEBIT', shows: '[name=financial_institution_code]' },
  'ready in mode source': { state: 'ready', attributes: { mode: 'source' }, shows: '[name=number]' },
  submitting: { state: 'submitting', method: 'WALLET_A', submits: 'order that never comes', shows: '[part~=base]' },
  failed: { state: 'failed', attributes: { 'public-key': 'prv_test_wrong' }, shows: '[part~=status]' },
  unknown: { state: 'unknown', method: 'WALLET_A', submits: 'order', shows: '[part~=status]' },
};

describe(`${cycles} mounts and unmounts`, () => {
  const harness = new Harness();
  const pace = new Pace();
  let browser: Browser;
  before(async () => {
    const { args, ...options } = chromiumLaunch();
    browser = await launch({ ...options, args: [...args, `--js-flags=${steadyHeap}`] });
    await harness.start(browser, pace);
  });
  after(async () => {
    await browser.close();
    await harness.stop();
  });

  /** How much more a page holds after the cycles. */
  const growth = async (mounted: Mounted, times: number) => {
    const page = await MountingPage.open(harness);
    try {
      await page.mount(mounted, warmUp);
      const helds = [await page.held()];
      const judge = () => {
        const [first, last, made] = [helds[0], helds.at(-1), helds.length - 1] as [Held, Held, number];
        /** What a part adds, but for one that may have given something back. */
        const each = (kind: keyof Held): number => {
          const grown = helds.slice(1).map((held, part) => held[kind] - (helds[part]?.[kind] ?? 0));
          return grown.toSorted((a, b) => a - b)[Math.floor(judgedPlace * made)] ?? Number.NaN;
        };
        return {
          nodes: Math.min(last.nodes - first.nodes, parts * each('nodes')),
          listeners: Math.min(last.listeners - first.listeners, parts * each('listeners')),
          bytesACycle: (parts * each('bytes')) / times,
        };
      };
      const isClean = ({ nodes, listeners, bytesACycle }: ReturnType<typeof judge>): boolean =>
        nodes <= 0 && listeners <= 0 && bytesACycle < mostBytesACycle;
      const look = async (upTo: number): Promise<void> => {
        while (helds.length <= upTo) {
          await page.mount(mounted, times / parts);
          helds.push(await page.held());
        }
      };
      await look(parts);
      if (!isClean(judge())) await look(partsInDoubt);
      return judge();
    } finally {
      await page.close();
    }
  };

  const check = (name: string, prepare: () => Promise<Mounted>) => {
    it(`leave nothing behind: ${name}`, { timeout: 120_000 }, async () => {
      const { nodes, listeners, ...heap } = await growth(await prepare(), cycles);
      console.info(
        `| ${name.padEnd(26)} | ${nodes} nodes | ${listeners} listeners | ${heap.bytesACycle.toFixed(1)} bytes a cycle |`,
      );
      assert.ok(nodes <= 0, `${nodes} nodes`);
      assert.ok(listeners <= 0, `${listeners} listeners`);
      assert.ok(heap.bytesACycle < mostBytesACycle, `${heap.bytesACycle} bytes a cycle`);
    });
  };

  for (const [name, mounted] of Object.entries(others))
    check(name, async () => {
      await harness.sandbox.reset();
      const fault = { kind: 'drop-before' } as const;
      if (name === 'unknown')
        await harness.sandbox.fault({ method: 'POST', path: '/transactions', times: 1000, fault });
      return mounted;
    });
  for (const [name, mounted] of Object.entries(followed) as [RecordName, Mounted][])
    check(name, async () => {
      const record = await recordToFollow(harness, name, pace);
      // The service sends no more than a few codes, and each page that nobody knows asks for one.
      const fault = { kind: 'status', status: 200, body: {} } as const;
      await harness.sandbox.fault({ method: 'POST', path: `/wallet-b/${record.id}/send`, times: 1000, fault });
      return { ...mounted, record };
    });

  it('would be noticed with a listener that stays on the window, and with nodes that something holds', async () => {
    const ready: Mounted = { state: 'ready', shows: '[name=number]' };
    const planted = 20;
    const held = await growth({ ...ready, plants: 'listener' }, planted);
    assert.ok(held.listeners >= planted, 'the listeners');
    assert.ok(held.bytesACycle > mostBytesACycle, 'what the listeners hold');
    assert.ok((await growth({ ...ready, plants: 'node' }, planted)).nodes >= planted, 'the nodes');
  });
});
