import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { inspect } from 'node:util';
import {
  Disbursements,
  DisbursementError,
  integritySignature,
  PaymentsBackend,
  PaymentsError,
  verifyEvent,
  type DisbursementsOptions,
  type PaymentsBackendOptions,
} from '../../src/server/index.ts';

const payments = (change: Partial<PaymentsBackendOptions> = {}) =>
  new PaymentsBackend({ baseUrl: 'https://api.example', privateKey: 'prv_test_very_secret', ...change });

const disbursements = (change: Partial<DisbursementsOptions> = {}) =>
  new Disbursements({
    baseUrl: 'https://api.example',
    apiKey: 'a_very_secret_api_key',
    userPrincipalId: 'a_very_secret_principal',
    ...change,
  });

const refuses = (make: () => unknown, words: RegExp) =>
  assert.throws(make, (error: unknown) => {
    assert(error instanceof TypeError);
    assert.match(error.message, words);
    assert.doesNotMatch(error.message, /very_secret/);
    return true;
  });

describe('the backend kit: options', () => {
  it('tells a public key from a private one', () => {
    refuses(() => payments({ privateKey: 'pub_test_very_secret' }), /privateKey was given a public key/);
    refuses(() => payments({ publicKey: 'prv_test_very_secret' }), /publicKey was given a private key/);
    refuses(() => payments({ publicKey: 'pub_prod_very_secret' }), /environment "prod".*"test"/);
    payments({ publicKey: 'pub_test_x' });
  });

  it('refuses credentials that no header carries', () => {
    for (const value of ['', undefined, 7, 'very_secret\n', ' very_secret', 'very_secret\r\nx: y', 'véry_secret']) {
      refuses(() => payments({ privateKey: value as string }), /privateKey/);
      refuses(() => disbursements({ apiKey: value as string }), /apiKey/);
      refuses(() => disbursements({ userPrincipalId: value as string }), /userPrincipalId/);
    }
    refuses(() => payments({ authorization: () => 'Bearer very_secret\n' }), /authorization/);
  });

  for (const baseUrl of [
    '',
    'api.example',
    '/v1',
    'ftp://api.example',
    'https://user:very_secret@api.example',
    'https://api.example?key=very_secret',
    'https://api.example/#x',
    'http://api.example.com',
    'http://8.8.8.8',
    'http://[2001:4860:4860::8888]',
    undefined,
  ])
    it(`refuses the address ${String(baseUrl).replace('very_secret', '…')}`, () => {
      refuses(() => payments({ baseUrl: baseUrl as string }), /baseUrl/);
      refuses(() => disbursements({ baseUrl: baseUrl as string }), /baseUrl/);
    });

  for (const baseUrl of [
    'http://127.0.0.1:5174',
    'http://localhost:5174',
    'http://sandbox:5174',
    'http://10.1.2.3',
    'http://[::1]:1',
    'http://[fd00::1]',
  ])
    it(`takes plain http inside the house: ${baseUrl}`, () => {
      payments({ baseUrl });
      disbursements({ baseUrl });
    });

  it('refuses times and retries that make no sense', () => {
    for (const timeoutMs of [0, -1, Number.NaN, Infinity]) {
      refuses(() => payments({ timeoutMs }), /timeoutMs/);
      refuses(() => disbursements({ timeoutMs }), /timeoutMs/);
    }
    refuses(() => disbursements({ retry: { attempts: 0 } }), /attempts/);
    refuses(() => disbursements({ retry: { attempts: 1.5 } }), /attempts/);
    refuses(() => disbursements({ retry: { baseMs: -1 } }), /baseMs/);
    refuses(() => disbursements({ retry: { maxMs: Number.NaN } }), /maxMs/);
  });

  it('says in plain words which of them has the wrong type', () => {
    for (const nothing of [undefined, null, 5, 'x', []]) {
      refuses(() => new PaymentsBackend(nothing as never), /^The options must be an object\.$/);
      refuses(() => new Disbursements(nothing as never), /^The options must be an object\.$/);
    }
    for (const make of [payments, disbursements]) {
      refuses(() => make({ timeoutMs: '5000' as never }), /timeoutMs must be a positive number/);
      refuses(() => make({ fetch: 'fetch' as never }), /fetch must be a function/);
      refuses(() => make({ paths: '/v1' as never }), /paths must be an object/);
    }
    refuses(() => payments({ paths: { transaction: 5 as never } }), /paths\.transaction must begin with a slash/);
    refuses(() => disbursements({ paths: { payout: 'payouts/{id}' } }), /paths\.payout must begin with a slash/);
    refuses(() => payments({ authorization: 'Bearer x' as never }), /authorization must be a function/);
    for (const retry of [true, 3, 'no', []]) refuses(() => disbursements({ retry: retry as never }), /retry must be/);
    refuses(() => disbursements({ retry: { attempts: null as never } }), /attempts/);
    refuses(() => disbursements({ retry: { baseMs: null as never } }), /baseMs/);
    refuses(() => disbursements({ retry: { maxMs: '5' as never } }), /maxMs/);
  });

  it('takes null for what is not given', async () => {
    const absent: Record<string, unknown> = {
      fetch: null,
      timeoutMs: null,
      paths: { accounts: null, transaction: undefined },
    };
    payments(absent);
    disbursements({ ...absent, retry: null as never });
    const fetch = async () => Response.json({ code: 'OK', data: [] });
    assert.deepEqual(await disbursements({ fetch, retry: null as never }).listAccounts(null as never), []);
  });

  it('says so of a call too, and sends nothing', async () => {
    let sent = 0;
    const fetch = async () => {
      sent += 1;
      return Response.json({});
    };
    const money = disbursements({ fetch, retry: null as never });
    const ours = payments({ fetch });
    const rejects = (call: Promise<unknown>, message: RegExp) => assert.rejects(call, { message });
    for (const id of [undefined, null, 5, {}, ''])
      await rejects(money.getPayout(id as never), /^400 \(Business\): An id is a text of 1 to 100/);
    for (const value of [undefined, null, 5]) {
      await rejects(money.resolveKey(value as never, 'PHONE'), /EXC_033/);
      await rejects(money.resolveKey('3001234567', value as never), /keyType must be one of/);
      await rejects(money.rechargeBalance(value as never), /accountId must be a string/);
      await rejects(money.createPayout(value as never, null as never), /reference must be a string/);
      await rejects(ours.createTransaction(value as never), /The body must be an object/);
      await rejects(integritySignature(value as never), /What is to be signed must be an object/);
      await rejects(verifyEvent(value as never, 'secret', null as never), /needs the raw body/);
    }
    await rejects(verifyEvent('{}', 'secret', 5 as never), /The options must be an object/);
    await rejects(verifyEvent('{}', 'secret', { toleranceSeconds: '60' as never }), /toleranceSeconds/);
    for (const call of [
      ours.getTransaction('x', 'signal' as never),
      money.listAccounts(5 as never),
      money.getPayout('x', [] as never),
    ])
      await rejects(call, /The options of a call must be an object/);
    await rejects(money.listAccounts({ signal: {} as never }), /signal must be an AbortSignal/);
    assert.equal(sent, 0);
  });
});

describe('the backend kit: secrets', () => {
  const printed = (value: unknown) =>
    [
      inspect(value, { depth: 20, showHidden: true }),
      JSON.stringify(value),
      String(value),
      ...Object.keys(value as object),
    ].join('\n');

  it('shows none when an instance is printed or serialized', () => {
    for (const instance of [payments({ publicKey: 'pub_test_very_secret' }), disbursements()]) {
      assert.doesNotMatch(printed(instance), /very_secret/);
      assert.doesNotMatch(printed({ nested: [instance] }), /very_secret/);
      assert.deepEqual(structuredClone(instance), {});
    }
  });

  it('S12: names no token and no payer in an error, though the service or the HTTP client quotes what was sent', async () => {
    const sent = {
      acceptance_token: 'the.policy.token',
      accept_personal_auth: 'the.personal.token',
      customer_email: 'ana@example.com',
      type: 'CARD',
      token: 'tok_of_the_card',
    };
    const said = `no: ${Object.values(sent).join(', ')}`;
    const error = { type: said, reason: said, messages: { acceptance_token: [said], [said]: [said] } };
    for (const answer of [
      async () => Response.json({ error }, { status: 422 }),
      () => Promise.reject(new Error(said)),
    ]) {
      const backend = payments({ fetch: answer });
      for (const call of [
        backend.createPaymentSource(sent),
        backend.createTransaction({ ...sent, reference: 'R-1' } as never),
      ]) {
        const thrown: unknown = await call.catch((caught: unknown) => caught);
        assert(thrown instanceof PaymentsError);
        assert.doesNotMatch(inspect(thrown, { depth: 9 }), /the\.|of_the_card|ana@/);
        if (thrown.status === 422) assert.deepEqual(thrown.messages['acceptance_token'], ['…']);
      }
    }
  });

  it('S12: names no key and no payer in an error, however it is spelled there', async () => {
    const key = 'prv_test_of_the_shop';
    const sent = { token: 'tok_of_the_card', customer_data: { full_name: 'José "Pepe" Cuervo' } };
    const said = `no: ${JSON.stringify(sent)} ${key.toUpperCase()} ${key.replaceAll('_', '\\_')} JOSE PEPE CUERVO`;
    for (const fetch of [
      async () => Response.json({ error: { reason: said, messages: { token: [said] } } }, { status: 422 }),
      () => Promise.reject(new Error(said)),
    ]) {
      const thrown: unknown = await payments({ fetch, privateKey: key })
        .createPaymentSource(sent as never)
        .catch((caught: unknown) => caught);
      assert(thrown instanceof PaymentsError);
      const words = [thrown.message, JSON.stringify(thrown.messages), String(thrown.cause)].join();
      assert.doesNotMatch(words, /of.+the|pepe|cuervo/i);
      assert.match(words, /…/);
    }
  });

  it('shows none in an error, though the service, a proxy or the HTTP client quotes it', async () => {
    const quote = (headers: unknown) => Object.values(headers as Record<string, string>).join(' ');
    const echo = async (_: string, init: RequestInit) =>
      Response.json(
        {
          error: {
            type: 'INVALID_ACCESS_TOKEN',
            reason: quote(init.headers),
            messages: { key: [quote(init.headers)] },
          },
          code: '401',
          message: [quote(init.headers)],
          meta: { trace_id: quote(init.headers) },
        },
        { status: 401 },
      );
    const fail = async (url: string, init: RequestInit) => {
      throw Object.assign(new Error(`cannot send ${quote(init.headers)}`, { cause: { init } }), { url, init });
    };
    for (const fetch of [echo, fail]) {
      const failed = await payments({ fetch })
        .getTransaction('x')
        .catch((error: unknown) => error);
      assert(failed instanceof PaymentsError);
      const refused = await disbursements({ fetch, retry: false })
        .listAccounts()
        .catch((error: unknown) => error);
      assert(refused instanceof DisbursementError);
      for (const error of [failed, refused]) {
        assert.match(printed(error), /…/);
        assert.doesNotMatch(printed(error), /very_secret/);
      }
    }
  });

  it('S12: names no part of a credential in an error, and none that it stands for', async () => {
    const key = 'prv_test_very_secret';
    const credential = btoa(`${key}:`);
    const reason = `Credentials ${credential} of ${key} are not valid`;
    for (const fetch of [
      async () => Response.json({ error: { type: 'INVALID_ACCESS_TOKEN', reason } }, { status: 401 }),
      () => Promise.reject(new Error(reason)),
    ]) {
      const backend = payments({ fetch, privateKey: key, authorization: (given) => `Basic ${btoa(`${given}:`)}` });
      const thrown: unknown = await backend.getTransaction('x').catch((error: unknown) => error);
      assert(thrown instanceof PaymentsError);
      assert.doesNotMatch(printed(thrown), new RegExp(`${credential.slice(0, 8)}|very_secret`));
      assert.match(printed(thrown), /…/);
    }
  });

  it('S12: names no payee in an error, however it is spelled there, in the address too', async () => {
    const row = { amount: 250_000_000, name: 'José Cuervo', email: 'jose+1@example.com', key: '3001234567' };
    const transactions = [{ ...row, document: 1_020_304_050 }];
    const batch = { reference: 'NOMINA-11', accountId: 'acc_1', paymentType: 'OTHER' as const, transactions };
    const said = 'no: JOSE CUERVO, jose%2B1%40example.com, 300 123 4567, 1.020.304.050 in NOMINA-11 (OTHER)';
    const refuse = async (url: string) =>
      Response.json(
        { code: 'EXC_019', type: 'Business', message: [said, url], meta: { trace_id: `${said} ${url}` } },
        { status: 400 },
      );
    const fail = (url: string) =>
      Promise.reject(Object.assign(new Error(`${said} ${url}`), { name: `Failed ${said} ${url}` }));
    for (const fetch of [refuse, fail]) {
      const money = disbursements({ fetch, retry: false });
      for (const call of [money.createPayout(batch), money.resolveKey(row.email, 'MAIL')]) {
        const error = await call.catch((thrown: unknown) => thrown);
        assert(error instanceof DisbursementError);
        assert.doesNotMatch(printed(error), /jose.{0,9}1.{0,9}example/i);
        assert.match(printed(error), /…/);
        assert.equal(error.code, fetch === refuse ? 'EXC_019' : 'NO_ANSWER');
      }
      const error = await money.createPayout(batch).catch((thrown: unknown) => thrown);
      assert.doesNotMatch(printed(error), /cuervo|123|304/i);
      assert.match(printed(error), /…/);
    }
  });

  it('S12: names no key that was asked for, which stands in the address as it is', async () => {
    const fetch = async (url: string) =>
      Response.json({ code: 'EXC_034', type: 'Business', message: ['Nadie tiene 3001234567.', url] }, { status: 404 });
    const error = await disbursements({ fetch, retry: false })
      .resolveKey('3001234567', 'PHONE')
      .catch((thrown: unknown) => thrown);
    assert.match(printed(error), /EXC_034/);
    assert.doesNotMatch(printed(error), /3001234567/);
  });

  it('S12: keeps a code whole, whatever was sent: by it is known that a batch was taken', async () => {
    const fetch = async () => Response.json({ code: 'EXC_032', type: 'Business', message: 'no' }, { status: 409 });
    const row = { amount: 100, name: 'Ana', email: 'ana@example.com', key: 'ana@example.com', document: '032' };
    const batch = { reference: 'R', accountId: 'acc_1', paymentType: 'OTHER' as const, transactions: [row] };
    await assert.rejects(disbursements({ fetch }).createPayout(batch), { code: 'EXC_032' });
  });

  it('S12: tells the id that the service gives an answer, unless it quotes what was sent', async () => {
    const row = { amount: 400, name: 'Ana Rojas', email: 'ana@example.com', key: '3001234567' };
    const batch = { reference: 'R', accountId: 'acc_1', paymentType: 'OTHER' as const, transactions: [row] };
    for (const [id, told] of [
      ['3f2b8c1e-1111-4222-8333-444455556666', '3f2b8c1e-1111-4222-8333-444455556666'],
      ['d4cda95b652f4a1592b449d5929fda1b', 'd4cda95b652f4a1592b449d5929fda1b'],
      ['01ARZ3NDEKTSV4RRFFQ69G5FAV', '01ARZ3NDEKTSV4RRFFQ69G5FAV'],
      ['Root=1-5759e988-bd862e3fe1be46a994272793', 'Root=1-5759e988-bd862e3fe1be46a994272793'],
      ['req_abc', 'req_abc'],
      ['57-3001234567', '…'],
      [btoa(row.key), '…'],
    ] as const) {
      const body = { code: 'EXC_019', type: 'Business', message: 'no', meta: { trace_id: id } };
      const fetch = async () => Response.json(body, { status: 400 });
      await assert.rejects(disbursements({ fetch }).createPayout(batch), { traceId: told });
    }
  });

  it('S12: takes a number for no type and no code, but the status of the answer', async () => {
    const sent = { payment_method: { cvc: '987' } };
    const refuse = async () => Response.json({ error: { type: '987' } }, { status: 422 });
    await assert.rejects(payments({ fetch: refuse }).createTransaction(sent as never), { type: '…' });
    const row = { amount: 400, name: 'Ana', email: 'ana@example.com', key: 'ana@example.com', document: '987' };
    const batch = { reference: 'R', accountId: 'acc_1', paymentType: 'OTHER' as const, transactions: [row] };
    for (const [code, told] of [
      ['987', '…'],
      ['400', '400'],
    ]) {
      const fetch = async () => Response.json({ code, type: 'Business', message: 'no' }, { status: 400 });
      await assert.rejects(disbursements({ fetch }).createPayout(batch), { code: told });
    }
  });

  it('follows no redirect with them', async () => {
    let asked = 0;
    const fetch = async (_: string, init: RequestInit) => {
      asked += 1;
      assert.equal(init.redirect, 'manual');
      return new Response(null, { status: 307, headers: { location: 'https://elsewhere.example' } });
    };
    await assert.rejects(payments({ fetch }).getTransaction('x'), { status: 307, type: 'HTTP_307' });
    await assert.rejects(disbursements({ fetch, retry: false }).listAccounts(), { status: 307, code: '307' });
    assert.equal(asked, 2);
  });
});
