import { html, type TemplateResult } from 'lit';

const bag = html`
  <svg viewBox="0 0 64 64" aria-hidden="true">
    <path class="art-body" d="M18 12h28l4 42a3 3 0 0 1-3 3H17a3 3 0 0 1-3-3z" />
    <path class="art-fold" d="M18 7h28v8H18z" />
    <path class="art-label" d="M21 26h22v22H21z" />
    <path class="art-hill" d="m21 44 7-11 5 7 3-4 7 8v4H21z" />
    <circle class="art-sun" cx="37" cy="31" r="2.5" />
  </svg>
`;

const filters = html`
  <svg viewBox="0 0 64 64" aria-hidden="true">
    <path class="art-paper-far" d="M14 14h42L41 53H29z" />
    <path class="art-paper" d="M8 12h42L35 52H23z" />
    <path class="art-crease" d="m44 12-13 40M8 12l8 4" />
  </svg>
`;

const dripper = html`
  <svg viewBox="0 0 64 64" aria-hidden="true">
    <path class="art-crease" d="M48 18c9-1 11 13 0 13" />
    <path class="art-paper" d="M11 14h39L38 43H23z" />
    <path class="art-fold" d="M17 43h27v5H17z" />
    <path class="art-body" d="M25 48h11v5H25z" />
    <path class="art-crease" d="m21 18 6 21M31 18v21M40 18l-6 21" />
  </svg>
`;

const giftCard = html`
  <svg viewBox="0 0 64 64" aria-hidden="true">
    <rect class="art-label" x="7" y="16" width="50" height="33" rx="4" />
    <path class="art-hill" d="m7 45 14-17 9 10 6-7 21 14a4 4 0 0 1-4 4H11a4 4 0 0 1-4-4z" />
    <path class="art-ribbon" d="M44 16v33M7 25h50" />
  </svg>
`;

const artBySku: Record<string, TemplateResult> = {
  'pijao-340': bag,
  'filtros-02': filters,
  'gotero-ceramica': dripper,
};

/** The picture of a product; gift cards of all values share one. */
export const productArt = (sku: string): TemplateResult => artBySku[sku] ?? giftCard;
