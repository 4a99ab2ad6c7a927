import { checkStates } from './check-states.ts';
import { formStates } from './form-states.ts';

checkStates('the states of the form', formStates);
