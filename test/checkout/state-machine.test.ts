import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { CheckoutState, CheckoutStep } from '../../src/checkout/state.ts';
import { transition } from '../../src/checkout/transition.ts';
import { CheckoutError } from '../../src/domain/checkout-error.ts';
import type { Transaction } from '../../src/domain/transaction.ts';
import { pendingRecord } from './method-world.ts';

const record = (status: Transaction['status']): Transaction => pendingRecord({}, { status });

describe('the state machine', () => {
  const observed = (status: Transaction['status']): CheckoutStep => ({
    type: 'observed',
    transaction: record(status),
    action: undefined,
  });
  const submitting: CheckoutState = { status: 'submitting', step: 'order' };

  it('takes a submission only when ready', () => {
    const submit: CheckoutStep = { type: 'submitted', reference: 'R' };
    assert.equal(transition({ status: 'ready' }, submit).status, 'submitting');
    const others: CheckoutState[] = [
      { status: 'loading' },
      submitting,
      { status: 'processing', transaction: record('PENDING') },
      { status: 'settled', transaction: record('DECLINED') },
      { status: 'unknown', reference: 'R', resendable: true },
    ];
    for (const state of others) assert.equal(transition(state, submit), state);
  });

  it('stays settled, whatever is observed later', () => {
    const settled = transition(submitting, observed('APPROVED'));
    assert.equal(settled.status, 'settled');
    for (const status of ['PENDING', 'DECLINED', 'ERROR'] as const)
      assert.equal(transition(settled, observed(status)), settled);
  });

  it('never calls a payment under way failed', () => {
    const step: CheckoutStep = { type: 'broken', error: new CheckoutError('network', 'down') };
    const underWay: CheckoutState[] = [
      submitting,
      { status: 'processing', transaction: record('PENDING') },
      { status: 'action', action: { kind: 'push' }, transaction: record('PENDING') },
      { status: 'unknown', reference: 'R', resendable: false },
    ];
    for (const state of underWay) assert.equal(transition(state, step), state);
  });

  it('gives the same state for the same news, so that nothing is announced twice', () => {
    const pending = transition(submitting, observed('PENDING'));
    assert.equal(transition(pending, observed('PENDING')), pending);
  });
});
