import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type Json, openSandbox, textOf } from './open-sandbox.ts';

const BANK = 'http://127.0.0.1:6101';

const open = () => openSandbox({ bankOrigin: BANK, slowPageMs: 20 });

const stepOf = (record: Json) => {
  const { current_step, current_step_status } = record.payment_method?.extra?.three_ds_auth ?? {};
  return [record.status, current_step, current_step_status].map(textOf).join(' ');
};

const decode = (text: string) =>
  text.replace(
    /&(lt|gt|quot|amp);/g,
    (_, name: 'lt' | 'gt' | 'quot' | 'amp') => ({ lt: '<', gt: '>', quot: '"', amp: '&' })[name],
  );

const fragmentOf = (record: Json) => decode(textOf(record.payment_method?.extra?.three_ds_auth?.three_ds_method_data));

async function challenge(number: string) {
  const sandbox = open();
  const created = await sandbox.payByCard(number);
  assert.equal(created.payment_method?.extra?.is_three_ds, true);
  assert.equal(created.payment_method.extra.three_ds_auth, undefined);
  const record = await sandbox.poll(created.id);
  const page = `${BANK}/bank/challenge/${textOf(created.id)}`;
  return {
    ...sandbox,
    id: created.id,
    record,
    page,
    choose: (outcome: string) => sandbox.ask('POST', `${page}/outcome`, { form: { outcome } }),
  };
}

describe('a card that asks for a challenge in the sandbox', () => {
  it('gets an escaped fragment with a frame and a form that posts to the bank', async () => {
    const { record, page } = await challenge('4000000000003220');
    assert.equal(stepOf(record), 'PENDING CHALLENGE PENDING');
    const escaped = textOf(record.payment_method?.extra?.three_ds_auth?.three_ds_method_data);
    assert.doesNotMatch(escaped, /[<>"]/);
    const fragment = decode(escaped);
    const [, frame] = /<iframe name="(\w+)"/.exec(fragment) ?? [];
    assert.ok(fragment.includes(`<form id="challenge_form" method="POST" action="${page}" target="${frame}">`));
    assert.match(fragment, /<input type="hidden" name="creq" value="[\w+/=]+">/);
  });

  it('keeps the very same fragment over many polls', async () => {
    const { record, poll, id } = await challenge('4000000000003220');
    for (let time = 0; time < 50; time += 1) assert.equal(fragmentOf(await poll(id)), fragmentOf(record));
  });

  it('is approved step by step, and the record nests the result once more', async () => {
    const { ask, page, choose, poll, id } = await challenge('4000000000003220');
    const { text, headers } = await ask('POST', page, { form: { creq: 'x' } });
    for (const outcome of ['APPROVED', 'DECLINED', 'ERROR'])
      assert.ok(text.includes(`name="outcome" value="${outcome}"`));
    assert.match(headers.get('set-cookie') ?? '', /^bank_session=/);
    assert.doesNotMatch(headers.get('content-security-policy') ?? '', /frame-ancestors/);
    const done = await choose('APPROVED');
    assert.equal(done.status, 200);
    assert.doesNotMatch(done.text, /<button/);
    assert.equal(stepOf(await poll(id)), 'PENDING AUTHENTICATION COMPLETED');
    const final = await poll(id);
    assert.equal(final.status, 'APPROVED');
    assert.deepEqual(final.payment_method?.extra?.three_ds_auth, {
      three_ds_auth: { current_step: 'AUTHENTICATION', current_step_status: 'COMPLETED' },
    });
    assert.equal(final.payment_method.extra.processor_response_code, '00');
  });

  it('settles although nobody polls any more', async () => {
    const { transactions, choose, clock, id } = await challenge('4000000000003220');
    await choose('APPROVED');
    clock.ms += 60_000;
    const [listed] = await transactions();
    assert.equal(listed?.id, id);
    assert.equal(listed?.status, 'APPROVED');
    assert.equal(listed?.polls, 1);
  });

  for (const outcome of ['DECLINED', 'ERROR'] as const) {
    it(`ends as ${outcome} when that is chosen`, async () => {
      const { choose, poll, id } = await challenge('4000000000003220');
      await choose(outcome);
      const final = await poll(id);
      assert.equal(final.status, outcome);
      // Nobody is led to show it once more.
      assert.equal(stepOf(final), `${outcome} CHALLENGE COMPLETED`);
    });
  }

  it('declines when nobody answers within five minutes', async () => {
    const { clock, poll, id, ask, page } = await challenge('4000000000003220');
    clock.ms += 5 * 60 * 1000 - 1;
    assert.equal((await poll(id)).status, 'PENDING');
    clock.ms += 1;
    assert.equal((await poll(id)).status, 'DECLINED');
    assert.match((await ask('GET', page)).text, /expiró/);
  });

  it('takes one answer', async () => {
    const { choose, poll, id } = await challenge('4000000000003220');
    assert.equal((await choose('MAYBE')).status, 422);
    await choose('DECLINED');
    await choose('APPROVED');
    assert.equal((await poll(id)).status, 'DECLINED');
  });

  it('is not challenged when the payer was authenticated elsewhere', async () => {
    for (const name of ['extra_three_ds_aut_external_provider', 'three_ds_auth_external_provider']) {
      const { pay, cardToken, settled } = open();
      const result = {
        message_version: '2.2.0',
        trans_status: 'Y',
        authentication_value: 'AAAB',
        three_ds_server_trans_id: 'f3c1',
      };
      const token = await cardToken('4000000000003220');
      const { id, payment_method: method } = await pay({ type: 'CARD', token, installments: 1, [name]: result });
      assert.equal(JSON.stringify(method).includes('AAAB'), false);
      assert.equal((await settled(id)).status, 'APPROVED');
    }
  });

  it('counts each load of its page', async () => {
    const { requests, ask, page } = await challenge('4000000000003220');
    await ask('POST', page, { form: { creq: 'x' } });
    const seen = await requests();
    assert.equal(seen.filter(({ path }) => path === new URL(page).pathname).length, 1);
  });
});

describe('a card that needs no challenge in the sandbox', () => {
  it('shows its steps one poll at a time', async () => {
    const { payByCard, poll } = open();
    const { id } = await payByCard('4000000000003063');
    const steps = [stepOf(await poll(id)), stepOf(await poll(id)), (await poll(id)).status];
    assert.deepEqual(steps, ['PENDING BROWSER_INFO PENDING', 'PENDING AUTHENTICATION COMPLETED', 'APPROVED']);
  });

  it('may fail', async () => {
    const { payByCard, poll } = open();
    const { id } = await payByCard('4000000032200208');
    await poll(id);
    await poll(id);
    const final = await poll(id);
    assert.equal(final.status, 'DECLINED');
    assert.match(textOf(final.status_message), /3D Secure/);
  });

  it('settles although nobody polls', async () => {
    const { payByCard, settled, clock } = open();
    const { id } = await payByCard('4000000000003063');
    clock.ms += 60_000;
    assert.equal((await settled(id)).status, 'APPROVED');
  });
});

describe('other challenges in the sandbox', () => {
  it('come after SUPPORTED_VERSION and BROWSER_INFO', async () => {
    const { record, poll, id } = await challenge('4000000032200802');
    const steps = [stepOf(record), stepOf(await poll(id)), stepOf(await poll(id))];
    assert.deepEqual(steps, [
      'PENDING SUPPORTED_VERSION COMPLETED',
      'PENDING BROWSER_INFO PENDING',
      'PENDING CHALLENGE PENDING',
    ]);
  });

  it('never end', async () => {
    const { clock, poll, id, ask, page, choose } = await challenge('4000000032200109');
    assert.doesNotMatch((await ask('POST', page, { form: {} })).text, /<button/);
    await choose('APPROVED');
    clock.ms += 60 * 60 * 1000;
    assert.equal(stepOf(await poll(id)), 'PENDING CHALLENGE PENDING');
  });

  it('refuse to be shown in a frame', async () => {
    const { ask, page } = await challenge('4000000032200307');
    const { headers } = await ask('POST', page, { form: {} });
    assert.match(headers.get('content-security-policy') ?? '', /frame-ancestors 'none'/);
  });

  it('go on at a second host', async () => {
    const { ask, page, choose, poll, id } = await challenge('4000000032200406');
    const { status, headers } = await ask('POST', page, { form: {} });
    assert.equal(status, 303);
    const next = new URL(headers.get('location') ?? '');
    assert.equal(next.host, 'localhost:6101');
    assert.match((await ask('GET', next.href)).text, /<button name="outcome"/);
    await choose('APPROVED');
    await poll(id);
    assert.equal((await poll(id)).status, 'APPROVED');
  });

  it('work by an inline script alone', async () => {
    const { record } = await challenge('4000000032200505');
    assert.doesNotMatch(fragmentOf(record), /<form|<iframe/);
    assert.match(fragmentOf(record), /<script>/);
  });

  it('take their time', async () => {
    const { ask, page } = await challenge('4000000032200604');
    const started = performance.now();
    await ask('POST', page, { form: {} });
    assert.ok(performance.now() - started >= 15);
  });

  it('change their fragment once', async () => {
    const { record, poll, id } = await challenge('4000000032200703');
    const seen = new Set([fragmentOf(record)]);
    for (let time = 0; time < 20; time += 1) seen.add(fragmentOf(await poll(id)));
    assert.equal(seen.size, 2);
  });

  it('exist for other networks', async () => {
    for (const number of ['5200000032200013', '370000003220011']) {
      assert.equal(stepOf((await challenge(number)).record), 'PENDING CHALLENGE PENDING');
    }
  });
});
