import type { Database } from 'bun:sqlite';
import { DummyDriver, Kysely, type RawBuilder, SqliteAdapter, SqliteIntrospector, SqliteQueryCompiler, sql } from 'kysely';
import { BunSqliteDialect } from 'kysely-bun-sqlite';
import type { Schema } from './schema.gen';

/** Names constants, so that they can be bound together with named values. */
class NamingCompiler extends SqliteQueryCompiler {
  protected override getCurrentParameterPlaceholder(): string {
    return `:_${this.numParameters}`;
  }
}

class NamingDialect extends BunSqliteDialect {
  override createQueryCompiler(): SqliteQueryCompiler {
    return new NamingCompiler();
  }
}

/** Builds queries without a connection. */
const builder = new Kysely<Schema>({
  dialect: {
    createAdapter: () => new SqliteAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new SqliteIntrospector(db),
    createQueryCompiler: () => new NamingCompiler(),
  },
});

/** The SQL of a template without constants, to be run with named values. */
export const textOf = (template: RawBuilder<unknown>): string => template.compile(builder).sql;

/** Kysely on a connection. */
export const kyselyOf = (database: Database): Kysely<Schema> => new Kysely<Schema>({ dialect: new NamingDialect({ database }) });

/** Placeholder for the value of a name. */
export const parameter = <V>(name: string): RawBuilder<V> => sql.raw(`:${name}`);
