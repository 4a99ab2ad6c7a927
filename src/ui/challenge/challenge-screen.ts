import { html, nothing, type TemplateResult } from 'lit';
import type { CheckoutState } from '../../checkout/state.ts';
import type { CheckoutErrorCode } from '../../domain/checkout-error.ts';
import { extraOf } from '../../domain/transaction.ts';
import type { AllWords } from '../../messages/catalogue.ts';
import { plainMark } from '../icons.ts';
import { networkMarks } from '../network-marks.ts';
import { renderNotice } from '../notices.ts';
import { seals, type Screen, type StatusContext } from '../status/screen.ts';
import { methodOf, renderMet, renderSummary, renderWaysOut } from '../status/status-parts.ts';

/** What the networks call their authentication, by the names of their marks. */
const names = {
  Visa: 'Visa Secure',
  Mastercard: 'Mastercard ID Check',
  'American Express': 'American Express SafeKey',
} as const;

export type NetworkBrand = keyof typeof names;

/** The network by the name that the service gives a card (`payment_method.extra.brand`, SPEC.md section 2.4). */
export function networkBrandOf(name: unknown): NetworkBrand | undefined {
  const [, visa, master, amex] = (typeof name === 'string' && /(visa)|(master)|(amex|american)/i.exec(name)) || [];
  if (visa) return 'Visa';
  if (master) return 'Mastercard';
  return amex ? 'American Express' : undefined;
}

/**
 * The logo of the card network's authentication, which SPEC.md section 10 wants visible, with its name: the network's
 * mark beside a shield. A page replaces the drawing through the slot `network-logo`; the name stays.
 *
 * @param card where nothing else tells which one it is.
 */
export const renderNetworkLogo = (
  brand: NetworkBrand | undefined,
  words: AllWords,
  card = words.authentication,
): TemplateResult =>
  html`<div part="network-logo" class="network-logo"><slot name="network-logo">${brand ? networkMarks.get(brand) : plainMark}<svg class="shield" viewBox="0 0 20 25" aria-hidden="true"><path d="m10 1 9 3v8c0 5-4 9-9 11.5C5 21 1 17 1 12V4zM5.5 12 9 15.5l6-7"/></svg></slot><span><small>${card}</small><strong>${brand ? names[brand] : '3D Secure'}</strong></span></div>`;

/** A pending payment whose challenge is asked of the payer, and what its screen is rendered with. */
export interface ChallengeContent {
  state: Extract<CheckoutState, { status: 'action' }>;
  context: StatusContext;
}

export interface ChallengeView extends ChallengeContent {
  /** The frame, once the fragment has been read. */
  frame: HTMLElement | undefined;
  /** The first page of the bank is there. */
  isLoaded: boolean;
  /** A sheet over a small screen rather than a part of the page. It stays what it is for as long as the challenge does. */
  isSheet: boolean;
  /** `leaving`: what leaving means is being said. `left`: the challenge waits out of sight, as it was. */
  phase: 'open' | 'leaving' | 'left';
  problem: CheckoutErrorCode | undefined;
  on: {
    /** Asks to leave. */
    leave: () => void;
    stay: () => void;
    exit: () => void;
    resume: () => void;
    check: () => void;
    /** The sheet was dismissed, by Escape or a gesture. */
    dismiss: (event: Event) => void;
  };
}

const button = (label: string, onClick: () => void, look: string): TemplateResult =>
  html`<button type="button" class=${look} @click=${onClick}>${label}</button>`;

type Words = Omit<Screen, 'layout'>;

/** What the screen says. Out of sight, by the payer's wish or because it cannot be shown, the challenge speaks otherwise. */
function challengeWords({ state, context, phase, problem }: ChallengeView): Words {
  const { words } = context;
  // Whoever is about to leave is told what that means in place of this.
  const missed = state.error && phase !== 'leaving' ? words.missedText : undefined;
  if (problem) return { tone: 'open', title: words.challengeFailed, missed };
  if (phase === 'left') return { tone: 'busy', title: words.pending, text: words.challengeLeftText, missed };
  return { tone: 'busy', title: words.challengeTitle, text: words.challengeText, missed };
}

/** The screen of a 3D Secure challenge (SPEC.md section 10): logo, frame and a way out; or what to do without it. */
export function challengeScreenOf(screen: ChallengeView): Screen {
  const said = challengeWords(screen);
  const isAside = screen.phase === 'left' || screen.problem !== undefined;
  const aside = isAside ? renderAside(screen, said) : nothing;
  const room = renderRoom(screen, isAside, said);
  const layout = html`<section part="status" class="status challenge" aria-labelledby="headline">${aside}${
    screen.isSheet
      ? html`<dialog class="room sheet" aria-labelledby="headline" @cancel=${screen.on.dismiss} @close=${screen.on.dismiss}>${room}</dialog>`
      : html`<div class="room" ?hidden=${isAside}>${room}</div>`
  }</section>`;
  return { ...said, layout };
}

const renderLead = ({ title, text }: Words, look: string, logo: TemplateResult): TemplateResult =>
  html`<div class=${look}>${logo}<h2 id="headline" tabindex="-1" aria-describedby="meaning">${title}</h2><p id="meaning">${text}</p></div>`;

function renderRoom(screen: ChallengeView, isAside: boolean, said: Words): TemplateResult {
  const { state, context, frame, isLoaded, phase, on } = screen;
  const { words } = context;
  const { missed } = said;
  const brand = networkBrandOf(extraOf(state.transaction)['brand']);
  const logo = renderNetworkLogo(brand, words, methodOf(state.transaction, context));
  return html`${isAside ? nothing : renderLead(said, 'lead', logo)}${renderMet(context)}${
    state.stalled
      ? renderNotice('alert', html`<p>${words.challengeStalled}</p>${button(words.checkAgain, on.check, 'link')}`)
      : nothing
  }<div part="challenge" class="stage">${frame}${
    isLoaded
      ? nothing
      : html`<div class="veil" role="status"><span class="spinner" aria-hidden="true"></span>${words.challengeLoading}<small>${words.slow}</small></div>`
  }</div>${
    phase === 'leaving'
      ? html`<div class="leaving" role="group" aria-labelledby="leave-text">${renderNotice('info', html`<p id="leave-text">${words.challengeLeaveText}</p>`)}<div class="ways">${button(words.challengeStay, on.stay, 'pay stay')}${button(words.challengeExit, on.exit, 'pay plain')}</div></div>`
      : html`<div class="foot"><p class="fine ${missed ? 'missed' : ''}">${missed ?? words.challengeHelp}</p>${button(words.challengeLeave, on.leave, 'link leave')}</div>`
  }`;
}

/** The payment is followed all the same while its challenge is not shown. */
function renderAside({ state, context, problem, on }: ChallengeView, said: Words): TemplateResult {
  const { words } = context;
  const main = problem ? button(words.checkAgain, on.check, 'pay') : button(words.challengeStay, on.resume, 'pay');
  return html`${renderLead(said, 'headline', seals[said.tone])}${
    problem ? renderNotice('alert', html`<p>${words.challengeBlocked}</p>`) : nothing
  }${renderSummary(state.transaction, context)}<div class="ways">${main}${renderWaysOut(context, state.error)}</div>`;
}
