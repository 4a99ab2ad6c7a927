import type { DesignatedOutcome } from './config.ts';

/** How the bank's challenge behaves. */
export type ChallengeVariant =
  | 'plain'
  | 'never-finishes'
  | 'refuses-frames'
  | 'second-host'
  | 'script-only'
  | 'slow'
  | 'changes'
  | 'after-browser-info';

/** What a card leads to when it is charged. It says nothing about the number. */
export type CardCourse =
  | { readonly kind: 'plain'; readonly outcome: DesignatedOutcome }
  | { readonly kind: 'frictionless'; readonly outcome: 'APPROVED' | 'DECLINED' }
  | { readonly kind: 'challenge'; readonly variant: ChallengeVariant };

/** A designated card, as `GET /_sandbox/config` lists it. */
export interface TestCard {
  readonly number: string;
  readonly course: CardCourse;
  readonly description: string;
}

/** The designated cards (SPEC.md 8.2, rule 2, and section 10). Any other well-formed card errors. */
export const TEST_CARDS: readonly TestCard[] = [
  plain('4242424242424242', 'APPROVED', 'approves'),
  plain('4111111111111111', 'DECLINED', 'declines'),
  challenge('4000000000003220', 'plain', 'asks for a challenge'),
  frictionless('4000000000003063', 'APPROVED', 'authenticates without a challenge'),
  frictionless('4000000032200208', 'DECLINED', 'fails the authentication without a challenge'),
  challenge('5200000032200013', 'plain', 'Mastercard that asks for a challenge'),
  challenge('370000003220011', 'plain', 'American Express (CVC of 4 digits) that asks for a challenge'),
  challenge('4000000032200802', 'after-browser-info', 'SUPPORTED_VERSION and BROWSER_INFO first, then a challenge'),
  challenge('4000000032200109', 'never-finishes', 'its challenge never ends'),
  challenge('4000000032200307', 'refuses-frames', "its challenge page sends frame-ancestors 'none'"),
  challenge('4000000032200406', 'second-host', 'its challenge page redirects to a second host'),
  challenge('4000000032200505', 'script-only', 'its fragment works by an inline script alone'),
  challenge('4000000032200604', 'slow', 'its challenge page takes several seconds'),
  challenge('4000000032200703', 'changes', 'its fragment is replaced once while the challenge is pending'),
];

const ANY_OTHER: CardCourse = { kind: 'plain', outcome: 'ERROR' };

/** What a card number leads to. */
export function courseOf(number: string): CardCourse {
  return TEST_CARDS.find((card) => card.number === number)?.course ?? ANY_OTHER;
}

function plain(number: string, outcome: DesignatedOutcome, description: string): TestCard {
  return { number, course: { kind: 'plain', outcome }, description };
}

function frictionless(number: string, outcome: 'APPROVED' | 'DECLINED', description: string): TestCard {
  return { number, course: { kind: 'frictionless', outcome }, description };
}

function challenge(number: string, variant: ChallengeVariant, description: string): TestCard {
  return { number, course: { kind: 'challenge', variant }, description };
}
