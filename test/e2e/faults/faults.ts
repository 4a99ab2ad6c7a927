import type { SandboxFault } from '../../start-sandbox.ts';

type Fault = SandboxFault['fault'];

/** Longer than any timeout of the checkout, in the quick time of the pages. */
const foreverMs = 6000;

const refusal = (field: string, message: string): Record<string, unknown> => ({
  error: { type: 'INPUT_VALIDATION_ERROR', messages: { [field]: [message] } },
});

/** What can happen to a request. */
export const wireFaults: Readonly<Record<string, Fault>> = {
  'drop before': { kind: 'drop-before' },
  'drop after': { kind: 'drop-after' },
  'hang after': { kind: 'hang-after', ms: foreverMs },
  'broken body': { kind: 'garbage' },
  '500': { kind: 'status', status: 500 },
  '503 after': { kind: 'status-after', status: 503 },
  '429': { kind: 'status', status: 429 },
};

/** What else the service can say to a creation. */
export const creationFaults: Readonly<Record<string, Fault>> = {
  'expired consent': {
    kind: 'status',
    status: 422,
    body: refusal('acceptance_token', 'El token de aceptación ya fue usado'),
  },
  'used card token': {
    kind: 'status',
    status: 422,
    body: refusal('payment_method.token', 'El token de la tarjeta ya fue usado'),
  },
  'reference used': { kind: 'status', status: 422, body: refusal('reference', 'La referencia ya ha sido usada') },
  'reference used, after': {
    kind: 'status-after',
    status: 422,
    body: refusal('reference', 'La referencia ya ha sido usada'),
  },
};

/** What a record can turn into on its way. */
export const recordFaults: Readonly<Record<string, (record: Record<string, unknown>) => object>> = {
  'foreign reference': (record) => ({ ...record, status: 'APPROVED', reference: 'ANOTHER-1' }),
  'foreign amount': (record) => ({ ...record, status: 'APPROVED', amount_in_cents: 100 }),
  'unknown status': (record) => ({ ...record, status: 'ALMOST' }),
  'late address': (record) => ({
    ...record,
    status: 'PENDING',
    payment_method: { ...(record['payment_method'] as object), extra: {} },
  }),
  'hostile address': (record) => ({
    ...record,
    status: 'PENDING',
    payment_method: {
      ...(record['payment_method'] as object),
      extra: { async_payment_url: 'javascript:document.body.replaceChildren()', url: 'https://good@evil.example/' },
    },
  }),
};
