import { checkLooks } from '../states/check-states.ts';
import { actionStates } from '../states/payment-states.ts';

checkLooks('the looks of a payment that asks something of the payer', actionStates);
