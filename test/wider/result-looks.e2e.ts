import { checkLooks } from '../states/check-states.ts';
import { resultStates } from '../states/payment-states.ts';

checkLooks('the looks of a payment that has come to an end', resultStates);
