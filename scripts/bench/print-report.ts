import { goals, type Goal } from './goals.ts';
import type { LoadFigures } from './load-figures.ts';
import type { Measurements } from './measurements.ts';
import { conditions, type ConditionName } from './target.ts';

type Write = (value: number) => string;

const ms: Write = (value) => `${value.toFixed(0)} ms`;
const kib: Write = (value) => `${(value / 1024).toFixed(1)} KiB`;
const count: Write = (value) => `${Number(value.toFixed(1))}`;

const rows: readonly (readonly [figure: keyof LoadFigures, label: string, write: Write])[] = [
  ['visible', 'visible', ms],
  ['usable', 'usable', ms],
  ['cpu', 'CPU until at rest', ms],
  ['blocking', 'blocking time', ms],
  ['requestsVisible', 'requests until visible', count],
  ['scriptsVisible', 'script until visible', kib],
  ['heap', 'heap after mount', kib],
  ['key', 'CPU a key', (value) => `${value.toFixed(2)} ms`],
];

const writers: Record<Goal['unit'], Write> = { ratio: (value) => `${value.toFixed(2)} ×`, ms, bytes: kib, count };

const wide = 26;
const column = 22;
const line = (...cells: string[]): void =>
  console.log(
    cells
      .map((cell, index) => (index === 0 ? cell.padEnd(wide) : cell.padStart(column)))
      .join('')
      .trimEnd(),
  );

/** Prints the medians of each page, with their ratio to the floor, under each condition. */
export function printFigures(measurements: Measurements): void {
  for (const [name, condition] of Object.entries(conditions)) {
    line(`\n${condition.name}`, ...measurements.names);
    for (const [figure, label, write] of rows) {
      const cells = measurements.names.map((target) => {
        const value = measurements.median(name as ConditionName, target, figure);
        if (value === undefined) return '–';
        // The floor hardly blocks: a ratio to next to nothing says nothing.
        const ratio = figure === 'blocking' ? undefined : measurements.ratio(name as ConditionName, target, figure);
        const beside = target === measurements.floor || ratio === undefined ? '' : ` (${ratio.toFixed(2)})`;
        return write(value) + beside.padStart(8);
      });
      if (cells.some((cell) => cell !== '–')) line(label, ...cells);
    }
  }
  const cycles = measurements.names.map((name) => measurements.cyclesOf(name));
  if (!cycles.some(Boolean)) return;
  line('\nleft by a mount and unmount', ...measurements.names);
  for (const [figure, write] of [
    ['nodes', count],
    ['listeners', count],
    ['heap', (value: number) => `${value.toFixed(0)} bytes`],
  ] as const)
    line(figure, ...cycles.map((cycle) => (cycle ? write(cycle[figure]) : '–')));
}

/** Whether a figure is within a limit. What leaks, leaks in every cycle; a profiler's own page may come and go. */
const isWithin = ({ condition }: Goal, value: number, limit: number): boolean =>
  condition === 'cycle' ? value < limit + 0.1 : value <= limit;

const isBeyond = (goal: Goal, value: number | undefined): boolean =>
  value !== undefined && goal.atMost !== undefined && !isWithin(goal, value, goal.atMost);

/** How many figures are beyond what they may be at most. */
export const beyondGoals = (measurements: Measurements): number =>
  goals.filter((goal) => isBeyond(goal, measurements.achieved(goal))).length;

/** Prints what was aimed at beside what was measured. */
export function printGoals(measurements: Measurements): void {
  console.log(
    `\nGoals; a × is a ratio to the ${measurements.floor}. ✓ reached, · not reached, ✗ beyond what it may be`,
  );
  for (const goal of goals) {
    const value = measurements.achieved(goal);
    if (value === undefined) continue;
    const write = writers[goal.unit];
    const { atMost } = goal;
    const mark = isBeyond(goal, value) ? '✗' : isWithin(goal, value, goal.aim) ? '✓' : '·';
    const place = goal.condition === 'cycle' ? '50 cycles' : conditions[goal.condition].name;
    const gate = atMost === undefined ? 'informs' : `at most ${write(atMost)}`;
    console.log(
      `${mark} ${`${goal.target}: ${goal.label} (${place})`.padEnd(60)}${write(value).padStart(18)}   aim ${write(goal.aim).padEnd(10)} ${gate}`,
    );
  }
}
