/** Where a designated value leads (SPEC.md 8.2). */
export const OUTCOMES = ['APPROVED', 'DECLINED', 'ERROR'] as const;
export type DesignatedOutcome = (typeof OUTCOMES)[number];

/** The outcome of that name, if there is one. */
export const outcomeNamed = (name: unknown): DesignatedOutcome | undefined => OUTCOMES.find((known) => known === name);

/**
 * The secrets, credentials and designated values that the sandbox starts with, as `GET /_sandbox/config` shows them.
 * They are public knowledge on purpose: nothing here guards anything.
 */
export const SANDBOX_CONFIG = {
  /** Appended to reference, amount and currency before hashing a transaction's integrity signature. */
  integrity_secret: 'test_integrity_pay_checkout',
  /** Signs the events of both APIs. */
  events_secret: 'test_events_pay_checkout',
  /** What the disbursements API expects in `x-api-key`. */
  api_key: 'test_api_key_pay_checkout',
  /** What the disbursements API expects in `user-principal-id`. */
  user_principal_id: 'test_principal_pay_checkout',
  /**
   * BRE-B keys that resolve, by type, and keys that lead to one error each, by error code; `TAX_ID` is the second one of
   * the type IDENTIFICATION.
   */
  keys: {
    ALPHANUMERIC: '@tienda01',
    MAIL: 'persona@example.com',
    PHONE: '3001234567',
    IDENTIFICATION: '1012345678',
    TAX_ID: '900123456',
    ESTABLISHMENT_CODE: '00012345',
    EXC_034: '@noexiste',
    EXC_035: '@inactiva',
    EXC_036: '@sinservicio',
    EXC_037: '@demorada',
  },
  /** Source accounts: one that works and one per refusal. */
  accounts: {
    MAIN: 'acc_test_main',
    EXC_017: 'acc_test_daily_limit',
    EXC_018: 'acc_test_plan_limit',
    EXC_019: 'acc_test_unusable',
  },
} as const;

export type SandboxConfig = typeof SANDBOX_CONFIG;

/** How a payment ends, and why. */
export interface DesignatedEnd {
  readonly outcome: DesignatedOutcome;
  readonly reason?: string;
  /** What the method puts out at the end. */
  readonly extra?: Readonly<Record<string, unknown>>;
}

/** Designated numbers of wallet A (SPEC.md 8.2, rule 3); any other errors. */
export const WALLET_A_NUMBERS = { APPROVED: '3991111111', DECLINED: '3992222222' } as const;

/** Designated numbers for recurring payments with wallet B (SPEC.md 8.2, rule 7); any other errors. */
export const WALLET_B_NUMBERS = { ...WALLET_A_NUMBERS, DECLINED_INVALID_WALLET: '3993333333' } as const;

/** Where a payment or a later charge from a wallet's number leads. */
export function walletEnd(type: 'WALLET_A' | 'WALLET_B', phone: string): DesignatedEnd {
  if (phone === WALLET_A_NUMBERS.APPROVED) return { outcome: 'APPROVED' };
  if (phone === WALLET_A_NUMBERS.DECLINED) return { outcome: 'DECLINED' };
  if (type === 'WALLET_B' && phone === WALLET_B_NUMBERS.DECLINED_INVALID_WALLET)
    return { outcome: 'DECLINED', reason: 'Billetera no válida' };
  return { outcome: 'ERROR' };
}

/** Designated one-time codes of wallet B; any other code is wrong. */
export const WALLET_B_CODES = {
  APPROVED: '574829',
  DECLINED: '932015',
  DECLINED_INSUFFICIENT_FUNDS: '186743',
  ERROR: '999999',
} as const;

/** Where each of these codes leads. */
export const CODE_ENDS: Readonly<Record<string, DesignatedEnd>> = {
  [WALLET_B_CODES.APPROVED]: { outcome: 'APPROVED' },
  [WALLET_B_CODES.DECLINED]: { outcome: 'DECLINED' },
  [WALLET_B_CODES.DECLINED_INSUFFICIENT_FUNDS]: { outcome: 'DECLINED', reason: 'Saldo insuficiente' },
  [WALLET_B_CODES.ERROR]: { outcome: 'ERROR' },
};

const plain = <Outcome extends DesignatedOutcome>(outcome: Outcome) => ({ kind: 'plain', outcome }) as const;
const frictionless = <Outcome extends DesignatedOutcome>(outcome: Outcome) =>
  ({ kind: 'frictionless', outcome }) as const;
const challenge = <Variant extends string>(variant: Variant) => ({ kind: 'challenge', variant }) as const;

/** The designated cards (SPEC.md 8.2, rule 2, and section 10). Any other well-formed card errors. */
const CARDS = [
  ['4242424242424242', plain('APPROVED'), 'approves'],
  ['4111111111111111', plain('DECLINED'), 'declines'],
  ['4000000000003220', challenge('plain'), 'asks for a challenge'],
  ['4000000000003063', frictionless('APPROVED'), 'authenticates without a challenge'],
  ['4000000032200208', frictionless('DECLINED'), 'fails the authentication without a challenge'],
  ['5200000032200013', challenge('plain'), 'Mastercard that asks for a challenge'],
  ['370000003220011', challenge('plain'), 'American Express (CVC of 4 digits) that asks for a challenge'],
  ['4000000032200802', challenge('after-browser-info'), 'SUPPORTED_VERSION and BROWSER_INFO first, then a challenge'],
  ['4000000032200109', challenge('never-finishes'), 'its challenge never ends'],
  ['4000000032200307', challenge('refuses-frames'), "its challenge page sends frame-ancestors 'none'"],
  ['4000000032200406', challenge('second-host'), 'its challenge page redirects to a second host'],
  ['4000000032200505', challenge('script-only'), 'its fragment works by an inline script alone'],
  ['4000000032200604', challenge('slow'), 'its challenge page takes several seconds'],
  ['4000000032200703', challenge('changes'), 'its fragment is replaced once while the challenge is pending'],
] as const;

/** The same as `GET /_sandbox/config` lists them. */
export const TEST_CARDS = CARDS.map(([number, course, description]) => ({ number, course, description }));

/** What a card leads to when it is charged. It says nothing about the number. */
export type CardCourse = ReturnType<typeof courseOf>;

/** How the bank's challenge behaves. */
export type ChallengeVariant = Extract<CardCourse, { kind: 'challenge' }>['variant'];

/** What a card number leads to. */
export const courseOf = (given: string) => TEST_CARDS.find(({ number }) => number === given)?.course ?? plain('ERROR');
