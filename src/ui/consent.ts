import { html, isServer, noChange, nothing, type TemplateResult } from 'lit';
import type { Checkout } from '../checkout/checkout.ts';
import type { AcceptanceDocument, AcceptanceField } from '../domain/merchant.ts';
import type { Messages } from '../messages/es.ts';
import type { FieldProblem } from './method-form.ts';

export interface Consent {
  words: Messages;
  /** The contracts; empty while they are on their way. */
  documents: readonly AcceptanceDocument[];
  isAccepted: (field: AcceptanceField) => boolean;
  /** Problems of any control: those of the two checkboxes are shown. */
  problems: readonly FieldProblem[];
  onToggle: (field: AcceptanceField, accepted: boolean) => void;
}

/**
 * The two contracts (SPEC.md section 5): two unticked checkboxes, each with a link to its PDF beside it, so that a tap on
 * the text ticks it. What the braces of the text hold names the document. The text is there from the start; until the
 * contracts have come they cannot be ticked, for there is nothing to read yet. A server leaves them alone: it would write
 * the attribute `checked`, whatever its value, and so tick them.
 */
export function renderConsent({ words, documents, isAccepted, problems, onToggle }: Consent): TemplateResult {
  const box = (field: AcceptanceField, text: string) => {
    const document = documents.find((one) => one.field === field);
    const problem = problems.find(({ name }) => name === field)?.message;
    const [, title] = text.split(/[{}]/);
    return html`<div class="box">
      <label>
        <input
          type="checkbox"
          name=${field}
          aria-required="true"
          .checked=${isServer ? noChange : isAccepted(field)}
          ?disabled=${!document}
          aria-invalid=${problem ? 'true' : nothing}
          aria-describedby=${problem ? `${field}-note` : nothing}
        />
        <span>${text.replace(/[{}]/g, '')}</span>
      </label>
      <a href=${document?.permalink ?? nothing} target="_blank" rel="noopener noreferrer">${words.read}<span class="unseen"> ${title} (${words.newTab})</span></a>
      ${problem ? html`<p class="note" part="error" id="${field}-note">${problem}</p>` : nothing}
    </div>`;
  };
  const toggle = ({ target }: Event): void => {
    const { name, checked } = target as HTMLInputElement;
    onToggle(name as AcceptanceField, checked);
  };
  return html`<div part="consent" class="consent" aria-busy=${documents.length === 0} @change=${toggle}>
    ${box('acceptance_token', words.acceptPolicy)}${box('accept_personal_auth', words.acceptPersonalData)}
  </div>`;
}

export const missingConsents = (
  checkout: Pick<Checkout, 'documents' | 'isAccepted'> | undefined,
  { policyMissing, personalDataMissing }: Messages,
): FieldProblem[] =>
  (checkout?.documents ?? [])
    .filter(({ field }) => !checkout?.isAccepted(field))
    .map(({ field: name }) => ({ name, message: name === 'acceptance_token' ? policyMissing : personalDataMissing }));
