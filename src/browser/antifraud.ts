import type { AntifraudIds } from '../checkout/environment.ts';
import { CheckoutError } from '../domain/checkout-error.ts';
import { trustedTypesPolicy } from './trusted-types.ts';

export interface AntifraudOptions {
  /** `{library_url}` of SPEC.md section 4.9. */
  url: string;
  /** Name of the global object that the script defines. */
  globalName: string;
  publicKey: string;
  timeoutMs?: number;
}

interface AntifraudLibrary {
  initialize(callback: (data: unknown, error: unknown) => void): void;
}

interface AntifraudData {
  sessionId?: unknown;
  deviceData?: { deviceID?: unknown };
}

const defaultTimeoutMs = 8000;
/** A script that has come runs within this, in ms; nobody can see whether it has run already and defined nothing. */
const untilRunMs = 1500;
const textOf = (value: unknown): string | undefined => (typeof value === 'string' && value ? value : undefined);

/**
 * Loads the anti-fraud library (or takes the one that the page has already) and asks it for the ids.
 *
 * @throws CheckoutError `part_unavailable` when it cannot be had in time; a payment goes on without it.
 */
export async function antifraudIds({
  url,
  globalName,
  publicKey,
  timeoutMs = defaultTimeoutMs,
}: AntifraudOptions): Promise<AntifraudIds> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const deadline = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer within ${timeoutMs} ms`)), timeoutMs);
  });
  try {
    return await Promise.race([ask(url, globalName, publicKey), deadline]);
  } catch (thrown) {
    throw new CheckoutError('part_unavailable', `The anti-fraud library gave no ids: ${String(thrown)}`, {
      cause: thrown,
    });
  } finally {
    clearTimeout(timer);
  }
}

async function ask(url: string, globalName: string, publicKey: string): Promise<AntifraudIds> {
  const library = libraryOf(globalName) ?? (await loaded(url, publicKey), libraryOf(globalName));
  if (!library) throw new Error(`the script defines no global ${globalName} with initialize()`);
  const data = await new Promise<AntifraudData>((resolve, reject) => {
    library.initialize((given, error) => {
      if (error !== null && error !== undefined) reject(new Error('initialize() reported an error'));
      else resolve(given ?? {});
    });
  });
  const ids = { sessionId: textOf(data.sessionId), deviceId: textOf(data.deviceData?.deviceID) };
  if (!ids.sessionId) throw new Error('initialize() gave no session id');
  return ids;
}

function libraryOf(globalName: string): AntifraudLibrary | undefined {
  const candidate = (globalThis as Record<string, unknown>)[globalName] as AntifraudLibrary | undefined;
  return typeof candidate?.initialize === 'function' ? candidate : undefined;
}

/** Resolves when the script has run: the page's own tag if there is one, else a new one, never two. */
async function loaded(url: string, publicKey: string): Promise<void> {
  const address = new URL(url, document.baseURI).href;
  let script = [...document.scripts].find(({ src }) => src === address);
  const mayHaveRun = script && performance.getEntriesByName(address).length > 0 && document.readyState !== 'loading';
  if (!script) {
    script = document.createElement('script');
    script.async = true;
    script.dataset['publicKey'] = publicKey;
    script.setAttribute('src', trustedTypesPolicy().createScriptURL(address));
    document.head.append(script);
  }
  const tag = script;
  await new Promise<void>((resolve, reject) => {
    tag.addEventListener('load', () => resolve(), { once: true });
    if (mayHaveRun) setTimeout(resolve, untilRunMs);
    tag.addEventListener(
      'error',
      () => {
        tag.remove(); // so that a later try loads it again
        reject(new Error('the script could not be loaded: unreachable, or blocked by the page (script-src)'));
      },
      { once: true },
    );
  });
}
