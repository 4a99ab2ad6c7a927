import { Hono } from 'hono';

/**
 * The client-side anti-fraud library (SPEC.md 4.9): `/libs/js/v1.js`, and the deprecated form that knows no device at
 * `/libs/js/legacy.js`. Both define the global `$pay` and read `data-public-key` from their own script tag.
 */
export function antifraudRoutes(): Hono {
  const app = new Hono();
  for (const [path, withDevice] of [
    ['/libs/js/v1.js', true],
    ['/libs/js/legacy.js', false],
  ] as const) {
    app.get(path, (context) =>
      context.body(librarySource(withDevice), 200, {
        'content-type': 'text/javascript; charset=utf-8',
        'cache-control': 'no-store',
        'x-content-type-options': 'nosniff',
      }),
    );
  }
  return app;
}

function librarySource(withDevice: boolean): string {
  return `(() => {
  'use strict';
  const NAME = '$pay';
  const running = Reflect.get(Document.prototype, 'currentScript', document);
  const script = running ?? document.querySelector('script[data-public-key][src*="/libs/js/"]');
  const key = script?.getAttribute('data-public-key');
  let problem = null;
  if (!key) {
    problem = 'The anti-fraud library needs data-public-key="pub_test_…" on its own script tag.';
  } else if (!/^pub_(test|prod)_[A-Za-z0-9_-]+$/.test(key)) {
    problem = 'data-public-key holds no public key; a public key starts with pub_test_ or pub_prod_.';
  }
  if (problem) console.error('[' + NAME + '] ' + problem);
  if (typeof window[NAME]?.initialize === 'function') {
    console.warn('[' + NAME + '] The anti-fraud library is on this page twice; the first one stays.');
    return;
  }
  const random = () => crypto.getRandomValues(new Uint32Array(4)).join('-');
  const collected = { sessionId: [key, Date.now(), random()].join('-') };
${withDevice ? DEVICE : LEGACY}
  window[NAME] = Object.freeze({
    initialize(callback) {
      if (typeof callback !== 'function') throw new TypeError(NAME + '.initialize(callback) needs a function.');
      setTimeout(() => {
        if (problem) callback(null, new Error(problem));
        else callback(collected, null);
      }, 50);
    }
  });
})();
`;
}

const DEVICE = `  const slot = 'pay-antifraud-device';
  let deviceID = random();
  try {
    deviceID = localStorage.getItem(slot) ?? deviceID;
    localStorage.setItem(slot, deviceID);
  } catch {
    // Where storage is blocked, each page has a device of its own.
  }
  collected.deviceData = { deviceID };`;

const LEGACY = `  console.warn('[' + NAME + '] This version of the library is deprecated: it knows no device. Use /libs/js/v1.js.');`;
