import { expect, fixture, html } from '@open-wc/testing';
import type { TemplateResult } from 'lit';
import { es } from '../../src/messages/es.ts';
import { lineIcon } from '../../src/ui/icons.ts';
import { MethodFold } from '../../src/ui/method-fold.ts';
import { renderMethodList, type Choice } from '../../src/ui/method-list.ts';
import { styles } from '../../src/ui/styles.ts';
import { Searchable } from './searchable.ts';

const mark = lineIcon('M3 6h18v12H3z');
const choices: Choice[] = [
  { id: 'kept-1', title: 'Visa 4242', hint: 'Vence 12/39', mark },
  { id: 'CARD', title: 'Otra tarjeta', hint: 'Crédito', mark },
  { id: 'BANKDEBIT', title: 'Cuenta', hint: 'De cualquier banco de todo el país', mark },
  { id: 'WALLET_A', title: 'Una billetera en la app', hint: 'Rápido', mark },
  { id: 'PCOL', title: 'Puntos', mark },
  { id: 'BNPL', title: 'Después', mark },
];

class ListStand extends Searchable {
  static override readonly styles = styles;
  choices = choices;
  selected: string | undefined = 'CARD';
  readonly fold = new MethodFold(() => this.requestUpdate());
  readonly chosen: string[] = [];

  override render(): TemplateResult {
    const onSelect = (id: string): void => {
      this.chosen.push(id);
      this.selected = id;
      this.requestUpdate();
    };
    const { fold, selected } = this;
    return html`<div part="base" class="base">
      <form class="form">${renderMethodList({ words: es, choices: this.choices, selected, fold, onSelect })}</form>
    </div>`;
  }

  radio(id: string): HTMLInputElement {
    const all = [...this.renderRoot.querySelectorAll<HTMLInputElement>('input')];
    const found = all.find(({ value }) => value === id);
    if (!found) throw new Error(`There is no ${id}.`);
    return found;
  }

  get shown(): string[] {
    const tiles = [...this.renderRoot.querySelectorAll('.method:not(.unseen)')];
    return tiles.map((tile) => tile.querySelector('input')?.value ?? 'more');
  }
}
customElements.define('list-stand', ListStand);

async function stand(width = 328, setting: Partial<ListStand> = {}): Promise<ListStand> {
  const list = await fixture<ListStand>(html`<list-stand></list-stand>`);
  list.style.inlineSize = `${width}px`;
  Object.assign(list, setting);
  list.requestUpdate();
  await list.updateComplete;
  return list;
}

const boxOf = (one: Element | null | undefined): DOMRect => (one ?? document.body).getBoundingClientRect();

describe('the list of methods', () => {
  it('takes what is no method, and tells of the choice by its id', async () => {
    const list = await stand();
    expect(list.shown).to.deep.equal(['kept-1', 'CARD', 'BANKDEBIT', 'more']);
    list.radio('kept-1').click();
    await list.updateComplete;
    expect(list.chosen).to.deep.equal(['kept-1']);
    expect(list.radio('kept-1').checked).to.equal(true);
  });

  it('shows a hint where it fits as one line, and else the title alone, in the middle', async () => {
    const list = await stand();
    list.fold.handleToggle();
    await list.updateComplete;
    for (const [id, isSeen] of [
      ['kept-1', true],
      ['BANKDEBIT', false],
    ] as const) {
      const tile = list.radio(id).closest('label');
      const [title, hint] = [tile?.querySelector('.name > span'), tile?.querySelector('small')];
      const name = boxOf(tile?.querySelector('.name'));
      expect(boxOf(hint).left >= name.left - 1, id).to.equal(isSeen);
      const middle = (boxOf(title).top + (isSeen ? boxOf(hint) : boxOf(title)).bottom) / 2;
      expect(middle, id).to.be.closeTo((boxOf(tile).top + boxOf(tile).bottom) / 2, 1);
    }
    expect(list.radio('WALLET_A').closest('label')?.querySelector('small'), 'a long title has none').to.equal(null);
  });

  it('names as many of the methods that are folded away as fit on one line, short ones first', async () => {
    const list = await stand(420, { selected: 'PCOL' });
    const names = (): HTMLElement | null => list.find('[part=more-methods]').querySelector('.names');
    const seen = (): string[] => {
      const line = boxOf(names());
      const all = [...(names()?.children ?? [])] as HTMLElement[];
      return all.filter((one) => boxOf(one).bottom <= line.bottom + 1).map(({ innerText }) => innerText);
    };
    const tile = list.find('[part=more-methods]');
    expect(seen()).to.deep.equal(['Cuenta', '· Después']);
    expect(boxOf(tile).height).to.equal(boxOf(list.radio('PCOL').closest('label')).height);
    expect(boxOf(names()).left, 'below the title').to.equal(boxOf(tile.querySelector('.name > span')).left);
    list.choices = choices.map((choice) =>
      choice.id === 'BNPL' ? { ...choice, title: 'Dentro de unas semanas, con calma' } : choice,
    );
    list.requestUpdate();
    await list.updateComplete;
    expect(seen(), 'whole names alone').to.deep.equal(['Cuenta']);
    tile.click();
    await list.updateComplete;
    expect(names(), 'unfolded').to.equal(null);
  });

  it('has tiles that a finger hits, and a radio that covers each', async () => {
    const list = await stand();
    for (const tile of list.renderRoot.querySelectorAll('label.method:not(.unseen)')) {
      const [around, radio] = [boxOf(tile), boxOf(tile.querySelector('input'))];
      expect(around.height).to.be.at.least(48);
      expect([radio.left, radio.top, radio.width, radio.height]).to.deep.equal([
        around.left,
        around.top,
        around.width,
        around.height,
      ]);
    }
  });

  it('keeps the order of the page the order of sight, whatever was chosen', async () => {
    const list = await stand();
    const inOrder = (): boolean => {
      const boxes = [...list.renderRoot.querySelectorAll('.method:not(.unseen)')].map(boxOf);
      return boxes.every((box, place) => {
        const before = boxes[place - 1];
        return !before || box.top > before.top || (box.top === before.top && box.left > before.left);
      });
    };
    for (const id of ['BNPL', 'kept-1', 'PCOL', 'BANKDEBIT']) {
      list.fold.handleToggle();
      await list.updateComplete;
      expect(inOrder(), `${id}, unfolded`).to.equal(true);
      list.radio(id).dispatchEvent(new MouseEvent('click', { detail: 1, bubbles: true }));
      await list.updateComplete;
      expect(inOrder(), id).to.equal(true);
      expect(list.shown).to.have.length(4).and.include(id);
    }
  });

  it('unfolds for a press of the text as well, with nothing chosen too', async () => {
    for (const selected of ['CARD', undefined]) {
      const list = await stand(328, { selected });
      const text = list.find('[part=more-methods] .name span');
      for (const expected of [7, 4]) {
        text.dispatchEvent(new MouseEvent('click', { detail: 1, bubbles: true }));
        await list.updateComplete;
        expect(list.shown, String(selected)).to.have.length(expected);
      }
    }
  });

  it('folds when what is chosen already is pressed again', async () => {
    const list = await stand();
    list.find('[part=more-methods]').click();
    await list.updateComplete;
    expect(list.shown).to.have.length(7);
    list.radio('CARD').dispatchEvent(new MouseEvent('click', { detail: 1, bubbles: true }));
    await list.updateComplete;
    expect(list.shown).to.have.length(4);
    expect(list.chosen).to.deep.equal([]);
  });

  it('is told of by more than colour, chosen or not', async () => {
    const list = await stand();
    const outlineOf = (id: string): string => getComputedStyle(list.radio(id).closest('label')!).outlineStyle;
    expect([outlineOf('CARD'), outlineOf('kept-1')]).to.deep.equal(['solid', 'none']);
  });
});
