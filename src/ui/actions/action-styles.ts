import { css } from 'lit';

/** What the screens of a pending payment's wishes add to the look of the status screens. */
export const actionStyles = css`
  .qr {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    justify-content: center;
    gap: var(--_gap);
  }
  .qr img {
    inline-size: min(100%, 16em);
    aspect-ratio: 1;
    padding: 12px;
    border: 1px solid var(--_line);
    border-radius: var(--_radius);
    background: #fff;
    image-rendering: pixelated;
    forced-color-adjust: none;
  }
  .qr figcaption {
    display: grid;
    gap: 10px;
    flex: 1 1 14em;
    text-align: center;
  }
  .qr .fine {
    display: none;
  }
  @media (pointer: coarse) {
    .qr .fine {
      display: block;
    }
    .qr .plain {
      background: var(--_accent);
      color: var(--_on-accent);
    }
  }
  .voucher {
    display: grid;
    grid-template-columns: repeat(auto-fit, minmax(min(100%, 13em), 1fr));
    gap: 10px;
  }
  .voucher strong {
    font-size: clamp(1.125em, 8cqi, 1.5em);
    line-height: 1.2;
    letter-spacing: 0.04em;
  }
  .code {
    display: grid;
    gap: 10px;
  }
  .code [name='otp'] {
    text-align: center;
    font-size: 1.5em;
    letter-spacing: 0.35em;
    padding-inline-start: calc(12px + 0.35em);
  }
  .code .head {
    justify-content: center;
  }
  .code .hint {
    display: none;
  }
  .code .note,
  .resend {
    text-align: center;
  }
  .code > .note {
    margin-block-start: -6px;
  }
  .code .note {
    white-space: pre-line;
  }
  .problem,
  .center {
    justify-self: center;
    margin: 0;
    text-align: center;
  }
  .resend {
    display: grid;
    gap: 4px;
  }
`;
