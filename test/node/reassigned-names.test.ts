import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { parseAst } from 'vite';
import { reassignedNames } from '../../scripts/reassigned-names.ts';

const found = (code: string) => [...reassignedNames(parseAst(code))].toSorted();

describe('names that change after a module has run', () => {
  it('finds assignments, updates, patterns and loops inside functions', () => {
    assert.deepEqual(found('let a = 1; function f() { a = 2; }'), ['a']);
    assert.deepEqual(found('let a = 1; const f = () => { a++; };'), ['a']);
    assert.deepEqual(found('let a, b, c; const f = () => { ({ a, x: b = 1, ...c } = {}); };'), ['a', 'b', 'c']);
    assert.deepEqual(found('let a, b; const f = () => { [a, b] = []; };'), ['a', 'b']);
    assert.deepEqual(found('let a; class C { m() { for (a of []); } }'), ['a']);
    assert.deepEqual(found('let a; const f = () => () => { a ??= 1; };'), ['a']);
  });

  it('leaves out what is over when the module has run', () => {
    assert.deepEqual(found('let a = class {}; a = decorate(a); for (a of []);'), []);
  });

  it('leaves out names that a function declares itself', () => {
    assert.deepEqual(found('let a; function f(a) { a = 1; }'), []);
    assert.deepEqual(found('let a; const f = ({ a }, [b]) => { a = b = 1; };'), []);
    assert.deepEqual(found('let a; function f() { let a; return () => { a = 1; }; }'), []);
    assert.deepEqual(found('let a; const f = () => { try {} catch (a) { a = 1; } };'), []);
  });

  it('leaves out writes to members', () => {
    assert.deepEqual(found('let a = {}; const f = () => { a.b = 1; [a.c] = []; a.d++; };'), []);
  });
});
