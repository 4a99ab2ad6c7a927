import type { CycleFigures } from './cycle-figures.ts';
import type { Goal } from './goals.ts';
import type { LoadFigures } from './load-figures.ts';
import type { ConditionName, Target } from './target.ts';

type Rounds = Record<ConditionName, Map<string, Partial<LoadFigures>[]>>;

const median = (values: number[]): number => {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length / 2;
  return ((sorted[Math.ceil(middle) - 1] ?? Number.NaN) + (sorted[Math.floor(middle)] ?? Number.NaN)) / 2;
};

/** All that a run has measured. */
export class Measurements {
  /** The page that the others are compared with. */
  readonly floor: string;
  readonly names: readonly string[];
  readonly #rounds: Rounds = { fast: new Map(), slow: new Map(), phone: new Map() };
  readonly #cycles = new Map<string, CycleFigures>();

  /** @param targets the floor is the first */
  constructor(targets: readonly Target[]) {
    this.names = targets.map(({ name }) => name);
    this.floor = this.names[0] ?? '';
  }

  add(condition: ConditionName, target: string, figures: Partial<LoadFigures>): void {
    const rounds = this.#rounds[condition];
    rounds.set(target, [...(rounds.get(target) ?? []), figures]);
  }

  addCycles(target: string, figures: CycleFigures): void {
    this.#cycles.set(target, figures);
  }

  cyclesOf(target: string): CycleFigures | undefined {
    return this.#cycles.get(target);
  }

  /** The median of the rounds; undefined where nothing was measured. */
  median(condition: ConditionName, target: string, figure: keyof LoadFigures): number | undefined {
    const values = this.#valuesOf(condition, target, figure);
    return values.length > 0 ? median(values) : undefined;
  }

  /**
   * The median of what the rounds say of a page beside the floor. Each round is compared with itself: what slows the
   * machine down slows both.
   */
  ratio(condition: ConditionName, target: string, figure: keyof LoadFigures): number | undefined {
    const ratios = this.#ratiosOf(condition, target, figure);
    return ratios.length > 0 ? median(ratios) : undefined;
  }

  /** What a goal is about, as measured. */
  achieved({ target, condition, figure, unit }: Goal): number | undefined {
    if (condition === 'cycle') {
      const cycle = this.#cycles.get(target);
      return cycle && (figure === 'nodes' || figure === 'listeners') ? cycle[figure] : undefined;
    }
    if (figure === 'nodes' || figure === 'listeners') return;
    return unit === 'ratio' ? this.ratio(condition, target, figure) : this.median(condition, target, figure);
  }

  #ratiosOf(condition: ConditionName, target: string, figure: keyof LoadFigures): number[] {
    const floor = this.#valuesOf(condition, this.floor, figure);
    return this.#valuesOf(condition, target, figure).flatMap((value, round) => {
      const below = floor[round];
      return below ? value / below : [];
    });
  }

  #valuesOf(condition: ConditionName, target: string, figure: keyof LoadFigures): number[] {
    return (this.#rounds[condition].get(target) ?? []).flatMap((figures) => figures[figure] ?? []);
  }
}
