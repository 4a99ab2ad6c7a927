import { renderSVG } from 'uqr';
import type { CardToken } from './card-tokens.ts';
import { type DesignatedOutcome, walletAOutcome } from './config.ts';
import { APPROVING_INSTITUTION, DECLINING_INSTITUTION, institutionName } from './institutions.ts';
import type { MethodFields } from './method-shapes.ts';
import { randomInteger, randomText } from './random.ts';
import type { ThreeDs } from './three-ds.ts';
import {
  type BankChoice,
  endTransaction,
  pageUrl,
  type Transaction,
  type TransactionBook,
} from './transaction-book.ts';
import type { WalletB } from './wallet-b.ts';

/** Sets a new transaction on the way that its payment method takes (SPEC.md 4.4 and 8.2). */
export class MethodCourses {
  readonly #book: TransactionBook;
  readonly #threeDs: ThreeDs;
  readonly #walletB: WalletB;

  constructor(book: TransactionBook, threeDs: ThreeDs, walletB: WalletB) {
    this.#book = book;
    this.#threeDs = threeDs;
    this.#walletB = walletB;
  }

  /** Starts the course of a payment that a payer makes. */
  begin(transaction: Transaction, method: Exclude<MethodFields, { type: 'CARD' }>): void {
    switch (method.type) {
      case 'WALLET_A':
        return this.settleSoon(transaction, walletAOutcome(method.phone_number));
      case 'WALLET_B':
        return this.#walletB.begin(transaction);
      case 'BANKDEBIT':
        return this.#beginBankDebit(transaction, method.financial_institution_code);
      case 'BANKA_TRANSFER':
        this.#openPage(transaction, 'Transferencia desde tu cuenta', this.#outcomes(transaction));
        this.#promiseUrl(transaction, 'async_payment_url');
        return this.#settleLate(transaction, method.sandbox_status);
      case 'BANKA_QR':
        return this.#beginQr(transaction, method.sandbox_status);
      case 'BANKA_COLLECT':
        return this.#beginCollect(transaction);
      case 'PCOL':
        return this.#beginPoints(transaction, method.sandbox_status);
      case 'BNPL':
        this.#openPage(transaction, 'Compra ahora y paga después', this.#outcomes(transaction));
        return this.#promiseUrl(transaction, 'url');
      case 'WALLET_PAY':
        this.#openPage(transaction, 'Paga con tu billetera', this.#outcomes(transaction));
        return this.#promiseUrl(transaction, 'url');
      default:
        return method satisfies never;
    }
  }

  /** Starts the course of a card payment. A payer who was authenticated elsewhere is not challenged again. */
  beginCard(transaction: Transaction, card: CardToken, isAuthenticated: boolean): void {
    const { course } = card;
    if (course.kind === 'plain') this.settleSoon(transaction, course.outcome);
    else if (isAuthenticated) this.settleSoon(transaction, 'APPROVED');
    else this.#threeDs.begin(transaction, course);
  }

  /** Lets a transaction settle by itself. */
  settleSoon(transaction: Transaction, outcome: DesignatedOutcome, reason?: string): void {
    this.#book.settleSoon(transaction, () => this.#end(transaction, outcome, reason));
  }

  #end(transaction: Transaction, outcome: DesignatedOutcome, reason?: string): void {
    endTransaction(this.#book, transaction, outcome, reason);
  }

  #settleLate(transaction: Transaction, outcome: DesignatedOutcome | undefined): void {
    if (outcome !== undefined) this.#book.settleSoon(transaction, () => this.#end(transaction, outcome), 'late');
  }

  #openPage(transaction: Transaction, title: string, choices: readonly BankChoice[], opened?: () => void): void {
    transaction.page = opened === undefined ? { title, choices } : { title, choices, opened };
  }

  #promiseUrl(transaction: Transaction, name: 'async_payment_url' | 'url'): void {
    transaction.appears = () => {
      transaction.record.payment_method.extra[name] = pageUrl(transaction);
    };
  }

  #outcomes(transaction: Transaction): BankChoice[] {
    return [
      { value: 'APPROVED', label: 'Aprobar el pago', choose: () => this.#end(transaction, 'APPROVED') },
      { value: 'DECLINED', label: 'Rechazar el pago', choose: () => this.#end(transaction, 'DECLINED') },
      { value: 'ERROR', label: 'Simular un error', choose: () => this.#end(transaction, 'ERROR') },
    ];
  }

  #beginBankDebit(transaction: Transaction, code: string): void {
    const title = institutionName(code) ?? code;
    const decided = { [APPROVING_INSTITUTION]: 'APPROVED', [DECLINING_INSTITUTION]: 'DECLINED' } as const;
    const outcome = code === APPROVING_INSTITUTION || code === DECLINING_INSTITUTION ? decided[code] : undefined;
    if (outcome === undefined) this.#openPage(transaction, title, this.#outcomes(transaction));
    else {
      const choose = (): void => this.#end(transaction, outcome);
      this.#openPage(transaction, title, [{ value: outcome, label: 'Continuar', choose }], choose);
    }
    this.#promiseUrl(transaction, 'async_payment_url');
  }

  #beginQr(transaction: Transaction, outcome: DesignatedOutcome | undefined): void {
    const { extra } = transaction.record.payment_method;
    this.#openPage(transaction, 'Paga con código QR', this.#outcomes(transaction));
    transaction.appears = () => {
      const picture = renderSVG(pageUrl(transaction), { border: 2 });
      extra['qr_id'] = `qr-${randomText(16)}`;
      extra['qr_image'] = `data:image/svg+xml;base64,${btoa(picture)}`;
    };
    this.#settleLate(transaction, outcome);
  }

  #beginCollect(transaction: Transaction): void {
    const { extra } = transaction.record.payment_method;
    this.#openPage(transaction, 'Pago en efectivo en un punto de pago', this.#outcomes(transaction));
    transaction.appears = () => {
      extra['business_agreement_code'] = String(randomInteger(10_000, 99_999));
      extra['payment_intention_identifier'] = String(randomInteger(10_000_000_000, 99_999_999_999));
    };
  }

  #beginPoints(transaction: Transaction, status: PointsStatus | undefined): void {
    const half: BankChoice = {
      value: 'APPROVED_HALF_POINTS',
      label: 'Pagar la mitad con puntos',
      choose: () => this.#endHalf(transaction),
    };
    const [approve, ...others] = this.#outcomes(transaction);
    const choices = approve === undefined ? [] : [{ ...approve, label: 'Pagar todo con puntos' }, half, ...others];
    this.#openPage(transaction, 'Paga con puntos', choices);
    // Points whose outcome was chosen beforehand lead to no page: there is nothing left to choose on it.
    if (status === undefined) return this.#promiseUrl(transaction, 'async_payment_url');
    const end = (): void => {
      if (status === 'APPROVED_HALF_POINTS') this.#endHalf(transaction);
      else this.#end(transaction, status === 'APPROVED_ONLY_POINTS' ? 'APPROVED' : status);
    };
    this.#book.settleSoon(transaction, end);
  }

  #endHalf(transaction: Transaction): void {
    const { record } = transaction;
    if (record.status !== 'PENDING') return;
    record.payment_method.extra['remaining_amount_in_cents'] =
      record.amount_in_cents - Math.floor(record.amount_in_cents / 2);
    this.#end(transaction, 'APPROVED', 'Aprobada por la mitad del valor');
  }
}

type PointsStatus = 'APPROVED_ONLY_POINTS' | 'APPROVED_HALF_POINTS' | 'DECLINED' | 'ERROR';
