import { checkLooks } from '../states/check-states.ts';
import { formStates } from '../states/form-states.ts';

checkLooks('the looks of the form', formStates);
