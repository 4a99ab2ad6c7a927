import { html, render, type TemplateResult } from 'lit';
import { paymentMethodTypes } from '../../src/domain/payment-method-type.ts';
import { isTestKey } from '../preferences.ts';
import type { ToolText } from '../tools/en.ts';
import { say } from '../tools/speech.ts';
import { ControlKit } from './control-kit.ts';
import type { Settings } from './settings.ts';
import { themes } from './themes.ts';

/** One part of the controls. */
interface ControlSection {
  title: ToolText;
  isOpen?: boolean;
  render: (kit: ControlKit) => TemplateResult;
}

const key = { accepts: isTestKey, problem: 'La llave de prueba empieza por pub_test_.' };

/** The controls by what they are about. */
const controlSections: readonly ControlSection[] = [
  {
    title: 'Pago',
    isOpen: true,
    render: (kit) => html`
      ${kit.choice('mode', 'Para qué', { payment: 'Cobrar (payment)', source: 'Guardar la tarjeta (source)' }, 'mode')}
      ${kit.amount()} ${kit.choice('currency', 'Moneda', { COP: 'COP', USD: 'USD' }, 'currency')}
      ${kit.choice('orders', 'De dónde sale la orden', {
        'order-url': 'Una por intento: order-url',
        createOrder: 'Una por intento: createOrder',
        fixed: 'Una fija: reference y signature',
      })}
      ${kit.choice('savedCard', 'Tarjeta guardada', {
        none: 'Ninguna',
        'charge-url': 'Se cobra en charge-url',
        chargeSource: 'Se cobra con chargeSource',
      })}
      ${kit.text('cartId', 'El carrito', { attribute: 'cart-id' })}
      ${kit.methods()}
      ${kit.text('networks', 'Tarjetas que aceptas', { attribute: 'networks' })}
      ${kit.choice(
        'preselect',
        'Elegido al comienzo',
        {
          '': 'El de la última vez, o el primero',
          first: 'El primero',
          none: 'Ninguno',
          ...Object.fromEntries(paymentMethodTypes.map((type) => [type, type])),
        },
        'preselect',
      )}
      ${kit.choice('fold', 'Lista larga', { auto: 'Plegada', none: 'Completa' }, 'fold')}
      ${kit.text('transactionId', 'Sigue una transacción', { attribute: 'transaction-id' })}
      ${kit.check('redirect', 'Tiene página de regreso', 'redirect-url')}
      ${kit.check('keepTitle', 'Deja el título de la página', 'keep-title')}
    `,
  },
  {
    title: 'Idioma y palabras',
    isOpen: true,
    render: (kit) => html`
      ${kit.choice(
        'locale',
        'Idioma',
        {
          es: 'Español',
          en: 'English',
          pt: 'Português',
          'es-CO': 'es-CO',
          'pt-BR': 'pt-BR',
          fr: 'fr (no lo habla)',
        },
        'locale',
      )}
      ${kit.words()}
    `,
  },
  {
    title: 'Tema',
    isOpen: true,
    render: (kit) => html`
      ${kit.choice('theme', 'Tema', Object.fromEntries(Object.entries(themes).map(([name, { title }]) => [name, title])))}
      ${kit.choice('header', 'La línea de la tienda y el valor', { theme: 'La del tema', shown: 'Se ve', hidden: 'No se ve' }, 'hide-header')}
      ${kit.choice('logos', 'Logos de los medios', { theme: 'Los del tema', invented: 'Inventados', none: 'Ninguno' }, 'method-…')}
      ${kit.choice('scheme', 'Claro u oscuro', { auto: 'Como el dispositivo', light: 'Claro', dark: 'Oscuro' }, 'color-scheme')}
      ${kit.accent()}
      <div class="pair">
        ${kit.choice('radius', 'Esquinas', { '': 'Las del tema', '0': '0', '6': '6 px', '14': '14 px', '24': '24 px' }, '--pay-radius')}
        ${kit.choice('density', 'Densidad', { theme: 'La del tema', compact: 'Compacta', roomy: 'Amplia' }, '--pay-gap')}
      </div>
    `,
  },
  {
    title: 'Quién paga',
    render: (kit) => html`
      <p class="hint">${say('Lo que falte se le pide a quien paga, si el medio lo necesita.')}</p>
      ${kit.text('email', 'Correo', { attribute: 'customer-email' })}
      ${kit.text('name', 'Nombre', { attribute: 'customer-name' })}
      ${kit.text('phone', 'Celular', { attribute: 'customer-phone' })}
    `,
  },
  {
    title: 'Conexión',
    render: (kit) => html`
      ${kit.text('publicKey', 'Llave pública', { attribute: 'public-key', ...key })}
      ${kit.check('antifraud', 'Carga el script antifraude', 'library-url')}
      ${kit.text('libraryGlobal', 'Su objeto global', { attribute: 'library-global' })}
      ${kit.check('resolves', 'El servidor resuelve referencias', 'resolveReference')}
      ${kit.text('resolveUrl', 'Dirección que resuelve', { attribute: 'resolve-url' })}
      ${kit.check('browserInfo', 'Envía los datos del navegador', 'profile')}
      ${kit.check('externalThreeDs', '3D Secure hecho en otra parte', 'externalThreeDs')}
    `,
  },
];

/** Draws the controls; @returns how to draw them again. */
export function mountControls(
  place: HTMLElement,
  settings: () => Settings,
  choose: (choices: Partial<Settings>) => void,
): () => void {
  // On a phone the checkout itself would be far below all of them.
  const hasRoom = matchMedia('(min-width: 900px)').matches;
  const draw = (): void => {
    const kit = new ControlKit(settings(), choose);
    render(
      controlSections.map(
        ({ title, isOpen = false, render: controls }) => html`<details ?open=${isOpen && hasRoom}>
          <summary><h2>${say(title)}</h2></summary>
          <div class="section">${controls(kit)}</div>
        </details>`,
      ),
      place,
    );
  };
  draw();
  return draw;
}
