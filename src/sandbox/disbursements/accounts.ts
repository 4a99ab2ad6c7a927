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
  readonly #accounts = new Map<string, Account>();
  /** What batches have taken and may still give back, in minor units, by account. */
  readonly #underWay = new Map<string, number>();

  constructor(world: World) {
    this.#ids = world.config.accounts;
    this.#fill();
    world.onReset(() => this.#fill());
  }

  list(): readonly Account[] {
    return [...this.#accounts.values()].filter(({ id }) => id !== APPROVAL_ACCOUNT_ID);
  }

  /**
   * Takes money from an account for a batch; `settle` says what became of it.
   *
   * @throws {HTTPException} EXC_019, 017, 018, 001 for the designated accounts, EXC_019 for an unknown one, EXC_008
   * when the balance is too low
   */
  withdraw(accountId: string, cents: number): void {
    if (accountId === INTERNAL_ERROR_ACCOUNT_ID) throw documentedRefusal('EXC_001');
    const account = this.#usable(accountId);
    if (accountId === this.#ids.EXC_017) throw documentedRefusal('EXC_017');
    if (accountId === this.#ids.EXC_018) throw documentedRefusal('EXC_018');
    if (cents > account.balanceInCents) throw documentedRefusal('EXC_008');
    account.balanceInCents -= cents;
    this.#underWay.set(accountId, this.#underWayOf(accountId) + cents);
  }

  /** Ends what `withdraw` began with the same account and amount, and gives back what was not paid. */
  settle(accountId: string, cents: number, unpaidCents: number): void {
    const account = this.#accounts.get(accountId);
    if (account === undefined) return;
    this.#underWay.set(accountId, this.#underWayOf(accountId) - cents);
    account.balanceInCents += unpaidCents;
  }

  /**
   * Puts money on an account and gives its new state.
   *
   * @throws {HTTPException} EXC_019 for an account that cannot be used; 400 for a balance that no JSON number holds,
   * or would not hold if everything under way came back
   */
  deposit(accountId: string, cents: number): Account {
    const account = this.#usable(accountId);
    const room = Number.MAX_SAFE_INTEGER - account.balanceInCents - this.#underWayOf(accountId);
    if (cents > room) throw invalid(['amountInCents is too large']);
    account.balanceInCents += cents;
    return account;
  }

  #underWayOf(accountId: string): number {
    return this.#underWay.get(accountId) ?? 0;
  }

  #usable(accountId: string): Account {
    const account = this.#accounts.get(accountId);
    if (account?.status !== 'ACTIVE') throw documentedRefusal('EXC_019');
    return account;
  }

  #fill(): void {
    const add = (id: string, name: string, status: Account['status'] = 'ACTIVE') =>
      this.#accounts.set(id, { id, name, currency: 'COP', status, balanceInCents: BALANCE_AT_RESET });
    this.#accounts.clear();
    this.#underWay.clear();
    add(this.#ids.MAIN, 'Cuenta principal');
    add(this.#ids.EXC_017, 'Cuenta con el límite diario alcanzado');
    add(this.#ids.EXC_018, 'Cuenta con el límite del plan alcanzado');
    add(this.#ids.EXC_019, 'Cuenta que no se puede usar', 'INACTIVE');
    add(APPROVAL_ACCOUNT_ID, 'Cuenta que necesita una aprobación');
  }
}
