import type { CSSResult } from 'lit';
import { cardStyles } from './styles/card-styles.ts';
import { fieldsStyles } from './styles/fields-styles.ts';
import { hostStyles } from './styles/host-styles.ts';
import { layoutStyles } from './styles/layout-styles.ts';
import { methodStyles } from './styles/method-styles.ts';
import { motionStyles } from './styles/motion-styles.ts';
import { payStyles } from './styles/pay-styles.ts';
import { ticketStyles } from './styles/ticket-styles.ts';

/**
 * The look of the first form, for the checkout and for the card fields inside of it. Later parts count more than earlier
 * ones. A page whose policy allows the styles of a server's rendering by their hash names one hash for both trees.
 */
export const styles = [
  hostStyles,
  ticketStyles,
  fieldsStyles,
  methodStyles,
  payStyles,
  layoutStyles,
  cardStyles,
  motionStyles,
];

/** Gives a tree the styles of a part that came later, once. */
export function adoptStyles(root: ParentNode, { styleSheet }: CSSResult): void {
  const { adoptedStyleSheets } = root as ShadowRoot;
  if (styleSheet && !adoptedStyleSheets.includes(styleSheet)) adoptedStyleSheets.push(styleSheet);
}
