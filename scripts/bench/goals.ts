import type { LoadFigures } from './load-figures.ts';
import type { ConditionName } from './target.ts';

/** What a figure may be at most: a ratio to the floor, or a figure in its own unit. */
export interface Goal {
  target: string;
  /** `cycle` for what a mount and unmount leaves behind. */
  condition: ConditionName | 'cycle';
  figure: keyof LoadFigures | 'nodes' | 'listeners';
  label: string;
  unit: 'ratio' | 'ms' | 'bytes' | 'count';
  /** What is aimed at. */
  aim: number;
  /**
   * What --check fails above: a quarter or more above what was measured when it was set, or above the aim. It catches a
   * change for the worse, not a busy machine. Absent where a figure only informs, as wall clocks do, which tell more about
   * the machine's other programs than about the page.
   */
  atMost?: number;
}

const elementGoal = (
  condition: Goal['condition'],
  figure: Goal['figure'],
  label: string,
  unit: Goal['unit'],
  aim: number,
  atMost?: number,
): Goal => ({ target: 'element', condition, figure, label, unit, aim, ...(atMost !== undefined && { atMost }) });

export const goals: readonly Goal[] = [
  elementGoal('phone', 'visible', 'visible', 'ratio', 2.2),
  { ...elementGoal('phone', 'visible', 'visible', 'ratio', 1.2), target: 'server-rendered' },
  elementGoal('slow', 'blocking', 'blocking time', 'ms', 150),
  elementGoal('slow', 'cpu', 'CPU', 'ratio', 2.1, 4),
  elementGoal('fast', 'cpu', 'CPU', 'ratio', 2.4, 4),
  elementGoal('fast', 'key', 'CPU a key', 'ratio', 1.4, 2.2),
  elementGoal('fast', 'heap', 'heap after mount', 'ratio', 2.6, 3.6),
  elementGoal('phone', 'requestsVisible', 'requests until visible', 'count', 2, 2),
  elementGoal('phone', 'scriptsVisible', 'script until visible', 'bytes', 24 * 1024, 34.5 * 1024),
  elementGoal('cycle', 'nodes', 'nodes a cycle', 'count', 0, 0),
  elementGoal('cycle', 'listeners', 'listeners a cycle', 'count', 0, 0),
];
