/** Where a designated card leads when it is charged (SPEC.md 8.2, rule 2). */
export type DesignatedOutcome = 'APPROVED' | 'DECLINED' | 'ERROR';

/**
 * The secrets, credentials and designated values that the sandbox starts with, as `GET /_sandbox/config` shows them.
 * They are public knowledge on purpose: nothing here guards anything.
 */
export interface SandboxConfig {
  /** Appended to reference, amount and currency before hashing a transaction's integrity signature. */
  readonly integrity_secret: string;
  /** Signs the events of both APIs. */
  readonly events_secret: string;
  /** What the disbursements API expects in `x-api-key`. */
  readonly api_key: string;
  /** What the disbursements API expects in `user-principal-id`. */
  readonly user_principal_id: string;
  /** BRE-B keys that resolve, by type, and keys that lead to one error each, by error code. */
  readonly keys: Readonly<Record<BrebTestKey, string>>;
  /** Source accounts: one that works and one per refusal. */
  readonly accounts: Readonly<Record<TestAccount, string>>;
}

/** Names of the designated BRE-B keys; `TAX_ID` is the second one of the type IDENTIFICATION. */
export type BrebTestKey =
  | 'ALPHANUMERIC'
  | 'MAIL'
  | 'PHONE'
  | 'IDENTIFICATION'
  | 'TAX_ID'
  | 'ESTABLISHMENT_CODE'
  | 'EXC_034'
  | 'EXC_035'
  | 'EXC_036'
  | 'EXC_037';

/** Names of the designated source accounts. */
export type TestAccount = 'MAIN' | 'EXC_017' | 'EXC_018' | 'EXC_019';

/** The documented defaults of the sandbox. */
export const SANDBOX_CONFIG: SandboxConfig = {
  integrity_secret: 'test_integrity_pay_checkout',
  events_secret: 'test_events_pay_checkout',
  api_key: 'test_api_key_pay_checkout',
  user_principal_id: 'test_principal_pay_checkout',
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
  accounts: {
    MAIN: 'acc_test_main',
    EXC_017: 'acc_test_daily_limit',
    EXC_018: 'acc_test_plan_limit',
    EXC_019: 'acc_test_unusable',
  },
};

/** Designated numbers of wallet A (SPEC.md 8.2, rule 3); any other errors. */
export const WALLET_A_NUMBERS = { APPROVED: '3991111111', DECLINED: '3992222222' } as const;

/** Designated numbers for recurring payments with wallet B (SPEC.md 8.2, rule 7); any other errors. */
export const WALLET_B_NUMBERS = {
  APPROVED: '3991111111',
  DECLINED: '3992222222',
  DECLINED_INVALID_WALLET: '3993333333',
} as const;

/** Designated one-time codes of wallet B; any other code is wrong. */
export const WALLET_B_CODES = {
  APPROVED: '574829',
  DECLINED: '932015',
  DECLINED_INSUFFICIENT_FUNDS: '186743',
  ERROR: '999999',
} as const;

/** How a payment ends, and why. */
export interface WalletEnd {
  readonly outcome: DesignatedOutcome;
  readonly reason?: string;
}

/** Where a payment from a wallet A number leads. */
export function walletAOutcome(phone: string): DesignatedOutcome {
  if (phone === WALLET_A_NUMBERS.APPROVED) return 'APPROVED';
  return phone === WALLET_A_NUMBERS.DECLINED ? 'DECLINED' : 'ERROR';
}

/** Where a recurring payment from a wallet B number leads. */
export function walletBOutcome(phone: string): WalletEnd {
  if (phone === WALLET_B_NUMBERS.APPROVED) return { outcome: 'APPROVED' };
  if (phone === WALLET_B_NUMBERS.DECLINED) return { outcome: 'DECLINED' };
  if (phone === WALLET_B_NUMBERS.DECLINED_INVALID_WALLET) return { outcome: 'DECLINED', reason: 'Billetera no válida' };
  return { outcome: 'ERROR' };
}

/** Where a one-time code leads; undefined for a wrong one. */
export function codeEnd(code: string): WalletEnd | undefined {
  if (code === WALLET_B_CODES.APPROVED) return { outcome: 'APPROVED' };
  if (code === WALLET_B_CODES.DECLINED) return { outcome: 'DECLINED' };
  if (code === WALLET_B_CODES.DECLINED_INSUFFICIENT_FUNDS) return { outcome: 'DECLINED', reason: 'Saldo insuficiente' };
  return code === WALLET_B_CODES.ERROR ? { outcome: 'ERROR' } : undefined;
}

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
interface TestCard {
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
