import { css } from 'lit';

/** A payment as a ticket: the amount on its stub, a tear line, and the form below. */
export const ticketStyles = css`
  .header,
  .form,
  .status {
    padding: var(--pay-padding, clamp(14px, 5cqi, 28px));
    border: 1px solid var(--_line);
    background: var(--_surface);
  }
  .header {
    border-radius: var(--_radius) var(--_radius) 9px 9px;
    border-block-end: 0;
    background: var(--_tint);
  }
  .form,
  .status {
    border-radius: 9px 9px var(--_radius) var(--_radius);
    border-block-start: 2px dashed var(--_line);
  }
  h2 {
    font-size: 1.375em;
    line-height: 1.25;
    overflow-wrap: anywhere;
  }
  .status > :is(h2, p:not(.keep)) {
    text-align: center;
  }
  .form,
  .status,
  .fields {
    display: grid;
    grid-template-columns: minmax(0, 30em);
    justify-content: center;
    gap: var(--_gap);
  }

  .payee,
  .total {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 10px;
  }
  .payee {
    color: var(--_muted);
  }
  .avatar {
    position: relative;
    flex: none;
    inline-size: 36px;
    block-size: 36px;
    border-radius: 9px;
    outline: 1px solid #0000;
    outline-offset: -1px;
    overflow: hidden;
    background: var(--_accent);
    color: var(--_on-accent);
    font-weight: 600;
    line-height: 36px;
    text-align: center;
  }
  .avatar img {
    position: absolute;
    inset: 0;
    inline-size: 100%;
    block-size: 100%;
    object-fit: contain;
    background: #fff;
  }
  .merchant {
    display: grid;
    flex: 1 1 7em;
    align-content: center;
    min-block-size: 36px;
    font-size: 0.875em;
    line-height: 1.28;
    overflow-wrap: anywhere;
  }
  .badge {
    margin-inline-start: auto;
    padding: 2px 10px;
    border: 1px solid;
    border-radius: 99px;
    font-size: 0.875em;
    white-space: nowrap;
  }
  .total {
    align-items: baseline;
    justify-content: space-between;
    margin-block-start: 8px;
  }
  .amount {
    font-size: clamp(1.25em, 8cqi, 2.125em);
    font-weight: 600;
    line-height: 1.2;
    letter-spacing: -0.02em;
  }
  /* A row that cannot be chosen yet is hidden itself: who waits until it is visible, presses it when that counts. */
  .ghost,
  .base[inert] > :not(slot) > * {
    visibility: hidden;
  }
  .ghost {
    position: relative;
  }
  .base:not([inert]) .ghost::before {
    content: '';
    position: absolute;
    inset: -1px;
    border-radius: inherit;
    outline: 1px solid #0000;
    background: var(--_line);
    opacity: 0.5;
    visibility: visible;
  }
  .skeleton::before {
    content: '\\a0';
    display: block;
    inline-size: 7em;
    border-radius: 6px;
    outline: 1px solid #0000;
    background: var(--_line);
  }
`;
