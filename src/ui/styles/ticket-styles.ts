import { css } from 'lit';

/** A payment as a ticket: the amount on its stub, a tear line, and the form below. */
export const ticketStyles = css`
  .header,
  .form,
  .status {
    padding: var(--_padding);
    border: 1px solid var(--_line);
    border-radius: var(--_radius);
    background: var(--_surface);
  }
  .header ~ :is(.form, .status) {
    border-start-start-radius: var(--_corner);
    border-start-end-radius: var(--_corner);
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

  .header {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 4px 10px;
    padding-block: 10px;
    border-block-end: 0;
    border-end-start-radius: var(--_corner);
    border-end-end-radius: var(--_corner);
    background: var(--_tint);
  }
  .avatar {
    position: relative;
    flex: none;
    inline-size: 28px;
    block-size: 28px;
    border-radius: calc(var(--_radius) / 2);
    outline: 1px solid #0000;
    outline-offset: -1px;
    overflow: hidden;
    background: var(--_accent);
    color: var(--_on-accent);
    font-weight: 600;
    font-size: 14px;
    line-height: 28px;
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
  /* Two lines of a name take no more room than the one that is there before it. */
  .merchant {
    display: grid;
    flex: 1 1 5em;
    align-content: center;
    min-inline-size: 0;
    min-block-size: 2.2em;
    color: color-mix(in srgb, currentColor 75%, #0000);
    font-size: 0.8125em;
    line-height: 1.1;
    overflow-wrap: anywhere;
  }
  .total {
    margin-inline-start: auto;
    text-align: end;
  }
  .amount {
    font-size: min(1.375em, 11cqi);
    font-weight: 600;
    line-height: 1.2;
    letter-spacing: -0.02em;
    overflow-wrap: anywhere;
  }
  .amount.skeleton::before {
    inline-size: 5em;
  }
  /* On the lower edge of the header, or on the upper one of what stands there without it. */
  .badge {
    position: relative;
    z-index: 1;
    display: flex;
    justify-content: end;
    margin-block-end: calc(-0.6875em - 1px);
    padding-inline: var(--_padding);
    pointer-events: none;
  }
  .header + .badge {
    margin-block-start: calc(-0.4375em - 1px);
  }
  .badge span {
    padding-inline: 8px;
    border: 1px solid var(--_outline);
    border-radius: 99px;
    background: var(--_surface);
    color: var(--_muted);
    font-size: 0.75em;
    line-height: 1.5;
    white-space: nowrap;
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
    max-inline-size: 100%;
    border-radius: 6px;
    outline: 1px solid #0000;
    background: var(--_line);
  }
`;
