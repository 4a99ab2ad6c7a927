import { css } from 'lit';

/**
 * How the form moves, for whoever has not asked for less of that. Everything is in its place at once, and can be pressed
 * there: what changes by and by is only how it looks.
 */
export const motionStyles = css`
  @media (prefers-reduced-motion: no-preference) {
    .method:has(:checked) {
      transition:
        border-color 0.15s,
        background-color 0.15s;
    }
    .method.unseen {
      opacity: 0;
    }
    .more[aria-expanded='true'] ~ .method {
      transition: opacity 0.2s;
    }
    .more .icon {
      transition: rotate 0.2s;
    }
    /* The form that is there from the start is just there. */
    .turned .method-form {
      animation: unfold 0.2s ease-out;
    }
  }
  /* A mask takes no press away, as cutting would. */
  @keyframes unfold {
    from {
      opacity: 0;
      mask: linear-gradient(#000 0 0) 0 0 / 100% 0 no-repeat;
    }
    to {
      mask: linear-gradient(#000 0 0) 0 0 / 100% 100% no-repeat;
    }
  }
`;
