import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { goals } from '../../scripts/bench/goals.ts';
import { Measurements } from '../../scripts/bench/measurements.ts';

const floor = { name: 'plain form', url: 'http://127.0.0.1/plain', visible: 'input' };
const element = { name: 'element', url: 'http://127.0.0.1/element', visible: 'input' };

/** A run whose rounds took this much processor time: the floor, and the element. */
function measured(...rounds: [floor: number, element: number][]): Measurements {
  const measurements = new Measurements([floor, element]);
  for (const [below, above] of rounds) {
    measurements.add('fast', floor.name, { cpu: below });
    measurements.add('fast', element.name, { cpu: above });
  }
  return measurements;
}

describe('what the bench makes of its rounds', () => {
  it('compares each round with itself, and takes the median', () => {
    // The third round was disturbed as a whole: the pages’ medians would tell 2.5, and the rounds tell 2.
    const measurements = measured([10, 20], [10, 25], [50, 100]);
    assert.equal(measurements.ratio('fast', 'element', 'cpu'), 2);
    assert.equal(measurements.median('fast', 'element', 'cpu'), 25);
  });

  it('lies between the two in the middle when their number is even', () => {
    assert.equal(measured([10, 20], [10, 30]).ratio('fast', 'element', 'cpu'), 2.5);
  });

  it('says nothing of what was not measured', () => {
    const measurements = measured([10, 20]);
    assert.equal(measurements.ratio('phone', 'element', 'cpu'), undefined);
    assert.equal(measurements.ratio('fast', 'element', 'heap'), undefined);
    assert.equal(measurements.ratio('fast', 'another', 'cpu'), undefined);
  });

  it('finds for a goal its ratio, its figure, or what a cycle leaves behind', () => {
    const measurements = measured([10, 22]);
    measurements.addCycles('element', { nodes: 3, listeners: 0, heap: 100 });
    const goal = { target: 'element', condition: 'fast', figure: 'cpu', label: '', aim: 1 } as const;
    assert.equal(measurements.achieved({ ...goal, unit: 'ratio' }), 2.2);
    assert.equal(measurements.achieved({ ...goal, unit: 'ms' }), 22);
    assert.equal(measurements.achieved({ ...goal, condition: 'cycle', figure: 'nodes', unit: 'count' }), 3);
  });

  it('gates no wall clock, and nothing below its aim', () => {
    const clocks = goals.filter(({ figure }) => ['visible', 'usable', 'blocking'].includes(figure));
    assert(clocks.length > 0);
    assert.deepEqual(
      clocks.filter(({ atMost }) => atMost !== undefined),
      [],
    );
    for (const { label, aim, atMost = aim } of goals) assert(atMost >= aim, label);
  });
});
