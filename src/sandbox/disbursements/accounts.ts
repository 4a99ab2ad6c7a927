import type { World } from '../world.ts';
import { documentedRefusal, invalid } from './envelope.ts';

/** 10.000.000,00 in minor units. */
const BALANCE_AT_RESET = 1_000_000_000;

/** A source account that exists for one purpose: paying from it gives EXC_001. It is not listed. */
const INTERNAL_ERROR_ACCOUNT_ID = 'acc_test_internal_error';

/** A source account whose batches somebody has to approve first. It is not listed. */
export const APPROVAL_ACCOUNT_ID = 'acc_test_approval';

interface Account {
  readonly id: string;
  readonly name: string;
  readonly currency: 'COP';
  readonly status: 'ACTIVE' | 'INACTIVE';
  /** Minor units. */
  balanceInCents: number;
}

/** The source accounts of one sandbox: the designated ones of `GET /_sandbox/config`. */
export class Accounts {
  readonly #ids: World['config']['accounts'];
  /** Each with what batches have taken from it and may still give back, in minor units. */
  readonly #accounts: Map<string, { readonly account: Account; underWay: number }>;

  constructor(world: World) {
    this.#ids = world.config.accounts;
    this.#accounts = world.records();
    this.#fill();
    world.onReset(() => this.#fill());
  }

  list(): readonly Account[] {
    const accounts = Array.from(this.#accounts.values(), ({ account }) => account);
    return accounts.filter(({ id }) => id !== APPROVAL_ACCOUNT_ID);
  }

  /**
   * Takes money from an account for a batch; `settle` says what became of it.
   *
   * @throws {HTTPException} EXC_019, 017, 018, 001 for the designated accounts, EXC_019 for an unknown one, EXC_008
   * when the balance is too low
   */
  withdraw(accountId: string, cents: number): void {
    if (accountId === INTERNAL_ERROR_ACCOUNT_ID) throw documentedRefusal('EXC_001');
    const usable = this.#usable(accountId);
    if (accountId === this.#ids.EXC_017) throw documentedRefusal('EXC_017');
    if (accountId === this.#ids.EXC_018) throw documentedRefusal('EXC_018');
    if (cents > usable.account.balanceInCents) throw documentedRefusal('EXC_008');
    usable.account.balanceInCents -= cents;
    usable.underWay += cents;
  }

  /** Ends what `withdraw` began with the same account and amount, and gives back what was not paid. */
  settle(accountId: string, cents: number, unpaidCents: number): void {
    const usable = this.#usable(accountId);
    usable.underWay -= cents;
    usable.account.balanceInCents += unpaidCents;
  }

  /**
   * Puts money on an account and gives its new state.
   *
   * @throws {HTTPException} EXC_019 for an account that cannot be used; 400 for a balance that no JSON number holds,
   * or would not hold if everything under way came back
   */
  deposit(accountId: string, cents: number): Account {
    const { account, underWay } = this.#usable(accountId);
    const room = Number.MAX_SAFE_INTEGER - account.balanceInCents - underWay;
    if (cents > room) throw invalid(['amountInCents is too large']);
    account.balanceInCents += cents;
    return account;
  }

  #usable(accountId: string) {
    const found = this.#accounts.get(accountId);
    if (found?.account.status !== 'ACTIVE') throw documentedRefusal('EXC_019');
    return found;
  }

  #fill(): void {
    const { MAIN, EXC_017, EXC_018, EXC_019 } = this.#ids;
    const add = (id: string, name: string, status: Account['status'] = 'ACTIVE') => {
      const account: Account = { id, name, currency: 'COP', status, balanceInCents: BALANCE_AT_RESET };
      this.#accounts.set(id, { account, underWay: 0 });
    };
    add(MAIN, 'Cuenta principal');
    add(EXC_017, 'Cuenta con el límite diario alcanzado');
    add(EXC_018, 'Cuenta con el límite del plan alcanzado');
    add(EXC_019, 'Cuenta que no se puede usar', 'INACTIVE');
    add(APPROVAL_ACCOUNT_ID, 'Cuenta que necesita una aprobación');
  }
}
