import { css } from 'lit';

/** What the status screens add to the look of the form. */
export const statusStyles = css`
  .headline {
    display: grid;
    justify-items: center;
    gap: 6px;
    text-align: center;
    text-wrap: balance;
  }
  .headline p {
    max-inline-size: 34em;
    color: var(--muted);
  }
  h2 {
    font-size: 1.375em;
    line-height: 1.25;
  }
  h2:focus {
    outline: none;
  }
  .seal {
    inline-size: 56px;
    color: var(--accent);
    fill: color-mix(in srgb, currentColor 10%, transparent);
  }
  .seal path {
    fill: none;
    stroke: currentColor;
    stroke-width: 3.5;
    stroke-linecap: round;
    stroke-linejoin: round;
  }
  .good .seal {
    color: var(--success);
  }
  .bad .seal {
    color: var(--danger);
  }
  .summary > div {
    display: flex;
    flex-wrap: wrap;
    justify-content: space-between;
    gap: 0 var(--gap);
    padding-block: 8px;
    border-block-end: 1px solid var(--line);
  }
  .summary dt,
  .keep span {
    color: var(--muted);
  }
  .summary dd {
    font-variant-numeric: tabular-nums;
    overflow-wrap: anywhere;
  }
  .ways {
    display: grid;
    gap: 8px;
  }
  .ways:empty {
    display: none;
  }
  a.pay {
    text-decoration: none;
  }
  .pay.plain {
    border-color: var(--outline);
    background: none;
    color: var(--accent);
  }
  .wait {
    display: flex;
    align-items: center;
    gap: 10px;
  }
  .steps {
    justify-self: center;
    padding: 0;
    list-style: none;
  }
  .steps li {
    position: relative;
    padding: 4px 0 4px 30px;
    color: var(--muted);
  }
  .steps .now {
    color: var(--text);
    font-weight: 600;
  }
  .steps li::before {
    content: '';
    position: absolute;
    inset: 10px auto auto 4px;
    inline-size: 12px;
    block-size: 12px;
    border: 2px solid var(--outline);
    border-radius: 50%;
  }
  .steps .done::before,
  .steps .now::before {
    border-color: var(--accent);
  }
  .steps .done::before {
    background: var(--accent);
  }
  .keep {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 0 10px;
    padding: 4px 12px;
    border: 1px dashed var(--outline);
    border-radius: calc(var(--radius) * 0.5);
  }
  .keep strong {
    overflow-wrap: anywhere;
    user-select: all;
  }
  .fine {
    font-size: 0.875em;
    color: var(--muted);
  }
  @media (prefers-reduced-motion: no-preference) {
    .busy .hand {
      transform-origin: 24px 24px;
      animation: turn 2.4s linear infinite;
    }
    .stroke {
      stroke-dasharray: 48;
      animation: draw 0.5s 0.1s ease-out backwards;
    }
  }
  @keyframes draw {
    from {
      stroke-dashoffset: 48;
    }
  }
`;
