import { expect } from '@open-wc/testing';
import { render } from 'lit';
import { networkBrandOf, renderNetworkLogo, type NetworkBrand } from '../../src/ui/challenge/challenge-screen.ts';
import { allWords } from './all-words.ts';

const words = await allWords('es');

describe('the network’s logo', () => {
  for (const [brand, name] of [
    ['Visa', 'Visa Secure'],
    ['Mastercard', 'Mastercard ID Check'],
    ['American Express', 'American Express SafeKey'],
    [undefined, '3D Secure'],
  ] as [NetworkBrand | undefined, string][]) {
    it(`is drawn with its name: ${name}`, () => {
      const box = document.createElement('div');
      document.body.append(box);
      render(renderNetworkLogo(brand, words), box);
      expect(box.innerText).to.contain(name);
      expect(box.querySelector('[part="network-logo"] slot[name="network-logo"] svg')).not.to.be.null;
      box.remove();
    });
  }

  it('is found by whatever the service calls the network', () => {
    const names = [
      'VISA',
      'Visa Electron',
      'MASTERCARD',
      'MasterCard',
      'AMEX',
      'American Express',
      'DINERS',
      '',
      null,
      3,
    ];
    expect(names.map(networkBrandOf)).to.deep.equal([
      'Visa',
      'Visa',
      'Mastercard',
      'Mastercard',
      'American Express',
      'American Express',
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
  });
});
