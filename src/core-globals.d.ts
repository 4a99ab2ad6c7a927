/**
 * The few web globals that the core may use, for tsconfig.core.json alone.
 *
 * The core project leaves the DOM library out, so that `window`, `document` or storage cannot slip in. What every
 * fetch-capable runtime has in common (browsers, workers, Node, Deno, Bun) is declared here by hand, no wider than it is
 * used. Projects with the DOM or worker library leave this file out: the same names come from there.
 */

interface EventLike {
  readonly type: string;
}

interface AbortSignal {
  readonly aborted: boolean;
  readonly reason: unknown;
  throwIfAborted(): void;
  addEventListener(
    type: 'abort',
    listener: (event: EventLike) => void,
    options?: { once?: boolean; signal?: AbortSignal },
  ): void;
  removeEventListener(type: 'abort', listener: (event: EventLike) => void): void;
}
declare const AbortSignal: {
  readonly prototype: AbortSignal;
  abort(reason?: unknown): AbortSignal;
  any(signals: Iterable<AbortSignal>): AbortSignal;
  timeout(milliseconds: number): AbortSignal;
};

interface AbortController {
  readonly signal: AbortSignal;
  abort(reason?: unknown): void;
}
declare const AbortController: { readonly prototype: AbortController; new (): AbortController };

interface Headers {
  get(name: string): string | null;
  has(name: string): boolean;
  set(name: string, value: string): void;
}
type HeadersInit = Headers | Record<string, string> | Array<[string, string]>;
declare const Headers: { readonly prototype: Headers; new (init?: HeadersInit): Headers };

interface RequestInit {
  body?: string | null;
  cache?: 'default' | 'no-store' | 'reload' | 'no-cache' | 'force-cache' | 'only-if-cached';
  credentials?: 'omit' | 'same-origin' | 'include';
  headers?: HeadersInit;
  keepalive?: boolean;
  method?: string;
  mode?: 'same-origin' | 'cors' | 'no-cors';
  redirect?: 'follow' | 'error' | 'manual';
  referrerPolicy?: 'no-referrer' | 'origin' | 'same-origin' | 'strict-origin' | 'strict-origin-when-cross-origin';
  signal?: AbortSignal | null;
}

interface Response {
  readonly headers: Headers;
  readonly ok: boolean;
  readonly status: number;
  readonly url: string;
  json(): Promise<unknown>;
  text(): Promise<string>;
}

declare function fetch(input: string | URL, init?: RequestInit): Promise<Response>;

interface URLSearchParams extends Iterable<[string, string]> {
  append(name: string, value: string): void;
  delete(name: string): void;
  get(name: string): string | null;
  has(name: string): boolean;
  set(name: string, value: string): void;
  toString(): string;
}
declare const URLSearchParams: {
  readonly prototype: URLSearchParams;
  new (init?: string | Record<string, string> | Iterable<[string, string]>): URLSearchParams;
};

interface URL {
  hash: string;
  host: string;
  hostname: string;
  href: string;
  readonly origin: string;
  password: string;
  pathname: string;
  port: string;
  protocol: string;
  search: string;
  readonly searchParams: URLSearchParams;
  username: string;
  toString(): string;
}
declare const URL: {
  readonly prototype: URL;
  new (url: string | URL, base?: string | URL): URL;
};

interface TextEncoder {
  encode(input?: string): Uint8Array<ArrayBuffer>;
}
declare const TextEncoder: { readonly prototype: TextEncoder; new (): TextEncoder };

declare const crypto: { randomUUID(): `${string}-${string}-${string}-${string}-${string}` };

/** Opaque, as browsers number their timers and Node hands out objects: write `ReturnType<typeof setTimeout>`. */
interface TimerHandle {
  readonly timer: unique symbol;
}
declare function setTimeout(handler: () => void, milliseconds?: number): TimerHandle;
declare function clearTimeout(timer: TimerHandle | undefined): void;

declare const console: {
  error(...values: unknown[]): void;
  info(...values: unknown[]): void;
  warn(...values: unknown[]): void;
};
