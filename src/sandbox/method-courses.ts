import { renderSVG } from 'uqr';
import { CODE_ENDS, type DesignatedEnd, type DesignatedOutcome, walletEnd } from './config.ts';
import type { Desk } from './desk.ts';
import { APPROVING_INSTITUTION, DECLINING_INSTITUTION, institutionName } from './institutions.ts';
import type { MethodFields } from './method-shapes.ts';
import { randomInteger, randomText } from './random.ts';
import { type BankChoice, pageUrl, type Transaction } from './transaction-book.ts';
import { openCode } from './wallet-b.ts';

/** Sets a new transaction on the way that its payment method takes (SPEC.md 4.4 and 8.2). */
export function beginCourse(
  desk: Desk,
  transaction: Transaction,
  method: Exclude<MethodFields, { type: 'CARD' }>,
): void {
  const { book } = desk;
  const { record, origin, bankOrigin } = transaction;
  const { extra } = record.payment_method;
  const choice = (value: DesignatedOutcome, label: string): BankChoice => ({
    value,
    label,
    choose: () => book.end(transaction, { outcome: value }),
  });
  const others = [choice('DECLINED', 'Rechazar el pago'), choice('ERROR', 'Simular un error')];
  const openPage = (title: string, choices = [choice('APPROVED', 'Aprobar el pago'), ...others]): void => {
    transaction.page = { title, choices };
  };
  const promise = (fields: () => Record<string, unknown>): void => {
    transaction.appears = () => Object.assign(extra, fields());
  };
  const promiseUrl = (name: 'async_payment_url' | 'url'): void => promise(() => ({ [name]: pageUrl(transaction) }));

  switch (method.type) {
    case 'WALLET_A':
      return book.endSoon(transaction, walletEnd('WALLET_A', method.phone_number));
    case 'WALLET_B':
      return promise(() => ({
        url: `${bankOrigin}/bank/code/${record.id}`,
        url_services: openCode(desk, record.id, origin, {
          codes: CODE_ENDS,
          ended: (end) => book.end(transaction, end),
        }),
      }));
    case 'BANKDEBIT': {
      const code = method.financial_institution_code;
      const title = institutionName(code) ?? code;
      if (code === APPROVING_INSTITUTION || code === DECLINING_INSTITUTION) {
        const decided = choice(code === APPROVING_INSTITUTION ? 'APPROVED' : 'DECLINED', 'Continuar');
        transaction.page = { title, choices: [decided], opened: decided.choose };
      } else openPage(title);
      return promiseUrl('async_payment_url');
    }
    case 'BANKA_TRANSFER':
      openPage('Transferencia desde tu cuenta');
      promiseUrl('async_payment_url');
      return book.endLate(transaction, method.sandbox_status);
    case 'BANKA_QR':
      openPage('Paga con código QR');
      promise(() => ({
        qr_id: `qr-${randomText(16)}`,
        qr_image: `data:image/svg+xml;base64,${btoa(renderSVG(pageUrl(transaction), { border: 2 }))}`,
      }));
      return book.endLate(transaction, method.sandbox_status);
    case 'BANKA_COLLECT':
      openPage('Pago en efectivo en un punto de pago');
      return promise(() => ({
        business_agreement_code: String(randomInteger(10_000, 99_999)),
        payment_intention_identifier: String(randomInteger(10_000_000_000, 99_999_999_999)),
      }));
    case 'PCOL': {
      const remaining_amount_in_cents = Math.ceil(record.amount_in_cents / 2);
      const reason = 'Aprobada por la mitad del valor';
      const half: DesignatedEnd = { outcome: 'APPROVED', reason, extra: { remaining_amount_in_cents } };
      const payHalf = {
        value: 'APPROVED_HALF_POINTS',
        label: 'Pagar la mitad con puntos',
        choose: () => book.end(transaction, half),
      };
      openPage('Paga con puntos', [choice('APPROVED', 'Pagar todo con puntos'), payHalf, ...others]);
      // Points whose outcome was chosen beforehand lead to no page: there is nothing left to choose on it.
      const status = method.sandbox_status;
      if (status === undefined) return promiseUrl('async_payment_url');
      if (status === 'APPROVED_HALF_POINTS') return book.endSoon(transaction, half);
      return book.endSoon(transaction, { outcome: status === 'APPROVED_ONLY_POINTS' ? 'APPROVED' : status });
    }
    case 'BNPL':
      openPage('Compra ahora y paga después');
      return promiseUrl('url');
    case 'WALLET_PAY':
      openPage('Paga con tu billetera');
      return promiseUrl('url');
    default:
      return method satisfies never;
  }
}
