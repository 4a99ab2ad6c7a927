/** SQLite as tests use it. */
declare module 'sql.js' {
  interface Statement {
    bind(values: readonly (string | number)[]): boolean;
    step(): boolean;
    getAsObject(): Record<string, string>;
    free(): void;
  }
  export interface Database {
    run(sql: string, values?: readonly (string | number)[]): void;
    prepare(sql: string): Statement;
    getRowsModified(): number;
  }
  export default function initSqlJs(): Promise<{ Database: new () => Database }>;
}
