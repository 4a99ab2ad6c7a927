/**
 * Plays a small scenario in every order in which it can happen: each arrival, loss and second delivery, each answer, each
 * lock that is given, each step of the payer and each passing of time is a choice. A run begins anew for each list of
 * choices. One that comes to what an earlier run has come to ends there: each page has met the same things in the same
 * order, and found the same in storage and at the service, so that all that follows is the same too. Events of different
 * pages that do not touch each other are thereby played in one order alone.
 */
import { createHash } from 'node:crypto';
import type { Gate, Resident } from '../checkout/unsteady/device.ts';
import type { Complaint, Judge } from '../checkout/unsteady/judge.ts';
import type { Endpoint, TroubleKind } from '../checkout/unsteady/service.ts';
import { conclude, isOffered, perform, settle, type Step } from '../checkout/unsteady/steps.ts';
import { PaymentWorld, type Given, type PayerPage } from '../checkout/unsteady/world.ts';

export interface Scenario {
  name: string;
  setting: Given;
  /** What payers do: each line in its order, the lines in any. Of several steps in one place, one is taken. */
  lines: readonly (readonly (readonly Step[])[])[];
  /** What may go wrong where. What goes there comes, in any order with all else; all other requests are answered at once. */
  faults: Partial<Record<Endpoint, readonly TroubleKind[]>>;
  /** How much of it at most, in one run. */
  troubles: number;
  /** How often time may pass while something else could happen. */
  hastes?: number;
  /** What differs in the wider checks. */
  wider?: Partial<Pick<Scenario, 'lines' | 'faults' | 'troubles' | 'hastes'>>;
}

interface Choice {
  index: number;
  count: number;
  label: string;
}

interface Option {
  label: string;
  /** Whom it touches; everybody, where it is time that passes. */
  page: Resident | undefined;
  take: () => Promise<void> | void;
}

interface Held {
  label: string;
  page: Resident;
  way: 'to' | 'from' | 'lock';
  what: string;
  release: () => void;
}

export interface Violation {
  complaint: Complaint;
  choices: readonly string[];
}

export interface Explored {
  runs: number;
  /** Of these, how many came to what was known. */
  known: number;
  choices: number;
  violations: readonly Violation[];
  /** What pages, ledgers and lines have come to. */
  reached: ReadonlySet<string>;
}

const waitMs = 50_000;
/** What the judge remembers in its order; the rest of what it is told counts for one page alone. */
const ordered = ['handOut', 'note', 'wish', 'allow', 'sends', 'turns', 'accepts', 'goesOn', 'forgets'] as const;
const ofOnePage = ['leaves', 'names', 'guesses', 'refuses', 'fails'] as const;

/** One run of a scenario, by a list of choices and then by the first of each. */
class ScheduledRun implements Gate {
  readonly world: PaymentWorld;
  readonly trail: Choice[] = [];
  readonly events: string[] = [];
  readonly reached = new Set<string>();
  readonly #scenario: Scenario;
  readonly #positions: number[];
  readonly #held: Held[] = [];
  readonly #serials = new Map<Resident, number>();
  readonly #histories = new Map<Resident | undefined, string[]>();
  readonly #told: string[] = [];
  readonly #names = new Map<string, string>();
  #troubles = 0;
  #hastes = 0;
  #news = 0;

  constructor(scenario: Scenario) {
    this.#scenario = scenario;
    this.#positions = scenario.lines.map(() => 0);
    this.world = new PaymentWorld(scenario.setting);
    this.world.device.gate = this;
    this.#overhear(this.world.judge);
  }

  /** @returns whether it was played to its end; else it came to what was known. */
  async play(prefix: readonly number[], seen: Set<string>): Promise<boolean> {
    const { world } = this;
    await world.service.reset();
    await perform(['open', 0], world);
    for (;;) {
      this.#look();
      const options = this.#options();
      if (options.length === 0) break;
      const isNew = this.trail.length >= prefix.length;
      if (isNew && options.length > 1 && !(await this.#isFirst(seen))) return false;
      const index = options.length > 1 ? this.#choose(prefix, options) : 0;
      await this.#take(options[index] as Option);
    }
    if (!(await this.#isFirst(seen)) && this.trail.length >= prefix.length) return false;
    world.device.gate = undefined;
    for (const held of this.#held.splice(0)) held.release();
    await conclude(world);
    this.#look();
    return true;
  }

  pass(way: 'to' | 'from' | 'lock', what: string, page: Resident): Promise<void> {
    const { faults } = this.#scenario;
    if (way === 'lock') this.reached.add('lock asked for');
    if (way === 'to' && what === 'order') this.reached.add('verdict order');
    const isSending = what === 'create' || what === 'charge';
    if (way === 'to' && isSending) this.reached.add('verdict send');
    if (way === 'to' && what === 'look' && (page as PayerPage).state.status === 'submitting')
      this.reached.add('verdict look');
    const isAlone = way === 'lock' && this.world.alive.length < 2;
    const isAtOnce = way === 'from' && !isSending;
    if (isAlone || isAtOnce || (way !== 'lock' && !(what in faults))) return Promise.resolve();
    return new Promise((resolve) => {
      this.#news++;
      this.#held.push({ label: `${what} of page ${this.#serial(page)}`, page, way, what, release: resolve });
    });
  }

  #choose(prefix: readonly number[], options: readonly Option[]): number {
    const index = prefix[this.trail.length] ?? 0;
    const option = options[index];
    if (!option) throw new Error(`A run is not the same the second time: ${this.events.join('; ')}`);
    this.trail.push({ index, count: options.length, label: option.label });
    return index;
  }

  async #take({ label, page, take }: Option): Promise<void> {
    this.events.push(label);
    const found = `${label}: ${await this.#shared()}`;
    const touched = page ? [page] : [...this.#serials.keys()];
    for (const one of touched) this.#historyOf(one).push(found);
    await take();
    await settle(this.world);
    for (const alive of this.world.alive)
      if (!this.#serials.has(alive)) {
        this.#serial(alive);
        this.#historyOf(alive).push(found);
      }
  }

  #options(): Option[] {
    const { world } = this;
    const { lines, hastes = 0 } = this.#scenario;
    const options: Option[] = this.#held.flatMap((held) => this.#waysOf(held));
    for (const [line, steps] of lines.entries())
      for (const step of steps[this.#positions[line] ?? 0] ?? [])
        if (isOffered(step, world))
          options.push({
            label: step.join(' '),
            page:
              typeof step[1] === 'number' && step[0] !== 'pass' && step[0] !== 'clock'
                ? world.tabs[step[1]]
                : undefined,
            take: () => {
              this.#positions[line] = (this.#positions[line] ?? 0) + 1;
              return perform(step, world);
            },
          });
    const isOver = lines.every((steps, line) => steps.length === this.#positions[line]);
    if (options.length > 0 ? this.#hastes < hastes && !isOver : !isOver) {
      if (options.length > 0)
        options.push({ label: 'time passes', page: undefined, take: () => ((this.#hastes += 1), this.#wait()) });
      else options.push({ label: 'time passes', page: undefined, take: () => this.#waitForOffer() });
    }
    return options;
  }

  #waysOf(held: Held): Option[] {
    const { label, page, way, what } = held;
    const release = (): void => {
      this.#held.splice(this.#held.indexOf(held), 1);
      held.release();
    };
    if (way !== 'to') {
      // Whoever is gone hears of nothing.
      if (page.isGone) return [];
      return [{ label: `${label}: ${way === 'lock' ? 'answered' : 'the answer comes'}`, page, take: release }];
    }
    const on = what as Endpoint;
    const kinds = this.#troubles < this.#scenario.troubles ? (this.#scenario.faults[on] ?? []) : [];
    return [undefined, ...kinds].map((kind) => ({
      label: `${label}: ${kind ?? 'arrives'}`,
      page,
      take: () => {
        if (kind) {
          this.#troubles++;
          this.reached.add(`${on} ${kind}`);
          this.world.service.trouble(on, kind, 1);
        }
        release();
      },
    }));
  }

  /** Time goes by until something happens that somebody could see. */
  #wait(): Promise<void> {
    const before = this.#sight();
    return this.world.device.pass(waitMs, () => this.#sight() !== before);
  }

  /** The payer waits for what comes next; what is not offered then is left out. */
  async #waitForOffer(): Promise<void> {
    const before = this.#sight();
    await this.#wait();
    if (this.#sight() !== before) return;
    for (const [line, steps] of this.#scenario.lines.entries())
      if ((this.#positions[line] ?? 0) < steps.length) {
        this.#positions[line] = (this.#positions[line] ?? 0) + 1;
        return;
      }
  }

  #sight(): string {
    const screens = this.world.alive.map((page) => this.#screen(page));
    return this.#text([this.#news, screens, [...this.world.device.stored]]);
  }

  #screen({ state }: PayerPage): unknown {
    return { ...state, ...('error' in state && state.error && { error: state.error.code }) };
  }

  /** What all pages share. */
  async #shared(): Promise<string> {
    const { device, service } = this.world;
    const records = (await service.transactions()).map(({ id, reference, status, amount_in_cents: amount }) => [
      id,
      reference,
      status,
      amount,
    ]);
    return this.#text([device.ticks, device.isOnline, byName([...device.stored]), records]);
  }

  async #isFirst(seen: Set<string>): Promise<boolean> {
    const state = [
      await this.#shared(),
      this.#positions,
      this.#troubles,
      this.#hastes,
      this.#held.map(({ label, way }) => `${way} ${label}`).toSorted(),
      [...this.#histories].map(([page, history]) => [page?.isGone, history]),
      this.world.tabs.map((page) => page && [this.#serials.get(page), [...page.tabTexts]]),
      this.#told,
    ];
    const print = createHash('sha1').update(this.#text(state)).digest('base64');
    const isFirst = !seen.has(print);
    seen.add(print);
    return isFirst;
  }

  /** Random names are told by when they first appear. */
  #text(value: unknown): string {
    return JSON.stringify(value).replace(/[0-9a-z]+-[0-9a-z]+-[0-9a-z]+/g, (name) => {
      const known = this.#names.get(name) ?? `name ${this.#names.size}`;
      this.#names.set(name, known);
      return known;
    });
  }

  #serial(page: Resident): number {
    const serial = this.#serials.get(page) ?? this.#serials.size;
    this.#serials.set(page, serial);
    return serial;
  }

  #historyOf(page: Resident | undefined): string[] {
    const history = this.#histories.get(page) ?? [];
    this.#histories.set(page, history);
    return history;
  }

  /** What the judge goes by is a part of where a run has come to. */
  #overhear(judge: Judge): void {
    type Listening = Record<string, (...told: unknown[]) => unknown>;
    const words = (told: unknown[]): string =>
      told
        .map((one) => {
          if (typeof one !== 'object' || one === null) return String(one);
          if ('checkout' in one) return `page ${this.#serial(one as PayerPage)}`;
          return 'id' in one ? `cart ${String(one.id)}` : '';
        })
        .join(' ');
    const listen = (name: string, hear: (text: string, told: unknown[]) => void): void => {
      const original = (judge as unknown as Listening)[name] as (...told: unknown[]) => unknown;
      (judge as unknown as Listening)[name] = (...told) => {
        hear(`${name} ${words(told)}`, told);
        return original.apply(judge, told);
      };
    };
    for (const name of ordered) listen(name, (text) => this.#told.push(text));
    for (const name of ofOnePage) listen(name, (text, [page]) => this.#historyOf(page as Resident).push(text));
    listen('shows', (text, [page, , , status]) =>
      status === 'PENDING' ? this.#historyOf(page as Resident).push(text) : this.#told.push(text),
    );
  }

  /** Notes what has come about so far. */
  #look(): void {
    const { reached, world } = this;
    for (const text of world.device.stored.values())
      for (const [, fate = ''] of text.matchAll(/"fate":"(\w+)"/g)) reached.add(`fate ${fate}`);
    for (const { state } of world.alive) {
      reached.add(`screen ${state.status}`);
      if ('wasPaid' in state && state.wasPaid) reached.add('verdict show');
      if ('elsewhere' in state && state.elsewhere && 'transaction' in state) reached.add('verdict follow');
      if (state.status === 'ready' && state.unconfirmed) reached.add('verdict ask: unconfirmed-payment');
      if (state.status === 'ready' && state.changedAmount)
        reached.add(`verdict ask: ${world.setting.shows ? 'other-amount' : 'unseen-amount'}`);
      if (state.status === 'ready' && ['reference_used', 'invalid_order'].includes(state.error?.code ?? ''))
        reached.add('verdict refuse');
    }
  }
}

/** After so many violations there is enough to mend. */
const enough = 20;

/**
 * Plays all runs of a scenario, or as many as it takes to find enough that is wrong.
 *
 * @param isNews whether a complaint is not known yet.
 * @param check looks at what went wrong beside the payment itself, and throws.
 */
export async function explore(
  scenario: Scenario,
  isNews: (complaint: Complaint) => boolean,
  check: () => void,
): Promise<Explored> {
  const seen = new Set<string>();
  const reached = new Set<string>();
  const violations: Violation[] = [];
  let runs = 0;
  let known = 0;
  let choices = 0;
  let prefix: number[] | undefined = [];
  while (prefix && violations.length < enough) {
    const run = new ScheduledRun(scenario);
    const isWhole = await run.play(prefix, seen);
    check();
    runs++;
    if (!isWhole) known++;
    for (const one of run.reached) reached.add(one);
    for (const complaint of run.world.judge.complaints.filter(isNews))
      violations.push({ complaint, choices: run.events });
    const { trail } = run;
    choices += trail.length - prefix.length;
    while (trail.length > 0 && isLast(trail.at(-1) as Choice)) trail.pop();
    const last = trail.pop();
    prefix = last && [...trail.map(({ index }) => index), last.index + 1];
  }
  return { runs, known, choices, violations, reached };
}

/** In which order things are stored does not matter. */
const byName = (entries: [string, string][]) => entries.toSorted(([one], [other]) => (one < other ? -1 : 1));

const isLast = ({ index, count }: Choice): boolean => index + 1 === count;
