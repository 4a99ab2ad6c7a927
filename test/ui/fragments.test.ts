import { expect } from '@open-wc/testing';
import { isOfShop } from '../../src/browser/shop-origins.ts';
import { ChallengeFrame } from '../../src/ui/challenge/challenge-frame.ts';
import { decodeFragment, planChallenge, type ChallengePlan } from '../../src/ui/challenge/challenge-plan.ts';
import { CheckoutError } from '../../src/domain/checkout-error.ts';
import { isLoopback } from '../../src/domain/safe-address.ts';
import { hostileFragments, mark } from './challenge-fragments.ts';
import { until } from './challenge-shop.ts';
import { madeUpFragments } from './made-up-fragments.ts';
import { publishedVectors } from './published-vectors.ts';

/** How many fragments are made up: 3,000, or as `FRAGMENTS` says. */
declare const __FRAGMENTS__: number;

/** How much longer than a harmless fragment of its length one may take. */
const maxRatio = 10;
/** Frames that are on the page at the same time. */
const atOnce = 20;

const own = window.location.origin;
const bank = own.replace('localhost', '127.0.0.1');
const target = `${bank}/fragment-target`;

const countOf = async (whose: 'own' | 'bank'): Promise<number> => {
  const counts = (await (await fetch('/fragment-counts')).json()) as Record<'own' | 'bank', number>;
  return counts[whose];
};

/** A bank's fragment of a length, or the longest that is taken: a frame, and a form with three fields. */
function harmless(length: number): string {
  const around = (value: string): string =>
    `<iframe name="acs"></iframe><form method="post" action="${target}" target="acs"><input type="hidden" name="creq" value="${value}"><input type="hidden" name="threeDSSessionData" value="MTIz"><input type="hidden" name="TermUrl" value="https://service.example/3ds"></form>`;
  return around('a'.repeat(Math.max(0, Math.min(length, 65_000) - around('').length)));
}

/** The plan of a fragment; undefined where it is refused, which is always done with words. */
function planOf(html: string): ChallengePlan | undefined {
  try {
    return planChallenge(decodeFragment(html), {
      isTest: true,
      isOfShop: isOfShop({ shop: [], service: 'https://api.example' }),
    });
  } catch (thrown) {
    if (thrown instanceof CheckoutError && thrown.code === 'challenge_invalid') return undefined;
    throw thrown;
  }
}

/** The least time of several tries, in ms. One run is shorter than the clock of some browsers can tell. */
function timeOf(html: string, tries: number, runs: number): number {
  const times = Array.from({ length: tries }, () => {
    const began = performance.now();
    for (let run = 0; run < runs; run++) planOf(html);
    return (performance.now() - began) / runs;
  });
  return Math.min(...times);
}

const floors = new Map<number, number>();
/** What a harmless fragment of this length takes, or one that is a little shorter. */
function floorOf(length: number): number {
  const step = Math.floor(length / 1024) * 1024;
  const floor = floors.get(step) ?? timeOf(harmless(step), 3, 10);
  floors.set(step, floor);
  return floor;
}

/** How much longer a fragment takes than a harmless one. A machine that is busy elsewhere is asked again. */
function ratioOf(html: string, once: number): number {
  let ratio = once / floorOf(html.length);
  for (let tries = 0; ratio > maxRatio && tries < 20; tries++)
    ratio = Math.min(ratio, timeOf(html, 3, 10) / timeOf(harmless(html.length), 3, 10));
  return ratio;
}

const addressesOf = ({ frames, forms }: ChallengePlan): string[] => [
  ...frames.filter((src) => src !== undefined),
  ...forms.map(({ action }) => action),
];

/** Shows plans side by side, each until its first page is there. */
async function host(plans: readonly ChallengePlan[]): Promise<void> {
  const waiting = new Set(plans);
  const frames = plans.map(
    (plan) =>
      new ChallengeFrame({
        plan,
        isTest: true,
        words: { title: '', send: '', locale: 'es' },
        onLoad: () => waiting.delete(plan),
        onHasten: () => undefined,
        onProblem: () => waiting.delete(plan),
      }),
  );
  const box = document.createElement('div');
  box.append(...frames.map(({ element }) => element));
  document.body.append(box);
  await until(() => waiting.size === 0, 'each bank’s page').catch((error: unknown) => {
    throw new Error(`The page of ${JSON.stringify([...waiting])} is not there.`, { cause: error });
  });
  for (const frame of frames) frame.dispose();
  box.remove();
}

describe('S1: a bank that sends its challenge back to the shop', () => {
  it('shows nothing of a shop whose pages may not be framed, and cannot move the page', async () => {
    const address = window.location.href;
    const before = await countOf('own');
    const plan = planOf(`<form method="post" action="${bank}/fragment-redirect"></form>`);
    const told: string[] = [];
    const frame = new ChallengeFrame({
      plan: plan!,
      isTest: true,
      words: { title: '', send: '', locale: 'es' },
      onLoad: () => told.push('load'),
      onHasten: () => told.push('hasten'),
      onProblem: ({ code }) => told.push(code),
    });
    document.body.append(frame.element);
    await until(async () => (await countOf('own')) > before, 'the redirect');
    const shell = (): Document | null => (frame.element as HTMLIFrameElement).contentDocument;
    await until(() => shell()?.querySelector('iframe')?.contentDocument === null, 'what the browser shows instead');
    expect(window.location.href).to.equal(address);
    expect(told.filter((word) => word !== 'load' && word !== 'hasten')).to.deep.equal([]);
    frame.dispose();
    frame.element.remove();
  });
});

describe('S6: hostile fragments', function () {
  this.timeout(1_800_000);
  let vectors: string[];
  let ownBefore = 0;

  before(async () => {
    vectors = (await publishedVectors()).map(({ payload }) => payload);
    window.hits = [];
    window.alert = () => void window.hits.push('alert');
  });

  it('would be noticed', async () => {
    const [hitsOf, reaches] = [
      hostileFragments(target)['a picture that fails']!,
      `<iframe src="${own}/fragment-target"></iframe>`,
    ];
    ownBefore = await countOf('own');
    const bankBefore = await countOf('bank');
    const frame = document.createElement('iframe');
    frame.srcdoc = hitsOf + reaches + `<iframe src="${target}"></iframe>`;
    document.body.append(frame);
    await until(() => window.hits.length > 0, 'a mark');
    await until(async () => (await countOf('own')) > ownBefore, 'a request to the page’s own origin');
    await until(async () => (await countOf('bank')) > bankBefore, 'a request to the bank');
    frame.remove();
    expect(mark).to.contain('hits');
    window.hits.length = 0;
    ownBefore = await countOf('own');
  });

  it('run no script, reach the bank alone, and take no longer than ten harmless ones', async () => {
    const address = window.location.href;
    const started = performance.now();
    const plans = new Map<string, ChallengePlan>();
    let [taken, slowest, slowestHtml] = [0, 0, ''];
    const all = [
      ...vectors,
      ...Object.values(hostileFragments(target)),
      ...madeUpFragments(__FRAGMENTS__, { bank: target, own, vectors }),
    ];
    for (const html of all) {
      const began = performance.now();
      const plan = planOf(html);
      const ratio = ratioOf(html, performance.now() - began);
      if (ratio > slowest) [slowest, slowestHtml] = [ratio, html];
      if (!plan) continue;
      taken += 1;
      for (const href of addressesOf(plan)) {
        const { username, host: place, hostname } = new URL(href);
        expect(place, html).not.to.equal(window.location.host);
        expect([username, hostname.endsWith('.')], html).to.deep.equal(['', false]);
        expect(isLoopback(hostname) || href.startsWith('https://'), `${href} of ${html}`).to.be.true;
      }
      // What others' vectors name is not on this machine.
      if (addressesOf(plan).every((href) => href.startsWith(bank))) plans.set(JSON.stringify(plan), plan);
    }
    expect(slowest, slowestHtml.slice(0, 500)).to.be.at.most(maxRatio);
    // Else it would be no wonder.
    expect(taken).to.be.greaterThan(all.length / 4);

    const judged = performance.now();
    const distinct = [...plans.values()];
    for (let first = 0; first < distinct.length; first += atOnce) await host(distinct.slice(first, first + atOnce));
    expect(window.hits, 'marks').to.deep.equal([]);
    expect(await countOf('own')).to.equal(ownBefore);
    expect(window.location.href).to.equal(address);
    console.info(
      `${all.length} fragments, ${taken} taken, ${distinct.length} plans shown; the slowest took ${slowest.toFixed(1)} times a harmless one; ${((judged - started) / 1000).toFixed(1)} s to judge, ${((performance.now() - judged) / 1000).toFixed(1)} s to show`,
    );
  });
});
