import { formStates } from './form-states.ts';
import type { PageState } from './page-state.ts';
import { actionStates, resultStates } from './payment-states.ts';

/** Every state of the checkout that a payer can meet: pictures, axe and the accessibility trees go through this list. */
export const pageStates: readonly PageState[] = [...formStates, ...actionStates, ...resultStates];
