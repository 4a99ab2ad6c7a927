import { html, render } from 'lit';
import type { PayTransactionEvent } from '../../src/index.ts';
import { shopApi, type FaultRequest } from '../shop-api.ts';
import type { ToolText } from '../tools/en.ts';
import { onSpeech, say, translated } from '../tools/speech.ts';

const kinds = {
  delay: 'Demora antes de responder',
  status: 'Responde con un error',
  'status-after': 'Lo hace y responde con un error',
  'drop-before': 'Corta la conexión sin hacer nada',
  'drop-after': 'Lo hace y corta la conexión',
  'hang-after': 'Lo hace y se queda callado',
  garbage: 'Lo hace y responde basura',
} as const;
type Kind = keyof typeof kinds;

const takesStatus = (kind: Kind) => kind === 'status' || kind === 'status-after';
const takesTime = (kind: Kind) => kind === 'delay' || kind === 'hang-after';

/** What the checkout calls. */
export const paymentTargets = [
  'POST /transactions',
  'GET /merchants/info',
  'GET /libs/js/v1.js',
  'POST /v1/tokens/cards',
  'GET /v1/pse/financial_institutions',
];

const asText = (error: unknown) => (error instanceof Error ? error.message : String(error));

export interface FaultsOptions {
  /** What the page calls, before it has called anything: the first is chosen. */
  targets: readonly string[];
  /** Whose transaction is polled. */
  checkout?: EventTarget;
  tell: (text: string) => void;
}

/** Puts faults on the sandbox's answers, and takes everything back. */
export function mountFaults(
  place: HTMLElement,
  { targets: usual, checkout, tell }: FaultsOptions,
): { follow: (checkout: EventTarget) => void } {
  let kind: Kind = 'delay';
  let seen: string[] = [];
  let polled: string | null = null;
  let problem: string | null = null;
  let active: string[] = [];

  const read = (form: HTMLFormElement): FaultRequest => {
    const fields = new FormData(form);
    const text = (name: string) => {
      const value = fields.get(name);
      return typeof value === 'string' ? value : '';
    };
    const [, method, path] = /^\s*(GET|POST)\s+(\/\S*)\s*$/.exec(text('target')) ?? [];
    if ((method !== 'GET' && method !== 'POST') || !path)
      throw new Error(say('Escribe el método y la ruta: POST /transactions'));
    return {
      method,
      path,
      times: Number(text('times')),
      fault: {
        kind,
        ...(takesTime(kind) && { ms: Number(text('ms')) }),
        ...(takesStatus(kind) && { status: Number(text('status')) }),
      },
    };
  };

  const add = async (event: SubmitEvent) => {
    event.preventDefault();
    try {
      const fault = read(event.currentTarget as HTMLFormElement);
      await shopApi.addFault(fault);
      problem = null;
      active = [`${fault.times} × ${fault.method} ${fault.path}: ${say(kinds[kind]).toLowerCase()}`, ...active];
      tell(say('Falla activada'));
    } catch (error) {
      problem = asText(error);
    }
    draw();
  };

  const reset = async () => {
    try {
      await shopApi.resetSandbox();
      problem = null;
      active = [];
      tell(say('Sandbox reiniciado: sin fallas ni transacciones'));
    } catch (error) {
      problem = asText(error);
    }
    draw();
  };

  const refresh = async () => {
    // Only offers more to choose from: without an answer the usual ones stay.
    seen = await shopApi.seenRequests().then(
      (requests) => requests.map(({ method, path }) => `${method} ${path}`),
      () => [],
    );
    draw();
  };

  const draw = () => {
    const targets = new Set([...(polled ? [`GET /v1/transactions/${polled}`] : []), ...usual, ...seen]);
    render(
      html`
        <form class="faults" @submit=${add} @focusin=${seen.length === 0 ? refresh : null}>
          <label class="field">
            ${say('Petición')}
            <input
              name="target"
              list="fault-targets"
              .value=${usual[0] ?? ''}
              autocomplete="off"
              spellcheck="false"
              required
            />
          </label>
          <datalist id="fault-targets">
            ${[...targets].map(
              (target) => html`
                <option value=${target}></option>
              `,
            )}
          </datalist>
          <label class="field">
            ${say('Falla')}
            <select
              name="kind"
              @change=${({ currentTarget }: Event) => {
                kind = (currentTarget as HTMLSelectElement).value as Kind;
                draw();
              }}
            >
              ${Object.entries<ToolText>(kinds).map(
                ([value, text]) => html`
                  <option value=${value} .selected=${value === kind}>${say(text)}</option>
                `,
              )}
            </select>
          </label>
          <div class="pair">
            <label class="field">
              ${say('Veces')}
              <input name="times" type="number" min="1" max="100" value="1" required />
            </label>
            ${
              takesTime(kind)
                ? html`
                    <label class="field">
                      ${say('Milisegundos')}
                      <input name="ms" type="number" min="0" max="120000" step="100" value="10000" required />
                    </label>
                  `
                : null
            }
            ${
              takesStatus(kind)
                ? html`
                    <label class="field">
                      ${say('Estado HTTP')}
                      <input name="status" type="number" min="400" max="599" value="500" required />
                    </label>
                  `
                : null
            }
          </div>
          <div class="actions">
            <button type="submit" class="primary">${say('Activar falla')}</button>
            <button type="button" @click=${reset}>${say('Reiniciar sandbox')}</button>
          </div>
        </form>
        ${
          problem
            ? html`
                <p class="notice" role="alert">${translated(problem)}</p>
              `
            : null
        }
        ${
          active.length > 0
            ? html`
                <h3>${say('Activadas')}</h3>
                <ul class="active-faults">
                  ${active.map(
                    (text) => html`
                      <li>${text}</li>
                    `,
                  )}
                </ul>
              `
            : null
        }
      `,
      place,
    );
  };

  const follow = (followed: EventTarget): void =>
    followed.addEventListener('pay-transaction', (event) => {
      polled = (event as PayTransactionEvent).transaction.id;
      draw();
    });
  if (checkout) follow(checkout);
  draw();
  onSpeech(draw);
  return { follow };
}
