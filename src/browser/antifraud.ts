import type { AntifraudIds, Environment } from '../checkout/environment.ts';
import { within } from '../checkout/stopwatch.ts';
import { CheckoutError } from '../domain/checkout-error.ts';
import { trustedTypesPolicy } from './trusted-types.ts';

export interface AntifraudOptions {
  /** `{library_url}` of SPEC.md section 4.9; without it, only what the page has already is asked. */
  url: string | null | undefined;
  /** Name of the global object that the script defines. */
  globalName: string;
  publicKey: string;
}

interface AntifraudLibrary {
  initialize(callback: (data: unknown, error: unknown) => void): void;
}

interface AntifraudData {
  sessionId?: unknown;
  deviceData?: { deviceID?: unknown };
}

const timeoutMs = 8000;
/** A script that has come runs within this, in ms; nobody can see whether it has run already and defined nothing. */
const untilRunMs = 1500;
const textOf = (value: unknown): string | undefined => (typeof value === 'string' && value ? value : undefined);

const noIds = (): CheckoutError => new CheckoutError('part_unavailable', 'The anti-fraud library gave no ids.');

/**
 * Loads the anti-fraud library (or takes the one that the page has already) and asks it for the ids.
 *
 * Rejects when it cannot be had in time; why is nobody's question, for a payment goes on without the ids.
 */
export const antifraudIds = (
  options: AntifraudOptions,
  environment: Pick<Environment, 'now' | 'wait'>,
): Promise<AntifraudIds> => within(ask(options), timeoutMs, environment, noIds);

async function ask({ url, globalName, publicKey }: AntifraudOptions): Promise<AntifraudIds> {
  if (!libraryOf(globalName)) {
    if (!url) return {};
    await load(url, publicKey);
  }
  const library = libraryOf(globalName);
  if (!library) throw noIds();
  const data = await new Promise<AntifraudData>((resolve, reject) => {
    library.initialize((given, error) => {
      if (error !== null && error !== undefined) reject(noIds());
      else resolve(given ?? {});
    });
  });
  const ids = { sessionId: textOf(data.sessionId), deviceId: textOf(data.deviceData?.deviceID) };
  if (!ids.sessionId) throw noIds();
  return ids;
}

function libraryOf(globalName: string): AntifraudLibrary | undefined {
  const candidate = (globalThis as Record<string, unknown>)[globalName] as AntifraudLibrary | undefined;
  return typeof candidate?.initialize === 'function' ? candidate : undefined;
}

/** Resolves when the script has run: the page's own tag if there is one, else a new one, never two. */
async function load(url: string, publicKey: string): Promise<void> {
  const address = new URL(url, document.baseURI).href;
  let script = [...document.scripts].find(({ src }) => src === address);
  const mayHaveRun = script && performance.getEntriesByName?.(address).length > 0 && document.readyState !== 'loading';
  if (!script) {
    script = document.createElement('script');
    script.async = true;
    script.setAttribute('data-public-key', publicKey);
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
        reject(noIds());
      },
      { once: true },
    );
  });
}
