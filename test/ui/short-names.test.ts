import { expect } from '@open-wc/testing';
import { litNames } from '../../scripts/lit-names.ts';
import { ownNames, partNames } from '../../scripts/own-names.ts';

/** Of sound, of plugged-in devices and of the network: nothing that a checkout asks its browser for. */
const elsewhere = ['configuration', 'connection', 'listener'];

/** Every name that something of this browser has. */
function platformNames(): Set<string> {
  const names = new Set<string>();
  const add = (thing: unknown): void => {
    for (let one = thing; one !== null && one !== undefined; one = Object.getPrototypeOf(one))
      for (const name of Object.getOwnPropertyNames(one)) names.add(name);
  };
  add(window);
  for (const name of Object.getOwnPropertyNames(window)) {
    const { value } = Object.getOwnPropertyDescriptor(window, name) ?? {};
    if (typeof value === 'function' && 'prototype' in value) add(value.prototype);
    if (typeof value === 'function' || (typeof value === 'object' && value !== null)) add(value);
  }
  return names;
}

describe('the names that the script-tag build shortens', () => {
  it('are no names of what the checkout uses of the platform', () => {
    const names = platformNames();
    expect(names).to.include('addEventListener').and.to.include('selectionStart');
    expect(
      [...ownNames, ...partNames, ...litNames].filter((name) => names.has(name) && !elsewhere.includes(name)),
    ).to.deep.equal([]);
  });
});
