import { expect } from '@open-wc/testing';
import { storageKeys } from '../../src/browser/storage-keys.ts';

describe('the keys of a storage', () => {
  const genuine = Object.getOwnPropertyDescriptor(Storage.prototype, 'key')!;
  const replaceKey = (key: (this: Storage, place: number) => unknown) =>
    Object.defineProperty(Storage.prototype, 'key', { ...genuine, value: key });
  // Other test files leave something there.
  beforeEach(() => sessionStorage.clear());
  afterEach(() => {
    Object.defineProperty(Storage.prototype, 'key', genuine);
    sessionStorage.clear();
  });

  it('S8: are not asked for one by one, of which thousands take an engine long', () => {
    for (let at = 0; at < 100; at += 1) sessionStorage.setItem(`k${at}`, '');
    let asked = 0;
    replaceKey(function (place) {
      asked += 1;
      return Reflect.apply(genuine.value, this, [place]);
    });
    expect(storageKeys(sessionStorage)).to.have.length(100).and.include('k99');
    expect(asked).to.be.below(2);
  });

  it('are those that a page tells which keeps each of its shops’ apart by a name before them', () => {
    for (const key of ['shop-1 a', 'shop-1 b']) sessionStorage.setItem(key, '');
    replaceKey(function (place) {
      return String(Reflect.apply(genuine.value, this, [place])).slice('shop-1 '.length);
    });
    expect(storageKeys(sessionStorage)).to.have.members(['a', 'b']);
  });

  it('are all there where one has the name of a function of it', () => {
    for (const key of ['key', 'getItem', 'toString', 'other', 'another']) sessionStorage.setItem(key, '');
    let asked = 0;
    replaceKey(function (place) {
      asked += 1;
      return Reflect.apply(genuine.value, this, [place]);
    });
    expect(storageKeys(sessionStorage)).to.have.members(['key', 'getItem', 'toString', 'other', 'another']);
    expect(asked).to.be.below(2);
  });

  it('are those that it tells, where a page has put something of its own in the place of the browser’s', () => {
    const own = new Map([
      ['a', '1'],
      ['b', '2'],
    ]);
    const storage = {
      get length() {
        return own.size;
      },
      key: (place: number) => [...own.keys()][place] ?? null,
      getItem: (key: string) => own.get(key) ?? null,
    };
    expect(storageKeys(storage as Storage)).to.deep.equal(['a', 'b']);
  });
});
