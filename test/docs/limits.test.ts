import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { readDoc } from './doc-files.ts';

const words: Readonly<Record<string, number>> = { a: 1, two: 2, three: 3, six: 6, ten: 10, fifty: 50 };

/** A number as documents write it: `two`, `20,000`, `5.000.000`. */
const numberIn = (text: string): number => words[text] ?? Number(text.replace(/[.,](?=\d{3})/g, ''));

/** A number as code writes it: `25 * 3600`, `10_000`. */
const productIn = (code: string): number =>
  code.split('*').reduce((product, factor) => product * Number(factor.replaceAll('_', '')), 1);

/** A limit: where it is told, where it stands, and how many of the code's units make one of the document's. */
interface Limit {
  doc: string;
  title: string;
  told: RegExp;
  file: string;
  held: RegExp;
  unit?: number;
}

const second = 1000;
const minute = 60 * second;
const kib = 1024;
const mib = 1024 * kib;
/** Minor units. */
const peso = 100;

const number = String.raw`([\d._, ]*\d|a|two|three|six|ten|fifty)`;
const product = String.raw`([\d_]+(?: \* [\d_]+)*)`;

/** @param told what the document says, with `#` for the number. @param held the same of the code */
const limit = (doc: string, told: string, file: string, held: string, unit = 1): Limit => {
  const pattern = (text: string, value: string) =>
    new RegExp(text.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`).replace('#', () => value));
  return {
    doc: `${doc}.md`,
    title: told,
    told: pattern(told, number),
    file: `src/${file}.ts`,
    held: pattern(held, product),
    unit,
  };
};

const limits: readonly Limit[] = [
  limit('docs/backend', 'stops after # bad transfers', 'domain/payout-batch', 'mostRows = #'),
  limit('docs/security', 'at most # bytes packed without loss', 'domain/safe-logo', 'maxLossless = #'),
  limit('docs/security', 'colour profile of at most # bytes', 'domain/safe-picture', 'maxProfile = #'),
  limit('README', 'waits # s in vain', 'checkout/checkout', 'renewalMs = #', second),

  limit('docs/reference', 'text of up to # characters', 'domain/order', 'longestId = #'),
  limit('docs/reference', 'It answers within # seconds, and', 'checkout/submission', 'orderTimeoutMs = #', second),
  limit('docs/reference', 'It has # seconds for an answer', 'checkout/resolve', 'answerTimeoutMs = #', second),
  limit('docs/reference', 'missing after # seconds is reported', 'element/flow', 'patienceMs = #', second),
  limit('docs/reference', 'more than # seconds', 'api/http-payments-api', "chargeSource', { timeoutMs: #", second),
  limit('docs/reference', 'within # seconds: after that', 'checkout/checkout', 'renewalMs = #', second),
  limit('docs/reference', '(for at most # minute)', 'checkout/hand-over', 'keepingTimeoutMs = #', minute),
  limit('docs/reference', 'could not be loaded within # s', 'browser/antifraud', 'timeoutMs = #', second),
  limit('docs/reference', 'or is larger than # MiB', 'api/service-client', 'maxAnswerBytes = #', mib),
  limit('docs/reference', 'MiB or # values', 'domain/oversized', 'mostValues = #'),
  limit('docs/reference', 'asks more than # questions', 'ui/challenge/challenge-plan', 'maxQuestions = #'),
  limit('docs/reference', 'under $ #; with a test key', 'checkout/check-attributes', 'leastLikelyCents = #', peso),
  limit('docs/reference', 'with a test key under $ #,', 'doctor/checks', 'seldomCents = #', peso),
  limit('docs/reference', '`BNPL` from $ #,', 'methods/pay-later', 'minInCents: #', peso),
  limit('docs/reference', '`WALLET_PAY` from $ #', 'methods/wallet-pay', 'minInCents: #', peso),
  limit('docs/reference', 'to $ #)', 'methods/wallet-pay', 'maxInCents: #', peso),
  limit('docs/reference', 'shows its first # methods', 'ui/method-fold', 'places = #'),
  limit(
    'docs/reference',
    'beside a wide form its first #',
    'ui/styles/method-styles',
    '.methods.methods {\n      --_places: #',
  ),
  limit('docs/reference', 'methods in your order, # of them', 'ui/method-fold', 'savedPlaces = #'),
  limit('docs/reference', 'the first # entries', 'domain/saved-source', 'mostSources = #'),

  limit('docs/purchases', 'a tab waits for # second', 'browser/page-environment', 'sharedMs = #', second),

  limit('docs/recipes', 'each one counts against the #', 'server/order-book', 'attempts = #'),
  limit(
    'docs/recipes',
    'where this browser has seen it within # days',
    'checkout/ledger/purchase-store',
    'keptForMs = # *',
  ),
  limit('docs/recipes', 'up to # bytes', 'domain/safe-logo', 'maxLogoBytes = #'),
  limit('docs/recipes', 'bytes and # pixels', 'domain/safe-logo', 'maxSide = #'),
  limit('docs/recipes', 'there are # minutes', 'checkout/wallet-permission', 'deadlineMs = #', minute),

  limit('docs/backend', 'Bodies end at # KiB', 'server/page-request', 'maxBodyBytes = #', kib),
  limit('docs/backend', 'an open order of at least # days', 'server/order-book', 'minAgeMs = # *'),
  limit('docs/backend', 'comes again within # minutes', 'server/source-routes', 'rememberedMs = #', minute),
  limit(
    'docs/backend',
    'an answer of more than # MiB',
    'server/exchange',
    'ofOneRecord: AnswerLimits = { mebibytes: #',
  ),
  limit('docs/backend', 'unpacked, or # values', 'domain/oversized', 'mostValues = #'),
  limit('docs/backend', 'payouts of more than # MiB', 'server/exchange', 'ofBatch: AnswerLimits = { mebibytes: #'),
  limit('docs/backend', 'MiB or # values', 'domain/oversized', 'mostServerValues = #'),
  limit('docs/backend', 'body of more than # MiB', 'server/verify-event', 'maxBodyBytes = #', mib),
  limit('docs/backend', 'older than # hours', 'server/verify-event', 'toleranceSeconds ?? # *'),
  limit(
    'docs/backend',
    'or more than # minutes ahead',
    'server/verify-event',
    'newestMs: nowMs + (toleranceSeconds ?? # *',
  ),
  limit('docs/backend', 'the first # characters of a refusal', 'server/hide-secrets', 'searchedInAll = #'),
  limit('docs/backend', '`timeoutMs` (#)', 'server/client-options', 'timeoutMs ?? #'),

  limit('docs/testing', 'settles # ms later', 'sandbox/disbursements/payout-book', 'STEP_MS = #'),
  limit(
    'docs/testing',
    '`PENDING_APPROVAL` for # seconds',
    'sandbox/disbursements/payout-book',
    'APPROVAL_MS = #',
    second,
  ),
  limit('docs/testing', 'after # s where nobody looks', 'sandbox/three-ds', 'UNSEEN_STEP_MS = #', second),

  limit('docs/accessibility', 'A one-time code (# minutes', 'checkout/code-entry', 'codeLivesMs = #', minute),
  limit('docs/accessibility', 'It is # px high', 'ui/challenge/build-challenge', 'min(100%, #px)'),
];

describe('the limits that documents tell', () => {
  for (const { doc, title, told, file, held, unit = 1 } of limits) {
    const [, given] = told.exec(readDoc(doc)) ?? [];
    it(`are those of the code: ${doc}, ${title}`, () => {
      assert(given !== undefined, `${doc} does not say it any more`);
      const [, code] = held.exec(readFileSync(file, 'utf8')) ?? [];
      assert(code !== undefined, `${file} has no ${held.source}`);
      assert.equal(numberIn(given), productIn(code) / unit, `${doc} says ${given}, ${file} has ${code}`);
    });
  }
});
