import type { CodeState } from '../../checkout/code-entry.ts';
import type { MethodMessages } from '../../messages/methods/es.ts';
import type { StatusContext } from '../status/status-context.ts';

/** What the payer can ask for about a one-time code. */
export interface CodeHandlers {
  submit: (code: string) => void;
  resend: () => void;
}

/** What the screens of a pending payment's wishes are rendered with. */
export interface ActionContext extends StatusContext {
  more: MethodMessages;
  /** Where the one-time code stands; undefined while none is asked for. */
  code: CodeState | undefined;
  onCode: CodeHandlers | undefined;
  /** The payment, by its id, that has no tries for a code left; undefined while there is none. */
  lostId: string | undefined;
}
