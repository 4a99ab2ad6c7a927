import type { MethodMessages } from './methods/es.ts';

/** The same for the words of the other methods' forms and screens, see keyed.ts. */
export const keyedMethods = (messages: MethodMessages): MethodMessages => messages;
