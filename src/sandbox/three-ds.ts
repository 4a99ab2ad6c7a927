import { notFound } from './service-error.ts';
import type { CardCourse, ChallengeVariant, DesignatedEnd, DesignatedOutcome } from './config.ts';
import type { Desk } from './desk.ts';
import type { Transaction } from './transaction-book.ts';

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

/** Starts the authentication of a pending card payment: the steps of SPEC.md 3.2 and 10, one per poll. */
export function beginThreeDs(
  desk: Desk,
  transaction: Transaction,
  course: Exclude<CardCourse, { kind: 'plain' }>,
): void {
  const version = () => showStep(transaction, ['SUPPORTED_VERSION', 'COMPLETED']);
  const browserInfo = () => showStep(transaction, ['BROWSER_INFO', 'PENDING']);
  const authentication = () => showStep(transaction, ['AUTHENTICATION', 'PENDING']);
  if (course.kind === 'challenge') {
    const challenge = () => openChallenge(desk, transaction, course.variant);
    const isLate = course.variant === 'after-browser-info';
    walk(desk, transaction, isLate ? [version, browserInfo, challenge] : [challenge]);
  } else if (course.outcome === 'APPROVED') {
    walk(desk, transaction, [browserInfo, ...approval(desk, transaction)]);
  } else {
    const decline = () => desk.book.end(transaction, { outcome: 'DECLINED', reason: NOT_AUTHENTICATED });
    walk(desk, transaction, [browserInfo, authentication, decline]);
  }
}

/** @throws {HTTPException} 404 when no challenge was asked for */
export function findChallenge({ challenges }: Desk, transactionId: string): Challenge {
  const challenge = challenges.get(transactionId);
  if (challenge === undefined) throw notFound('No hay una verificación para esta transacción');
  return challenge;
}

/** Takes the payer's answer; a challenge that is over, or that never ends, is left as it is. */
export function answerChallenge(desk: Desk, challenge: Challenge, outcome: DesignatedOutcome): void {
  if (challenge.state !== 'open' || challenge.variant === 'never-finishes') return;
  const { transaction } = challenge;
  challenge.state = 'answered';
  delete transaction.polled;
  if (outcome === 'APPROVED') walk(desk, transaction, approval(desk, transaction));
  else fail(desk, transaction, outcome === 'DECLINED' ? { outcome, reason: NOT_AUTHENTICATED } : { outcome });
}

/** The challenge is over: nobody is to show it again. */
function fail({ book }: Desk, transaction: Transaction, end: DesignatedEnd): void {
  showStep(transaction, ['CHALLENGE', 'COMPLETED']);
  book.end(transaction, end);
}

function openChallenge(desk: Desk, transaction: Transaction, variant: ChallengeVariant): void {
  const challenge: Challenge = { transaction, variant, state: 'open' };
  desk.challenges.set(transaction.record.id, challenge);
  const show = (version: number) =>
    showStep(transaction, ['CHALLENGE', 'PENDING'], challengeFragment(transaction, variant, version));
  show(1);
  if (variant === 'never-finishes') return;
  let polls = 0;
  if (variant === 'changes')
    transaction.polled = () => {
      polls += 1;
      if (polls === CHANGES_AFTER_POLLS) show(2);
    };
  desk.world.after(CHALLENGE_MS, () => {
    if (challenge.state !== 'open') return;
    challenge.state = 'expired';
    fail(desk, transaction, { outcome: 'DECLINED', reason: 'La autenticación 3D Secure expiró' });
  });
}

function approval({ book }: Desk, transaction: Transaction): (() => void)[] {
  const { extra } = transaction.record.payment_method;
  return [
    () => showStep(transaction, ['AUTHENTICATION', 'COMPLETED']),
    () => {
      extra['three_ds_auth'] = { three_ds_auth: extra['three_ds_auth'] };
      book.end(transaction, { outcome: 'APPROVED' });
    },
  ];
}

// One step at each poll, so that each of them can be seen however slowly somebody polls.
function walk(desk: Desk, transaction: Transaction, [step, ...others]: readonly (() => void)[]): void {
  delete transaction.polled;
  if (step === undefined) return;
  const takeStep = (): void => {
    forget();
    walk(desk, transaction, others);
    step();
  };
  const forget = desk.world.after(UNSEEN_STEP_MS, takeStep);
  transaction.polled = takeStep;
}

type Step = readonly [
  step: 'SUPPORTED_VERSION' | 'BROWSER_INFO' | 'CHALLENGE' | 'AUTHENTICATION',
  status: 'PENDING' | 'COMPLETED',
];

function showStep(transaction: Transaction, [current_step, current_step_status]: Step, fragment?: string): void {
  const { extra } = transaction.record.payment_method;
  extra['is_three_ds'] = true;
  extra['three_ds_auth'] = { current_step, current_step_status, three_ds_method_data: fragment };
}

/**
 * `three_ds_method_data` of a challenge (SPEC.md 2.4): the HTML of a frame and of a form that posts itself into it, its
 * entities escaped. The same version of the same challenge is always the same text.
 */
function challengeFragment(transaction: Transaction, variant: ChallengeVariant, version: number): string {
  const { id } = transaction.record;
  const creq = btoa(JSON.stringify({ messageType: 'CReq', messageVersion: '2.2.0', transaction: id, version }));
  const action = `${transaction.bankOrigin}/bank/challenge/${id}`;
  const frame = `challenge_frame_${version}`;
  const lines =
    variant === 'script-only'
      ? [
          '<div id="challenge_root"></div>',
          '<script>',
          'var root = document.getElementById("challenge_root");',
          `var frame = document.createElement("iframe"); frame.name = "${frame}"; frame.width = "100%"; frame.height = "500";`,
          `var form = document.createElement("form"); form.method = "POST"; form.action = "${action}"; form.target = "${frame}";`,
          `var field = document.createElement("input"); field.type = "hidden"; field.name = "creq"; field.value = "${creq}";`,
          'form.appendChild(field); root.appendChild(frame); root.appendChild(form); form.submit();',
          '</script>',
        ]
      : [
          `<iframe name="${frame}" id="${frame}" title="3D Secure" width="100%" height="500" frameborder="0"></iframe>`,
          `<form id="challenge_form" method="POST" action="${action}" target="${frame}">`,
          `<input type="hidden" name="creq" value="${creq}">`,
          `<input type="hidden" name="threeDSSessionData" value="${id}">`,
          '</form>',
          `<script>document.getElementById("challenge_form").submit();</script>`,
        ];
  const html = lines.join('\n');
  return html.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}
