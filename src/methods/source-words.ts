import type { SourceWords } from '../ui/fields/field-descriptor.ts';

/** Mode `source` by method: the catalogue speaks of cards alone there. */
export const sourceWords: Readonly<Record<string, SourceWords>> = {
  WALLET_A: {
    note: 'walletNote',
    giveUp: 'walletStop',
    words: {
      saveCard: 'walletSave',
      handedOver: 'walletKept',
      cardRefused: 'walletRefused',
      errorSource: 'walletFailed',
    },
  },
};
