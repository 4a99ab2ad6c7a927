import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openObject, unknown } from '../../src/domain/open-shape.ts';
import {
  boolean,
  dictionary,
  either,
  lenient,
  list,
  nullish,
  number,
  object,
  oneOf,
  optional,
  someText,
  text,
  textLike,
  type Shape,
} from '../../src/domain/shape.ts';

const misfits = <Value>(shape: Shape<Value>, value: unknown, place = ''): void =>
  assert.throws(() => shape(value), { name: 'TypeError', message: place }, JSON.stringify(value));

test('takes what fits and nothing that only looks like it', () => {
  assert.equal(text(''), '');
  assert.equal(number(0), 0);
  assert.equal(boolean(false), false);
  assert.equal(someText('a'), 'a');
  assert.equal(textLike(/^\d+$/)('12'), '12');
  assert.equal(oneOf(['PENDING', 'ERROR'])('ERROR'), 'ERROR');
  assert.deepEqual(list(number)([1, 2]), [1, 2]);
  for (const value of [1, null, undefined, {}, ['a']]) misfits(text, value);
  for (const value of ['1', NaN, Infinity, null, undefined, {}]) misfits(number, value);
  for (const value of ['true', 1, null]) misfits(boolean, value);
  for (const value of ['', 1]) misfits(someText, value);
  for (const value of ['1a', 12]) misfits(textLike(/^\d+$/), value);
  for (const value of ['toString', 'pending', null]) misfits(oneOf(['PENDING', 'ERROR']), value);
  for (const value of [{ length: 0 }, 'ab', null]) misfits(list(text), value);
  for (const value of [[], null, 'a', undefined]) misfits(object({}), value);
});

test('names the place that does not fit', () => {
  const shape = object({ data: object({ status: text, banks: list(object({ name: someText })) }) });
  misfits(shape, [], '');
  misfits(shape, {}, 'data');
  misfits(shape, { data: { status: 1, banks: [] } }, 'data.status');
  misfits(shape, { data: { status: 'a', banks: [{ name: 'b' }, { name: '' }] } }, 'data.banks.1.name');
  misfits(dictionary(list(text)), { reference: ['used', 1] }, 'reference.1');
});

test('leaves out what it does not know, or keeps it where it is told to', () => {
  assert.deepEqual(object({ id: text })({ id: 'a', more: 1 }), { id: 'a' });
  assert.deepEqual(openObject({ id: text })({ id: 'a', more: 1 }), { id: 'a', more: 1 });
  misfits(openObject({ id: text }), { id: 1 }, 'id');
  const hostile: unknown = JSON.parse('{"id":"a","__proto__":{"status":"APPROVED"}}');
  for (const value of [object({ id: text })(hostile), openObject({ id: text })(hostile), dictionary(unknown)(hostile)])
    assert.equal(Object.getPrototypeOf(value), Object.prototype);
});

test('lets be missing what may be', () => {
  assert.deepEqual(object({ a: optional(text), b: nullish(text), c: lenient(text) })({ b: null, c: 1 }), { b: null });
  misfits(object({ a: optional(text) }), { a: null }, 'a');
  misfits(object({ b: nullish(text) }), { b: 1 }, 'b');
  assert.equal(either(someText, number)(0), 0);
  misfits(either(someText, number), '');
});
