import type { CDPSession } from 'puppeteer-core';

/** What had come by some moment. */
export interface TrafficCount {
  /** Requests with their answers; what is asked for ahead and still on its way keeps nobody waiting. */
  requests: number;
  /** Of scripts, as sent, headers included. */
  scriptBytes: number;
}

interface Exchange {
  isScript: boolean;
  ended: number;
  bytes: number;
}

/** Counts what a page sends and gets. Preflights are counted: the payer waits for them, too. */
export class Traffic {
  readonly #exchanges = new Map<string, Exchange>();
  /** The first request's time by both of the protocol's clocks, in s. */
  #first: { timestamp: number; wallTime: number } | undefined;
  open = 0;

  constructor(session: CDPSession) {
    session.on('Network.requestWillBeSent', ({ requestId, request, type, timestamp, wallTime }) => {
      if (!/^https?:/.test(request.url) || this.#exchanges.has(requestId)) return;
      this.#first ??= { timestamp, wallTime };
      this.open += 1;
      this.#exchanges.set(requestId, { isScript: type === 'Script', ended: Infinity, bytes: 0 });
    });
    session.on('Network.loadingFinished', ({ requestId, timestamp, encodedDataLength }) =>
      this.#end(requestId, timestamp, encodedDataLength),
    );
    session.on('Network.loadingFailed', ({ requestId, timestamp }) => this.#end(requestId, timestamp, 0));
  }

  /** @param time in ms since 1970 */
  until(time: number): TrafficCount {
    const first = this.#first ?? { timestamp: 0, wallTime: 0 };
    const moment = first.timestamp + (time / 1000 - first.wallTime);
    const ended = [...this.#exchanges.values()].filter((exchange) => exchange.ended <= moment);
    const scripts = ended.filter(({ isScript }) => isScript);
    return { requests: ended.length, scriptBytes: scripts.reduce((total, { bytes }) => total + bytes, 0) };
  }

  #end(requestId: string, timestamp: number, bytes: number): void {
    const exchange = this.#exchanges.get(requestId);
    if (!exchange || exchange.ended !== Infinity) return;
    this.open -= 1;
    Object.assign(exchange, { ended: timestamp, bytes });
  }
}
