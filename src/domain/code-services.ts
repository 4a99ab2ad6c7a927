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
