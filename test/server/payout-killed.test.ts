import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, afterEach, before, beforeEach, describe, it } from 'node:test';
import { listen } from '../../scripts/node-tools.mjs';
import { serve, type SandboxServer } from '../../src/sandbox/index.ts';
import { Disbursements, payoutBatchProblems, verifyEvent, type PayoutBatch } from '../../src/server/index.ts';
import { until } from '../e2e/until.ts';
import { sandboxAt, type TestSandbox } from '../start-sandbox.ts';

/** How many are paid: `npm run test:wider` says ten thousand. */
const count = Number(process.env['PAYROLL_ROWS'] ?? 2000);
const amount = 50_000;
const full = 1_000_000_000;

const bad: Record<number, object> = { 0: { amount: 0 }, 1: { email: 'ana@' }, 2: { key: '@x' }, 3: { name: ' ' } };
const messages = [
  'amount must be a positive number',
  'email must be an email',
  'key must be a valid BRE-B key',
  'name should not be empty',
];

/** Ten thousand transfers; every hundredth is bad, when wanted, in one of four ways. */
const payroll = (hasBadRows: boolean): PayoutBatch => ({
  reference: 'NOMINA-2026-11',
  accountId: 'acc_test_main',
  paymentType: 'PAYROLL',
  transactions: Array.from({ length: count }, (_, index) => ({
    amount,
    name: `Persona ${index}`,
    email: `persona${index}@example.com`,
    key: `3${String(index).padStart(9, '0')}`,
    ...(hasBadRows && index % 100 === 37 ? bad[Math.floor(index / 100) % 4] : {}),
  })),
});

interface Outcome {
  outcome: string;
  payoutId?: string;
  rows?: { index: number; messages: string[] }[];
}

describe('a payroll of thousands', () => {
  let service: SandboxServer;
  let sandbox: TestSandbox;
  let receiver: Server;
  let folder = '';
  const bodies: string[] = [];

  before(async () => {
    service = await serve({ port: 0 });
    sandbox = sandboxAt(service.url);
    receiver = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        bodies.push(Buffer.concat(chunks).toString());
        response.end();
      });
    });
    const url = `${await listen(receiver)}/`;
    const answer = await fetch(`${service.url}/_sandbox/webhooks`, {
      method: 'POST',
      body: JSON.stringify({ url }),
    });
    assert(answer.ok);
  });

  after(async () => {
    receiver.close().closeAllConnections();
    await service.close();
  });

  beforeEach(async () => {
    await sandbox.reset();
    bodies.length = 0;
    folder = mkdtempSync(join(tmpdir(), 'payroll-'));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  const disbursements = () =>
    new Disbursements({
      baseUrl: service.url,
      apiKey: 'test_api_key_pay_checkout',
      userPrincipalId: 'test_principal_pay_checkout',
    });
  const balance = async () =>
    (await disbursements().listAccounts()).find(({ id }) => id === 'acc_test_main')?.balanceInCents;
  const posts = async () => (await sandbox.requests()).filter(({ path }) => path === '/v2/payouts');

  /** Starts the program; `ended` tells how it went. */
  const start = (batch: PayoutBatch) => {
    writeFileSync(join(folder, 'batch.json'), JSON.stringify(batch));
    rmSync(join(folder, 'outcome.json'), { force: true });
    const child = spawn(
      process.execPath,
      ['--import', './scripts/typescript.mjs', 'test/fixtures/payroll/pay.ts', service.url, folder],
      { stdio: ['ignore', 'ignore', 'inherit'] },
    );
    const ended = new Promise<{ signal: NodeJS.Signals | null; outcome: Outcome | undefined }>((done, fail) => {
      child.once('error', fail);
      child.once('close', (_, signal) => {
        const file = join(folder, 'outcome.json');
        done({ signal, outcome: existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined });
      });
    });
    return { child, ended };
  };

  /** The ids of the batches that events told of, the one that is settled first. */
  const settledBatches = () =>
    until(
      async () => {
        const events = bodies.filter((body) => body.includes('"payout.updated"'));
        return (
          events.some((body) => body.includes('"TOTAL_PAYMENT"')) &&
          new Set(
            await Promise.all(
              events.map(async (body) => {
                const { signed } = await verifyEvent(body, 'test_events_pay_checkout');
                return String(signed['payout.id']);
              }),
            ),
          )
        );
      },
      'the batch to be settled',
      { timeoutMs: 180_000 },
    );

  it('is checked in one pass and refused as a whole, with every bad row named and nothing sent', async () => {
    const batch = payroll(true);
    const started = performance.now();
    const problems = payoutBatchProblems(batch);
    assert.ok(performance.now() - started < 5000);
    assert.equal(problems.rows.length, count / 100);
    const { outcome } = await start(batch).ended;
    assert.equal(outcome?.outcome, 'refused');
    assert.deepEqual(outcome.rows, problems.rows);
    for (const [place, row] of problems.rows.entries())
      assert.deepEqual(row, { index: place * 100 + 37, messages: [messages[place % 4]] });
    assert.deepEqual(await posts(), []);
  });

  it('is paid once although the program is killed after sending and run again', async () => {
    await sandbox.fault({
      method: 'POST',
      path: '/v2/payouts',
      times: 1,
      fault: { kind: 'hang-after', ms: 60_000 },
    });
    const first = start(payroll(false));
    await until(async () => (await balance()) !== full, 'the service to take the batch', { timeoutMs: 30_000 });
    first.child.kill('SIGKILL');
    assert.deepEqual(await first.ended, { signal: 'SIGKILL', outcome: undefined });

    const second = await start(payroll(false)).ended;
    assert.deepEqual(second, { signal: null, outcome: { outcome: 'paid earlier' } });
    assert.equal((await posts()).length, 2);
    assert.equal(await balance(), full - count * amount);

    const ids = await settledBatches();
    assert.equal(ids.size, 1);
    const record = await disbursements().getPayout([...ids][0] ?? '');
    assert.deepEqual([record.status, record.totalTransactions], ['TOTAL_PAYMENT', count]);
    assert.equal(await balance(), full - count * amount);
  });

  it('is paid once although the program is killed before the service has looked at what it sent', async () => {
    await sandbox.fault({ method: 'POST', path: '/v2/payouts', times: 1, fault: { kind: 'delay', ms: 60_000 } });
    const first = start(payroll(false));
    await until(async () => (await posts()).length === 1, 'the batch to arrive', { timeoutMs: 30_000 });
    first.child.kill('SIGKILL');
    assert.equal((await first.ended).signal, 'SIGKILL');
    assert.equal(await balance(), full);
    const { outcome } = await start(payroll(false)).ended;
    assert.equal(outcome?.outcome, 'paid');
    const ids = await settledBatches();
    assert.deepEqual([...ids], [outcome.payoutId]);
    await sandbox.letGo();
    // The first request is answered to nobody, and does nothing more.
    await until(async () => (await posts()).every(({ status }) => status !== null), 'both to be answered');
    assert.equal(await balance(), full - count * amount);
  });
});
