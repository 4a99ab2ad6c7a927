/** Visits every state that a model can come to, nearest first. */
import type { Reading } from './answers.ts';
import { keyOf, Model, Violation, type Rules, type Setting, type World } from './model.ts';

export interface Exploration {
  states: number;
  steps: number;
  /** More states were left than allowed. */
  isCut: boolean;
  /** How often something was reached. */
  reached: Map<string, number>;
  /** What went wrong, and the steps that lead there. */
  violation?: { complaint: string; way: string[] };
}

export function explore(rules: Rules, read: Reading, setting: Setting, limit = Infinity): Exploration {
  const reached = new Map<string, number>();
  const model = new Model(rules, read, setting, (what) => reached.set(what, (reached.get(what) ?? 0) + 1));
  const states: (World | undefined)[] = [];
  const parents: number[] = [];
  const labels: string[] = [];
  const known = new Set<string>();
  let steps = 0;
  const wayTo = (state: number): string[] => {
    const way: string[] = [];
    for (let at = state; at > 0; at = parents[at] ?? 0) way.unshift(labels[at] ?? '');
    return way;
  };
  // States with more presses left come first.
  const turns: number[][] = Array.from({ length: setting.presses + 1 }, () => []);
  const add = (world: World, parent: number, label: string) => {
    const key = keyOf(world, setting);
    if (known.has(key)) return;
    known.add(key);
    turns[setting.presses - world.presses]?.push(states.length);
    states.push(world);
    parents.push(parent);
    labels.push(label);
  };
  let current = 0;
  let last = 'start';
  try {
    add(model.start(), 0, 'start');
    for (const turn of turns)
      for (current of turn) {
        if (states.length > limit) return { states: states.length, steps, isCut: true, reached };
        const world = states[current] as World;
        states[current] = undefined;
        last = 'here';
        model.judge(world);
        last = 'a step from here';
        model.steps(world, (label, next) => {
          steps += 1;
          last = label;
          add(next, current, label);
        });
      }
  } catch (error) {
    if (!(error instanceof Violation) && !(error instanceof TypeError)) throw error;
    const violation = { complaint: error.message, way: [...wayTo(current), `(${last})`] };
    return { states: states.length, steps, isCut: false, reached, violation };
  }
  return { states: states.length, steps, isCut: false, reached };
}
