import { generate } from 'selfsigned';

/** What a server of the bench shows its browser, which takes any. */
export interface Certificate {
  cert: string;
  key: string;
}

/** A certificate for this run alone: live keys are for https, and the bench measures what payers get. */
export async function makeCertificate(): Promise<Certificate> {
  const made = await generate([{ name: 'commonName', value: '127.0.0.1' }], { keyType: 'ec', algorithm: 'sha256' });
  return { cert: made.cert, key: made.private };
}
