import { html, nothing, render } from 'lit';
import { onSpeech, say } from '../tools/speech.ts';

/** Every public event of the checkout. */
type PayEventName = Extract<keyof GlobalEventHandlersEventMap, `pay-${string}`>;
type Summaries = { [Name in PayEventName]: (event: GlobalEventHandlersEventMap[Name]) => string };

/** What of each event is fit to be shown: chosen field by field, so that nothing sensitive can slip in. */
const summaries: Summaries = {
  'pay-ready': ({ methods }) => methods.join(', '),
  'pay-state-change': ({ state }) => {
    if (state.status === 'action') return `action · ${state.action.kind}`;
    if (state.status === 'settled') return `settled · ${state.transaction.status}`;
    if (state.status === 'failed') return `failed · ${state.error.code}`;
    return state.status;
  },
  'pay-method-change': ({ method }) => method,
  'pay-source-selected': ({ source }) => source ?? say('otra tarjeta'),
  'pay-consent': ({ documents }) => documents.map(({ type }) => type).join(', '),
  'pay-submit': ({ method, reference }) => [method, reference].filter(Boolean).join(' · '),
  'pay-transaction': ({ transaction: { id, status } }) => `${id} · ${status}`,
  'pay-action': ({ kind, transaction: { id } }) => `${kind} · ${id}`,
  'pay-redirect': ({ url }) => new URL(url).host,
  'pay-result': ({ transaction: { id, status } }) => `${status} · ${id}`,
  'pay-unknown': ({ reference }) => reference,
  'pay-renewal-required': ({ reference }) => reference,
  'pay-source': () => say('el cuerpo lleva tokens y no se muestra'),
  'pay-warning': ({ code }) => code,
  'pay-error': ({ error: { code, retryable } }) => `${code} · ${say(retryable ? 'se puede reintentar' : 'definitivo')}`,
};

interface Entry {
  time: Date;
  name: string;
  summary: string;
  /** The language of the summary, where it is not the page's. */
  lang?: string | undefined;
}

const kept = 200;
const clock = new Intl.DateTimeFormat('es-CO', {
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  fractionalSecondDigits: 3,
  hour12: false,
});

/** The log, once it is on the page. */
export interface EventLog {
  /** Takes over what another checkout says. */
  listen: (target: EventTarget) => void;
  /** Takes over a line of its own. */
  add: (name: string, summary: string, lang?: string) => void;
}

/** The log of the checkout's events, newest first. Listens from the start, open or not. */
export function mountEventLog(place: HTMLElement, target?: EventTarget): EventLog {
  let entries: Entry[] = [];

  const draw = () =>
    render(
      html`
        <div class="log-head">
          <span class="hint">
            ${entries.length === 0 ? say('Aún no hay eventos.') : entries.length === 1 ? say('1 evento') : say('{count} eventos', { count: `${entries.length}` })}
          </span>
          <button
            type="button"
            class="small"
            ?disabled=${entries.length === 0}
            @click=${() => {
              entries = [];
              draw();
            }}
          >
            ${say('Limpiar')}
          </button>
        </div>
        <!-- The checkout announces what happens itself: a second voice would talk over it. -->
        <div class="log" role="log" aria-live="off" aria-label=${say('Eventos del checkout')} tabindex="0">
          <ol>
            ${entries.map(
              ({ time, name, summary, lang }) => html`
                <li>
                  <time datetime=${time.toISOString()}>${clock.format(time)}</time>
                  <code>${name}</code>
                  <span lang=${lang ?? nothing}>${summary}</span>
                </li>
              `,
            )}
          </ol>
        </div>
      `,
      place,
    );

  const add = (name: string, summary: string, lang?: string): void => {
    entries = [{ time: new Date(), name, summary, lang }, ...entries].slice(0, kept);
    draw();
  };
  const listen = (speaker: EventTarget): void => {
    for (const [name, summary] of Object.entries(summaries) as [PayEventName, (event: Event) => string][])
      speaker.addEventListener(name, (event) => add(name, summary(event)));
  };
  if (target) listen(target);
  draw();
  onSpeech(draw);
  return { listen, add };
}
