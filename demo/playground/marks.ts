import type { PaymentMethodType } from '../../src/domain/payment-method-type.ts';

/** A logo of 34 × 22: what is drawn on what, each a colour and a path. */
export type Mark = readonly (readonly [fill: string, path: string])[];

export type Marks = Readonly<Partial<Record<PaymentMethodType, Mark>>>;

const plate = 'M0 0h34v22H0z';

/** Invented marks: the networks, banks and wallets that they stand for do not exist. */
export const inventedMarks: Marks = {
  CARD: [
    ['#ffd400', plate],
    ['#2a1458', 'M7 4h20v14H7z'],
    ['#ff3d7f', 'M7 7h20v3H7z'],
    ['#fff', 'M9 13h6v2H9z'],
  ],
  BANKDEBIT: [
    ['#0a5fd6', plate],
    ['#fff', 'M4 16h26v-2H4zM6 13a11 9 0 0 1 22 0h-3a8 6.5 0 0 0-16 0zM16 5h2v8h-2z'],
  ],
  WALLET_A: [
    ['#00a86b', plate],
    ['#fff', 'M8 4l9 7 3-4a4 4 0 0 1 4-2l5 1-5 2-2 5a7 7 0 0 1-7 5l-4 1 4-5z'],
  ],
  BANKA_TRANSFER: [
    ['#7a2bd6', plate],
    ['#fff', 'M10 9a7 5 0 0 1 14 0 3 3 0 0 1-3 3h-3v6h-2v-6h-3a3 3 0 0 1-3-3z'],
  ],
  BANKA_QR: [
    ['#7a2bd6', plate],
    [
      '#fff',
      'M10 4h6v6h-6zM18 4h6v6h-6zM10 12h6v6h-6zM18 12h2v2h-2zM22 12h2v2h-2zM20 14h2v2h-2zM18 16h2v2h-2zM22 16h2v2h-2z',
    ],
    ['#7a2bd6', 'M12 6h2v2h-2zM20 6h2v2h-2zM12 14h2v2h-2z'],
  ],
  WALLET_B: [
    ['#ff6a00', plate],
    ['#fff', 'M19 2l-8 11h5l-2 7 9-11h-5z'],
  ],
  BANKA_COLLECT: [
    ['#128a3c', plate],
    ['#fff', 'M5 6h24v10H5z'],
    ['#128a3c', 'M17 7.5a3.5 3.5 0 0 1 0 7 3.5 3.5 0 0 1 0-7zM7 8h3v1H8v1H7zM24 13h2v-1h1v2h-3z'],
  ],
  BNPL: [
    ['#ff3d7f', plate],
    ['#fff', 'M6 15a11 10 0 0 1 22 0zM4 16h26v2H4z'],
  ],
  PCOL: [
    ['#ffd400', plate],
    ['#2a1458', 'M17 18a7 7 0 0 1-7-7c4 0 7 3 7 7zM17 18a9 9 0 0 1 9-10c0 6-4 10-9 10zM16 4h2v9h-2z'],
  ],
  WALLET_PAY: [
    ['#0b1f4b', plate],
    ['#5ee0ff', 'M11 6a5 5 0 0 1 4.9 4H28v3h-2v3h-3v-3h-7.1A5 5 0 1 1 11 6zM11 9a2 2 0 1 0 0 4 2 2 0 0 0 0-4z'],
  ],
};

/** Each mark as markup for its slot, as a merchant would paste it into any page or template. */
export const markupOf = (marks: Marks): string[] =>
  Object.entries<Mark>(marks).map(
    ([type, mark]) =>
      `<svg slot="method-${type}" viewBox="0 0 34 22" aria-hidden="true">${mark.map(([fill, path]) => `<path fill="${fill}" d="${path}" />`).join('')}</svg>`,
  );
