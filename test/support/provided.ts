import type { FilledMoment } from './filled.ts';

/** What the setups hand to the test files. */
declare module 'vitest' {
  export interface ProvidedContext {
    /** A SQLite file at the newest schema, to be copied. */
    sqliteTemplate: string;
    /** Where n8n writes its settings as soon as a node runs. */
    n8nUserFolder: string;
    /** The folder of the databases of a bot that has had some mornings: see filled.ts. */
    filled: string;
    /** The same as databases on `postgresServer`, by their names; undefined where tests run on SQLite. */
    filledOnServer: Readonly<Record<FilledMoment, string>> | undefined;
    /** True where `--update` asks for recordings to be written. */
    writesRecordings: boolean;
    /** Address of a PostgreSQL server on which databases can be made; undefined where there is none. */
    postgresServer: string | undefined;
  }
}
