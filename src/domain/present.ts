/** A record without the fields that are undefined: what is absent is not there at all, in states and in requests. */
export const present = <Of extends object>(record: Of): Of =>
  Object.fromEntries(Object.entries(record).filter(([, value]) => value !== undefined)) as Of;
