import { describe, it } from 'node:test';
import { examples } from './examples.ts';
import { ledger } from './ledger-rules.ts';

describe('the ledger, rule by rule:', () => {
  for (const { rule, check } of examples) it(rule, () => check(ledger));
});
