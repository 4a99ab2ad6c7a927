import { setTimeout as pause } from 'node:timers/promises';

/**
 * WebDriver's code points for the key names that the runner's `sendKeys` takes.
 * @type {Record<string, string>}
 */
const KEYS = {
  Backspace: '\uE003',
  Tab: '\uE004',
  Enter: '\uE007',
  Shift: '\uE008',
  Control: '\uE009',
  Alt: '\uE00A',
  Escape: '\uE00C',
  Space: ' ',
  PageUp: '\uE00E',
  PageDown: '\uE00F',
  End: '\uE010',
  Home: '\uE011',
  ArrowLeft: '\uE012',
  ArrowUp: '\uE013',
  ArrowRight: '\uE014',
  ArrowDown: '\uE015',
  Delete: '\uE017',
  Meta: '\uE03D',
};

/** @param {string} name */
const keyCode = (name) => KEYS[name] ?? name;

/**
 * The part of puppeteer's `Page` that the runner's command plugins call.
 * @param {import('./webkit-session.mjs').WebKitSession} webkit
 */
export function webkitPage(webkit) {
  /** @param {{ type: 'keyDown' | 'keyUp', value: string }[]} actions */
  const press = (actions) =>
    webkit.command('POST', '/actions', { actions: [{ type: 'key', id: 'keyboard', actions }] });
  /** @param {string} value */
  const down = (value) => ({ type: /** @type {const} */ ('keyDown'), value });
  /** @param {string} value */
  const up = (value) => ({ type: /** @type {const} */ ('keyUp'), value });
  const innerSize = () =>
    webkit.command('POST', '/execute/sync', { script: 'return [innerWidth, innerHeight]', args: [] });
  return {
    isClosed: () => false,
    /** @param {{ width: number, height: number }} size */
    async setViewport({ width, height }) {
      // The window frame's share is unknown, and the window follows with a delay.
      for (const deadline = Date.now() + 5000; ;) {
        const [innerWidth, innerHeight] = await innerSize();
        if (innerWidth === width && innerHeight === height) return;
        if (Date.now() > deadline) throw new Error(`The window stays ${innerWidth} × ${innerHeight}.`);
        const outer = await webkit.command('GET', '/window/rect');
        await webkit.command('POST', '/window/rect', {
          width: outer.width + width - innerWidth,
          height: outer.height + height - innerHeight,
        });
        await pause(50);
      }
    },
    keyboard: {
      /** @param {string} text */
      type: (text) => press(Array.from(text).flatMap((letter) => [down(letter), up(letter)])),
      /** @param {string} chord a key, or several joined by a plus sign */
      press(chord) {
        const keys = chord.length > 1 ? chord.split('+').map(keyCode) : [chord];
        return press([...keys.map(down), ...keys.toReversed().map(up)]);
      },
      /** @param {string} name */
      down: (name) => press([down(keyCode(name))]),
      /** @param {string} name */
      up: (name) => press([up(keyCode(name))]),
    },
    async screenshot() {
      return Buffer.from(await webkit.command('GET', '/screenshot'), 'base64');
    },
  };
}
