import { checkStates } from './check-states.ts';
import { resultStates } from './payment-states.ts';

checkStates('the states of a payment that has come to an end', resultStates);
