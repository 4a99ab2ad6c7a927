/** The ledger as it stands. */
import * as claim from '../../../src/checkout/ledger/claim.ts';
import * as epoch from '../../../src/checkout/ledger/epoch.ts';
import * as maySend from '../../../src/checkout/ledger/may-send.ts';
import * as purchase from '../../../src/checkout/ledger/purchase.ts';
import * as strangers from '../../../src/checkout/ledger/strangers.ts';
import type { Rules } from './model.ts';

export const ledger: Rules = { ...claim, ...epoch, ...maySend, ...purchase, ...strangers };
