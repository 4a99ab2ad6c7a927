/** SQLite as tests use it. */
declare module 'sql.js' {
  interface Statement {
    bind(values: readonly (string | number)[]): boolean;
    step(): boolean;
    getAsObject(): Record<string, string>;
    free(): void;
  }
  export default function initSqlJs(): Promise<{
    Database: new () => { run(sql: string): void; prepare(sql: string): Statement; getRowsModified(): number };
  }>;
}
