import { html, nothing, type TemplateResult } from 'lit';
import type { CheckoutErrorCode } from '../../domain/checkout-error.ts';
import type { Messages } from '../../messages/es.ts';
import type { MethodMessages } from '../../messages/methods/es.ts';
import { renderNotice } from '../notices.ts';
import { seals } from '../status/seals.ts';
import { renderNetworkLogo, type NetworkBrand } from './network-logo.ts';

/** What the challenge's screen shows. */
export interface ChallengeScreen {
  words: Messages;
  /** The words that come with the challenge. */
  more: MethodMessages;
  network: NetworkBrand | undefined;
  /** The card that is paid with. */
  card?: string | undefined;
  /** Whose payment it is, where that needs a word. */
  news?: unknown;
  /** The frame, once the fragment has been read. */
  frame: HTMLElement | undefined;
  /** The first page of the bank is there. */
  isLoaded: boolean;
  /** A sheet over a small screen rather than a part of the page. It stays what it is for as long as the challenge does. */
  isSheet: boolean;
  /** `leaving`: what leaving means is being said. `left`: the challenge waits out of sight, as it was. */
  phase: 'open' | 'leaving' | 'left';
  /** Active polling is over. */
  stalled: boolean;
  /** The last look at the payment failed. */
  missed?: boolean;
  problem: CheckoutErrorCode | undefined;
  /** What payment it is, for when the challenge is not shown. */
  summary?: unknown;
  /** More ways on for when the challenge is not shown, such as another method. */
  ways?: unknown;
  on: {
    /** Asks to leave. */
    leave: () => void;
    /** Thinks again. */
    stay: () => void;
    /** Leaves. */
    exit: () => void;
    /** Comes back to the challenge. */
    resume: () => void;
    /** Wants to know what became of the payment. */
    check: () => void;
    /** The sheet was dismissed, by Escape or a gesture. */
    dismiss: (event: Event) => void;
  };
}

const button = (label: string, onClick: () => void, look: string): TemplateResult =>
  html`<button type="button" class=${look} @click=${onClick}>${label}</button>`;

/** The screen of a 3D Secure challenge (SPEC.md section 10): logo, frame and a way out; or what to do without it. */
export function renderChallenge(screen: ChallengeScreen): TemplateResult {
  const isAside = screen.phase === 'left' || screen.problem !== undefined;
  const aside = isAside ? renderAside(screen) : nothing;
  const room = renderRoom(screen, isAside);
  return html`<section part="status" class="status challenge" aria-labelledby="headline">${aside}${
    screen.isSheet
      ? html`<dialog class="room sheet" aria-labelledby="headline" @cancel=${screen.on.dismiss} @close=${screen.on.dismiss}>${room}</dialog>`
      : html`<div class="room" ?hidden=${isAside}>${room}</div>`
  }</section>`;
}

const renderLead = (title: string, text: string, look = 'headline', logo?: TemplateResult): TemplateResult =>
  html`<div class=${look}>${logo}<h2 id="headline" tabindex="-1" aria-describedby="meaning">${title}</h2><p id="meaning">${text}</p></div>`;

function renderRoom(screen: ChallengeScreen, isAside: boolean): TemplateResult {
  const { words, more, network, card, news, frame, isLoaded, stalled, missed, phase, on } = screen;
  return html`${isAside ? nothing : renderLead(words.challengeTitle, more.challengeText, 'lead', renderNetworkLogo({ brand: network, words, card }))}${news}${
    stalled
      ? renderNotice('alert', html`<p>${more.challengeStalled}</p>${button(words.checkAgain, on.check, 'link')}`)
      : nothing
  }<div part="challenge" class="stage">${frame}${
    isLoaded
      ? nothing
      : html`<div class="veil" role="status"><span class="spinner" aria-hidden="true"></span>${more.challengeLoading}<small>${words.slow}</small></div>`
  }</div>${
    phase === 'leaving'
      ? html`<div class="leaving" role="group" aria-labelledby="leave-text">${renderNotice('info', html`<p id="leave-text">${more.challengeLeaveText}</p>`)}<div class="ways">${button(more.challengeStay, on.stay, 'pay stay')}${button(more.challengeExit, on.exit, 'pay plain')}</div></div>`
      : html`<div class="foot"><p class="fine ${missed ? 'missed' : ''}">${missed ? words.missedText : more.challengeHelp}</p>${button(more.challengeLeave, on.leave, 'link leave')}</div>`
  }`;
}

/** The challenge is out of sight, by the payer's wish or because it cannot be shown; the payment is followed all the same. */
function renderAside(screen: ChallengeScreen): TemplateResult {
  const { words, more, problem, summary, ways, on } = screen;
  if (!problem) {
    return html`${renderLead(words.pending, more.challengeLeftText, 'headline', seals.busy)}${summary}<div class="ways">${button(more.challengeStay, on.resume, 'pay')}${ways}</div>`;
  }
  return html`${renderLead(more.challengeFailed, '', 'headline', seals.open)}${renderNotice('alert', html`<p>${more.challengeBlocked}</p>`)}${summary}<div class="ways">${button(words.checkAgain, on.check, 'pay')}${ways}</div>`;
}
