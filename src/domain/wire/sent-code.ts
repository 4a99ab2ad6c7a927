/** The answer to a request for a one-time code (SERVICE-NOTES.md "wallet B"). */
import * as z from 'zod/mini';
import { lenient } from './fields.ts';

const count = lenient(z.number().check(z.gte(0)));
const attempts = lenient(z.object({ limitSendCode: count, limitValidateCode: count }));

/** The attempts, bare or in the service's envelope. A service that says nothing about them has sent all the same. */
export const sentCodeSchema = lenient(z.object({ attempts, data: lenient(z.object({ attempts })) }));
