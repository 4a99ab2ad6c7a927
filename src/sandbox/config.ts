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
