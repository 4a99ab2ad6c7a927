import { css } from 'lit';

/** What the challenge adds to the look of the status screens; on a small screen it is a sheet over all of it. */
export const challengeStyles = css`
  .network-logo {
    display: flex;
    align-items: center;
    gap: 10px;
    line-height: 1.25;
    text-align: start;
  }
  .network-logo .mark {
    flex: none;
    inline-size: 48px;
  }
  .shield {
    flex: none;
    inline-size: 20px;
    margin-inline-start: -4px;
    fill: #17683c;
    stroke: #fff;
    stroke-width: 1.5;
  }
  .status > .network-logo {
    justify-self: center;
  }
  .network-logo strong {
    display: block;
  }
  .challenge:not(:has(.headline)) {
    grid-template-columns: minmax(0, 1fr);
  }
  .lead h2 {
    font-size: 1.25em;
  }
  .lead p {
    color: var(--_muted);
  }
  .room {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: var(--_gap);
    color: var(--_text);
  }
  .lead {
    display: grid;
    gap: 8px;
  }
  .stage {
    position: relative;
    display: grid;
    min-block-size: 502px;
    overflow: hidden;
    border: 1px solid var(--_line);
    border-radius: var(--_corner);
    background: #fff;
  }
  .bank {
    display: block;
    inline-size: 100%;
    block-size: 100%;
    border: 0;
    color-scheme: light;
  }
  .veil {
    position: absolute;
    inset: 0;
    display: grid;
    place-content: center;
    justify-items: center;
    gap: 12px;
    padding: 20px;
    background: #fff;
    color: #16222c;
    text-align: center;
  }
  .veil small {
    color: #52606c;
    animation: appear 0.2s 8s backwards;
  }
  .leave {
    min-block-size: 44px;
  }
  .leaving {
    display: grid;
    gap: 10px;
    background: var(--_surface);
  }
  .sheet .leaving {
    position: sticky;
    inset-block-end: 0;
    padding-block: 10px;
  }
  .sheet {
    position: fixed;
    inset: 0;
    inline-size: 100%;
    block-size: 100dvh;
    max-inline-size: none;
    max-block-size: none;
    margin: 0;
    padding: max(12px, env(safe-area-inset-top)) max(12px, env(safe-area-inset-right))
      max(8px, env(safe-area-inset-bottom)) max(12px, env(safe-area-inset-left));
    border: 0;
    overflow: auto;
    overscroll-behavior: contain;
    background: var(--_surface);
  }
  .sheet:not([open]) {
    display: none;
  }
  .sheet[open] {
    display: flex;
    flex-direction: column;
    gap: 10px;
  }
  .sheet::backdrop {
    background: var(--_surface);
  }
  .sheet .stage {
    flex: 1 0 auto;
    min-block-size: clamp(222px, 100svh - 238px, 402px);
  }
  @media (max-height: 459px) {
    .sheet .stage {
      min-block-size: 402px;
    }
  }
  .sheet:has(.leaving) .stage {
    min-block-size: 222px;
  }
  @media (max-height: 679px) {
    .sheet .lead p {
      display: none;
    }
  }
  @keyframes appear {
    from {
      opacity: 0;
      visibility: hidden;
    }
  }
`;
