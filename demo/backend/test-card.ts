import * as z from 'zod/mini';
import type { PaymentsBackend } from '../../src/server/index.ts';

const cardToken = z.object({ data: z.object({ id: z.string() }) });

/** Has the sandbox keep its card that approves, as if a customer had saved it. @returns the service's id of it */
export async function saveTestCard(
  payments: PaymentsBackend,
  sandboxUrl: string,
  publicKey: string,
  ask: typeof fetch = fetch,
): Promise<string | number> {
  const { presigned_acceptance: policy, presigned_personal_data_auth: personal } = await payments.getMerchant();
  const answer = await ask(`${sandboxUrl}/v1/tokens/cards`, {
    method: 'POST',
    headers: { authorization: `Bearer ${publicKey}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      number: '4242424242424242',
      cvc: '123',
      exp_month: '12',
      exp_year: '39',
      card_holder: 'Laura Restrepo',
    }),
  });
  const { data } = z.parse(cardToken, await answer.json());
  const { id } = await payments.createPaymentSource({
    acceptance_token: policy.acceptance_token,
    accept_personal_auth: personal.acceptance_token,
    customer_email: 'laura@example.com',
    type: 'CARD',
    token: data.id,
  });
  return id;
}
