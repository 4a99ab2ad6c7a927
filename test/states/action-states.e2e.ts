import { checkStates } from './check-states.ts';
import { actionStates } from './payment-states.ts';

checkStates('the states of a payment that asks something of the payer', actionStates);
