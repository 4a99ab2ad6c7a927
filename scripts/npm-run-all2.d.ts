/** What `scripts/test.mjs` uses of the package, which has no types of its own. */
declare module 'npm-run-all2' {
  interface Options {
    parallel?: boolean;
    maxParallel?: number;
    aggregateOutput?: boolean;
    continueOnError?: boolean;
    printName?: boolean;
    silent?: boolean;
    stdout?: NodeJS.WritableStream;
    stderr?: NodeJS.WritableStream;
  }
  export default function runAll(names: string[], options: Options): Promise<{ name: string; code: number }[]>;
}
