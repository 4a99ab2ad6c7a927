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

const element = 'element';
const rendered = 'server-rendered';

export const goals: readonly Goal[] = [
  { target: element, condition: 'phone', figure: 'visible', label: 'visible', unit: 'ratio', aim: 2.2 },
  { target: rendered, condition: 'phone', figure: 'visible', label: 'visible', unit: 'ratio', aim: 1.2 },
  { target: element, condition: 'slow', figure: 'blocking', label: 'blocking time', unit: 'ms', aim: 150 },
  { target: element, condition: 'slow', figure: 'cpu', label: 'CPU', unit: 'ratio', aim: 2.1, atMost: 3 },
  { target: element, condition: 'fast', figure: 'cpu', label: 'CPU', unit: 'ratio', aim: 2.4, atMost: 3.2 },
  { target: element, condition: 'fast', figure: 'key', label: 'CPU a key', unit: 'ratio', aim: 1.4, atMost: 2.2 },
  {
    target: element,
    condition: 'fast',
    figure: 'heap',
    label: 'heap after mount',
    unit: 'ratio',
    aim: 1.9,
    atMost: 2.4,
  },
  {
    target: element,
    condition: 'phone',
    figure: 'requestsVisible',
    label: 'requests until visible',
    unit: 'count',
    aim: 2,
    atMost: 2,
  },
  {
    target: element,
    condition: 'phone',
    figure: 'scriptsVisible',
    label: 'script until visible',
    unit: 'bytes',
    aim: 24 * 1024,
    atMost: 24 * 1024,
  },
  { target: element, condition: 'cycle', figure: 'nodes', label: 'nodes a cycle', unit: 'count', aim: 0, atMost: 0 },
  {
    target: element,
    condition: 'cycle',
    figure: 'listeners',
    label: 'listeners a cycle',
    unit: 'count',
    aim: 0,
    atMost: 0,
  },
];
