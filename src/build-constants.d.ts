/** The package's version, put in place by each build and by the test server. */
declare const __VERSION__: string;
