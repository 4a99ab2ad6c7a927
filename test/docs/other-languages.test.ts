/** The samples in other languages and their vectors: the kit agrees with them, and so does each language that is installed. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { integritySignature, verifyEvent, type IntegritySignatureInput } from '../../src/server/index.ts';
import { openSandbox } from '../sandbox/open-sandbox.ts';

const folder = 'docs/other-languages';
const { signatures, events } = JSON.parse(readFileSync(`${folder}/vectors.json`, 'utf8')) as {
  signatures: (IntegritySignatureInput & { signature: string })[];
  events: {
    secret: string;
    now: number;
    genuine: { body: string; signed: Record<string, string | number> }[];
    refused: { what: string; body: string }[];
  };
};

/** Reads the vectors and prints what the sample makes of them: signatures, signed fields, and how many it has refused. */
const drivers: Readonly<Record<string, string>> = {
  python3: `
import json, sys
sys.path.insert(0, "${folder}")
sys.dont_write_bytecode = True
from pay_checkout import integrity_signature, verify_event
vectors = json.load(open("${folder}/vectors.json"))
events = vectors["events"]
def refuses(body, secret=events["secret"], now=events["now"]):
    try: verify_event(body.encode(), secret, now)
    except ValueError: return True
    return False
print(json.dumps([
    [integrity_signature(v["reference"], v["amountInCents"], v["currency"], v["secret"], v.get("expirationTime", "")) for v in vectors["signatures"]],
    [verify_event(v["body"].encode(), events["secret"], events["now"]) for v in events["genuine"]],
    [v["what"] for v in events["refused"] if not refuses(v["body"])],
    [refuses(events["genuine"][0]["body"], ""), refuses(events["genuine"][0]["body"], "another"), refuses("[" * 100000)],
]))`,
  php: `
require '${folder}/pay-checkout.php';
$vectors = json_decode(file_get_contents('${folder}/vectors.json'), true);
$events = $vectors['events'];
$refuses = function (string $body, ?string $secret = null) use ($events): bool {
    try { verify_event($body, $secret ?? $events['secret'], $events['now']); } catch (UnexpectedValueException) { return true; }
    return false;
};
$first = $events['genuine'][0]['body'];
echo json_encode([
    array_map(fn ($v) => integrity_signature($v['reference'], $v['amountInCents'], $v['currency'], $v['secret'], $v['expirationTime'] ?? ''), $vectors['signatures']),
    array_map(fn ($v) => verify_event($v['body'], $events['secret'], $events['now']), $events['genuine']),
    array_values(array_map(fn ($v) => $v['what'], array_filter($events['refused'], fn ($v) => !$refuses($v['body'])))),
    [$refuses($first, ''), $refuses($first, 'another'), $refuses(str_repeat('[', 100000))],
]);`,
};

const runs = { python3: ['-c'], php: ['-d', 'error_reporting=-1', '-d', 'display_errors=stderr', '-r'] } as const;
const isInstalled = (program: string) => spawnSync(program, ['--version']).status === 0;

describe('N8: signatures and events in other languages', () => {
  it('the kit agrees with each vector', async () => {
    assert.ok(signatures.length > 2 && events.genuine.length > 3 && events.refused.length > 12);
    for (const { signature, ...order } of signatures) assert.equal(await integritySignature(order), signature);
    const options = { now: events.now * 1000, timestampUnit: 'seconds' } as const;
    for (const { body, signed } of events.genuine)
      assert.deepEqual((await verifyEvent(body, events.secret, options)).signed, signed);
    for (const { what, body } of events.refused)
      await assert.rejects(verifyEvent(body, events.secret, options), { name: 'EventVerificationError' }, what);
  });

  it('the sandbox agrees with the signature, with an expiration time and without', async () => {
    for (const {
      reference,
      amountInCents: amount_in_cents,
      currency,
      expirationTime,
      secret,
      signature,
    } of signatures) {
      if (secret !== 'test_integrity_pay_checkout') continue;
      const order = { reference, amount_in_cents, currency, signature };
      const answer = await openSandbox().post(expirationTime ? { ...order, expiration_time: expirationTime } : order);
      assert.equal(answer.status, 201, answer.text);
    }
  });

  it('a page quotes each sample whole', () => {
    const page = readFileSync('docs/other-languages.md', 'utf8');
    for (const name of ['pay-checkout.php', 'pay_checkout.py', 'PayCheckout.cs']) {
      const code = readFileSync(`${folder}/${name}`, 'utf8');
      assert.ok(code.split('\n').length <= 45, name);
      assert.ok(page.includes(code.trim()), `docs/other-languages.md quotes another ${name}`);
    }
    for (const { signature } of signatures.slice(0, 2)) assert.ok(page.includes(signature));
  });

  for (const [program, code] of Object.entries(drivers).filter(([name]) => isInstalled(name)))
    it(`${program} agrees with each vector`, () => {
      const { stdout, stderr } = spawnSync(program, [...runs[program as keyof typeof runs], code], {
        encoding: 'utf8',
      });
      assert.equal(stderr, '');
      const [signed, genuine, taken, odd] = JSON.parse(stdout) as [string[], unknown[], string[], boolean[]];
      assert.deepEqual(
        signed,
        signatures.map(({ signature }) => signature),
      );
      assert.deepEqual(
        genuine,
        events.genuine.map((one) => one.signed),
      );
      assert.deepEqual(taken, []);
      assert.deepEqual(odd, [true, true, true]);
    });
});
