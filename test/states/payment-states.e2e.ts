import { checkStates } from './check-states.ts';
import { actionStates, resultStates } from './payment-states.ts';

checkStates('the states of a payment', [...actionStates, ...resultStates]);
