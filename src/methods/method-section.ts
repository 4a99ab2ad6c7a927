import { html, nothing, type TemplateResult } from 'lit';
import { languageOf, ownWord } from '../messages/catalogue.ts';
import { lineIcon } from '../ui/icons.ts';
import type { MethodFold } from '../ui/method-fold.ts';
import type { FormContext } from '../ui/method-form.ts';
import { renderMethodList } from '../ui/method-list.ts';
import { renderNotice } from '../ui/notices.ts';
import type { MethodForms } from './method-forms.ts';
import type { Offer } from './offer.ts';
import type { SavedCards } from './saved-cards.ts';

/** The saved cards and the methods to choose from, and the form of the chosen method. */
export function renderMethodSection(
  forms: MethodForms,
  context: FormContext,
  onSelect: (type: string) => void,
  offer?: Offer,
  fold?: MethodFold,
  saved?: SavedCards,
): TemplateResult {
  const { words, locale, state } = context;
  const { methods, selected, form, isMissing, made } = forms;
  const language = languageOf(locale);
  const retry = html`<button type="button" class="link" @click=${() => forms.retry()}>${words.retry}</button>`;
  return html`<div class="picker">
    ${renderMethodList({
      ...offer,
      ...context,
      choices: [
        ...(saved?.choices(words) ?? []),
        ...methods.map(({ type, title, hint, icon }) => ({
          id: type,
          title: (type === 'CARD' && saved?.otherCard(words)) || (ownWord(words, type) ?? title[language]),
          hint: ownWord(words, `${type}.hint`) ?? hint?.[language],
          // A logo shows in one place: once there is a payment, on its screen.
          mark:
            state && 'transaction' in state
              ? lineIcon(icon)
              : html`<slot name="method-${type}">${lineIcon(icon)}</slot>`,
        })),
        ...(saved?.expiredChoices(words) ?? []),
      ],
      selected: saved?.value ?? selected?.type,
      fold,
      onSelect,
    })}
    ${saved?.render(context)}
    ${made.map((one) => {
      const isShown = one === form && !saved?.selected;
      return html`<div class="method-form" ?hidden=${!isShown}>
        ${isShown || one.staysMounted ? one.render(context) : nothing}
      </div>`;
    })}
    ${isMissing ? renderNotice('alert', html`${words.errorPart} ${retry}`) : nothing}
    ${selected && !form && !isMissing ? html`<p class="skeleton" role="status">${words.loadingForm}</p>` : nothing}
  </div>`;
}
