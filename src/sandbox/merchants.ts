import { Hono } from 'hono';
import { type ContractType, issueAcceptance } from './acceptance.ts';
import { contractPermalink } from './contracts.ts';
import type { Desk } from './desk.ts';
import { checkPublicKey } from './keys.ts';
import { merchantOf } from './options.ts';
import { refusal } from './service-error.ts';

/** `GET /merchants/info` and its removed predecessor (SPEC.md 4.1 and 9). */
export function merchantRoutes(desk: Desk): Hono {
  return new Hono()
    .get('/merchants/info', (context) => {
      const key = context.req.header('x-merchant-public-key');
      checkPublicKey(key);
      const { origin } = new URL(context.req.url);
      const data = {
        ...merchantOf(desk.world.options),
        public_key: key,
        presigned_acceptance: presign('END_USER_POLICY', origin),
        presigned_personal_data_auth: presign('PERSONAL_DATA_AUTH', origin),
      };
      return context.json({ data, meta: {} }, 200, { 'cache-control': 'no-store' });
    })
    .get('/merchants/:key', () => {
      throw refusal(410, {
        type: 'GONE',
        reason:
          'GET /merchants/<llave> dejó de existir el 31 de octubre de 2026; ' +
          'usa GET /merchants/info con el encabezado x-merchant-public-key',
      });
    });

  function presign(type: ContractType, origin: string) {
    const permalink = contractPermalink(desk, type, origin);
    return { acceptance_token: issueAcceptance(desk, type, permalink), permalink, type };
  }
}
