import type { HTTPRequest, Page } from 'puppeteer-core';
import { noteHeard } from './heard.ts';

/** Lets no request for these files through for as long as it is asked to, and counts what it refused. */
export class Outage {
  isOn = true;
  refused = 0;
  readonly #files: RegExp;
  readonly #isGone: boolean;

  /** @param isGone they are answered, as on a server from which a release has taken them; else nothing is. */
  constructor(files: RegExp, isGone = false) {
    this.#files = files;
    this.#isGone = isGone;
  }

  async befall(page: Page): Promise<void> {
    await page.setRequestInterception(true);
    page.on('request', (request) => {
      if (!this.isOn || !this.#files.test(request.url())) return void request.continue();
      this.refused += 1;
      const page404 = { status: 404, contentType: 'text/html', body: '<h1>404</h1>' };
      void (this.#isGone ? request.respond(page404) : request.abort());
    });
  }
}

/** Keeps the flow, or another part, from a page until the test lets it come, and counts how often the contracts are asked for. */
export class SlowLine {
  asked = 0;
  #held: HTTPRequest[] | undefined = [];
  readonly #files: RegExp;

  constructor(files = /\/chunks\/flow-/) {
    this.#files = files;
  }

  async befall(page: Page): Promise<void> {
    await noteHeard(page);
    await page.setRequestInterception(true);
    page.on('request', (request) => {
      if (request.method() === 'GET' && request.url().endsWith('/merchants/info')) this.asked += 1;
      if (this.#held && this.#files.test(request.url())) this.#held.push(request);
      else void request.continue();
    });
  }

  release(): void {
    for (const request of this.#held ?? []) void request.continue();
    this.#held = undefined;
  }
}
