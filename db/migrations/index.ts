import catalog from './0001-catalog.sql' with { type: 'text' };

/** A step of the schema. Once it has been released it is never edited: what comes later is a step of its own. */
export interface Migration {
  readonly name: string;
  readonly sql: string;
}

/** In the order they are applied. The number of those applied is the schema version of a database. */
export const migrations: readonly Migration[] = [{ name: '0001-catalog', sql: catalog }];
