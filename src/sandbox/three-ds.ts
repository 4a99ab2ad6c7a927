import { challengeFragment } from './challenge-fragment.ts';
import { endTransaction } from './end-transaction.ts';
import { notFound } from './service-error.ts';
import type { CardCourse, ChallengeVariant } from './test-cards.ts';
import type { TransactionBook } from './transaction-book.ts';
import type { Transaction } from './transaction-record.ts';
import type { World } from './world.ts';

/** How long a challenge can be answered (SERVICE-NOTES.md, 3DS). */
const CHALLENGE_MS = 5 * 60 * 1000;
/** Polls after which the changing fragment changes. */
const CHANGES_AFTER_POLLS = 3;
/** A step that nobody polls for still ends, so that a payment settles although the page was closed. */
const UNSEEN_STEP_MS = 10_000;

const NOT_AUTHENTICATED = 'La autenticación 3D Secure no fue exitosa';

/** A challenge that the bank holds for a transaction. */
export interface Challenge {
  readonly transaction: Transaction;
  readonly variant: ChallengeVariant;
  state: 'open' | 'answered' | 'expired';
}

/** Authenticates card payments: the steps of SPEC.md 3.2 and 10, one per poll, and the bank's challenge. */
export class ThreeDs {
  readonly #world: World;
  readonly #book: TransactionBook;
  readonly #challenges = new Map<string, Challenge>();

  constructor(world: World, book: TransactionBook) {
    this.#world = world;
    this.#book = book;
    world.onReset(() => this.#challenges.clear());
  }

  /** Starts the authentication of a pending card payment. */
  begin(transaction: Transaction, course: Exclude<CardCourse, { kind: 'plain' }>): void {
    if (course.kind === 'challenge') {
      const before: Step[] =
        course.variant === 'after-browser-info'
          ? [
              ['SUPPORTED_VERSION', 'COMPLETED'],
              ['BROWSER_INFO', 'PENDING'],
            ]
          : [];
      this.#walk(transaction, [
        ...before.map((step) => () => showStep(transaction, step)),
        () => this.#challenge(transaction, course.variant),
      ]);
    } else if (course.outcome === 'APPROVED') {
      this.#walk(transaction, [
        () => showStep(transaction, ['BROWSER_INFO', 'PENDING']),
        ...this.#approval(transaction),
      ]);
    } else {
      this.#walk(transaction, [
        () => showStep(transaction, ['BROWSER_INFO', 'PENDING']),
        () => showStep(transaction, ['AUTHENTICATION', 'PENDING']),
        () => endTransaction(this.#book, transaction, 'DECLINED', NOT_AUTHENTICATED),
      ]);
    }
  }

  /** @throws {ServiceError} 404 when no challenge was asked for */
  challengeOf(transactionId: string): Challenge {
    const challenge = this.#challenges.get(transactionId);
    if (challenge === undefined) throw notFound('No hay una verificación para esta transacción');
    return challenge;
  }

  /** Takes the payer's answer; a challenge that is over, or that never ends, is left as it is. */
  answer(challenge: Challenge, outcome: 'APPROVED' | 'DECLINED' | 'ERROR'): void {
    if (challenge.state !== 'open' || challenge.variant === 'never-finishes') return;
    const { transaction } = challenge;
    challenge.state = 'answered';
    delete transaction.polled;
    if (outcome === 'APPROVED') this.#walk(transaction, this.#approval(transaction));
    else if (outcome === 'DECLINED') this.#fail(transaction, 'DECLINED', NOT_AUTHENTICATED);
    else this.#fail(transaction, 'ERROR');
  }

  /** The challenge is over: nobody is to show it again. */
  #fail(transaction: Transaction, status: 'DECLINED' | 'ERROR', message?: string): void {
    showStep(transaction, ['CHALLENGE', 'COMPLETED']);
    endTransaction(this.#book, transaction, status, message);
  }

  #challenge(transaction: Transaction, variant: ChallengeVariant): void {
    const challenge: Challenge = { transaction, variant, state: 'open' };
    this.#challenges.set(transaction.record.id, challenge);
    showStep(transaction, ['CHALLENGE', 'PENDING'], challengeFragment(transaction, variant, 1));
    if (variant === 'never-finishes') return;
    if (variant === 'changes') this.#changeFragmentLater(transaction);
    this.#world.after(CHALLENGE_MS, () => {
      if (challenge.state !== 'open') return;
      challenge.state = 'expired';
      this.#fail(transaction, 'DECLINED', 'La autenticación 3D Secure expiró');
    });
  }

  #changeFragmentLater(transaction: Transaction): void {
    let polls = 0;
    transaction.polled = () => {
      polls += 1;
      if (polls < CHANGES_AFTER_POLLS) return;
      showStep(transaction, ['CHALLENGE', 'PENDING'], challengeFragment(transaction, 'changes', 2));
      delete transaction.polled;
    };
  }

  #approval(transaction: Transaction): (() => void)[] {
    const completed: Step = ['AUTHENTICATION', 'COMPLETED'];
    return [
      () => showStep(transaction, completed),
      () => {
        const [current_step, current_step_status] = completed;
        transaction.record.payment_method.extra['three_ds_auth'] = {
          three_ds_auth: { current_step, current_step_status },
        };
        endTransaction(this.#book, transaction, 'APPROVED');
      },
    ];
  }

  // One step at each poll, so that each of them can be seen however slowly somebody polls.
  #walk(transaction: Transaction, steps: readonly (() => void)[]): void {
    const [step, ...others] = steps;
    if (step === undefined) {
      delete transaction.polled;
      return;
    }
    const takeStep = (): void => {
      forget();
      this.#walk(transaction, others);
      step();
    };
    const forget = this.#world.after(UNSEEN_STEP_MS, takeStep);
    transaction.polled = takeStep;
  }
}

type Step = readonly [
  step: 'SUPPORTED_VERSION' | 'BROWSER_INFO' | 'CHALLENGE' | 'AUTHENTICATION',
  status: 'PENDING' | 'COMPLETED',
];

function showStep(transaction: Transaction, [current_step, current_step_status]: Step, fragment?: string): void {
  const { extra } = transaction.record.payment_method;
  extra['is_three_ds'] = true;
  extra['three_ds_auth'] = {
    current_step,
    current_step_status,
    ...(fragment === undefined ? {} : { three_ds_method_data: fragment }),
  };
}
