import type { SourceWords } from '../ui/fields/field-descriptor.ts';

/** Mode `source` by method: the catalogue speaks of cards alone there. */
export const sourceWords: Readonly<Record<string, SourceWords>> = {
  WALLET_A: {
    es: {
      note: 'Te llega una notificación al celular. Acéptala para terminar.',
      giveUp: 'Cancela',
      words: {
        saveCard: 'Guarda tu billetera',
        handedOver: 'Tu billetera quedó lista',
        cardRefused: 'Tu billetera no dio el permiso. Revisa el número y tu celular, e intenta de nuevo.',
        errorSource: 'No pudimos guardar tu billetera. Intenta de nuevo.',
      },
    },
    en: {
      note: 'Your phone gets a notification. Accept it to finish.',
      giveUp: 'Cancel',
      words: {
        saveCard: 'Save your wallet',
        handedOver: 'Your wallet is ready',
        cardRefused: 'Your wallet did not give permission. Check the number and your phone, and try again.',
        errorSource: 'We could not save your wallet. Try again.',
      },
    },
    pt: {
      note: 'Seu celular recebe uma notificação. Aceite para concluir.',
      giveUp: 'Cancelar',
      words: {
        saveCard: 'Salvar carteira',
        handedOver: 'Sua carteira está pronta',
        cardRefused: 'Sua carteira não deu permissão. Confira o número e seu celular e tente de novo.',
        errorSource: 'Não foi possível salvar sua carteira. Tente de novo.',
      },
    },
  },
};
