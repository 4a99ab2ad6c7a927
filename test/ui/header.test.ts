import { expect, fixture, html } from '@open-wc/testing';
import { renderHeader } from '../../src/ui/header.ts';
import { amount, es } from './face-stand.ts';

describe('the header', () => {
  const show = async (change: Partial<Parameters<typeof renderHeader>[0]> = {}): Promise<HTMLElement> =>
    fixture<HTMLElement>(
      html`<div>${renderHeader({ words: es, locale: 'es', merchantName: 'Neblina', logo: undefined, amount, isTest: true, ...change })}</div>`,
    );
  const textOf = (element: Element | null): string | undefined => element?.textContent?.replace(/\s+/g, ' ').trim();

  it('says whom the payment goes to and how much it is, and names the amount to a screen reader', async () => {
    const shown = await show();
    expect(textOf(shown.querySelector('[part=header]'))).to.equal('N Neblina Total $ 119.000');
    expect(textOf(shown.querySelector('.total > .unseen'))).to.equal('Total');
  });

  it('calls the amount paid only when it is', async () => {
    expect(textOf((await show({ isPaid: true })).querySelector('.total'))).to.equal('Pagaste $ 119.000');
    expect(textOf((await show({ isPaid: false })).querySelector('.total'))).to.equal('Total $ 119.000');
  });

  it('can be left out, but for the mark of a test and what the page has put above it', async () => {
    const shown = await show({ isHidden: true });
    expect(shown.querySelector('[part=header]')).to.equal(null);
    expect(textOf(shown)).to.equal('Modo de prueba');
    expect(textOf(shown.querySelector('[part=test-badge]'))).to.equal('Modo de prueba');
    expect(shown.querySelector('slot[name=header]')).not.to.equal(null);
    expect(textOf(await show({ isHidden: true, isTest: false }))).to.equal('');
  });
});
