/** The answer to a request for a one-time code (SERVICE-NOTES.md "wallet B"). */
import * as z from 'zod/mini';
import { lenient } from './fields.ts';

/** Where a one-time code is sent and checked, and with which bearer token (SERVICE-NOTES.md "wallet B"). */
export interface CodeServices {
  sendUrl: string;
  validateUrl: string;
  token: string;
}

/** How often a code can still be sent and tried; undefined where the service has not said. */
export interface CodeAttempts {
  sends: number | undefined;
  tries: number | undefined;
}

const count = lenient(z.number().check(z.gte(0)));
const attempts = lenient(z.object({ limitSendCode: count, limitValidateCode: count }));

/** The attempts, bare or in the service's envelope. A service that says nothing about them has sent all the same. */
export const sentCodeSchema = lenient(z.object({ attempts, data: lenient(z.object({ attempts })) }));
