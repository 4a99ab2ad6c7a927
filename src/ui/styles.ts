import { baseStyles } from './styles/base-styles.ts';
import { fieldsStyles } from './styles/fields-styles.ts';
import { hostStyles } from './styles/host-styles.ts';
import { layoutStyles } from './styles/layout-styles.ts';
import { methodsStyles } from './styles/methods-styles.ts';
import { payStyles } from './styles/pay-styles.ts';
import { ticketStyles } from './styles/ticket-styles.ts';

/** The look of the first form. Later parts count more than earlier ones. */
export const styles = [hostStyles, baseStyles, ticketStyles, fieldsStyles, methodsStyles, payStyles, layoutStyles];
