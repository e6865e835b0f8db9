import { type GivenSettings, type Settings, settings } from '../../config';
import type { Context } from '../../context';
import type { Store } from '../../database/open';
import { RevisionCache } from '../../database/revision-cache';
import { conflict } from '../../errors';
import { all, change } from '../queries';

/** The settings that an administrator may change while the server runs. */
export type LiveValues = Pick<Settings, 'registration' | 'catalogVisibility' | 'searchEngines' | 'editing'>;

type LiveName = keyof LiveValues;

/** By the names that the API and the database have. */
export const liveNames = {
  registration: 'registration',
  catalog_visibility: 'catalogVisibility',
  search_engines: 'searchEngines',
  editing: 'editing',
} as const satisfies Readonly<Record<string, LiveName>>;

/**
 * Settings as they are now: what was given when the server started holds; of the others, what an administrator has set
 * since, on this server or another of the same catalog; of the rest, the defaults.
 */
export class LiveSettings {
  readonly #store: Store;
  readonly #given: GivenSettings;
  readonly #values: RevisionCache<LiveValues>;

  constructor({ store, settings }: Pick<Context, 'store' | 'settings'>) {
    this.#store = store;
    this.#given = settings;
    this.#values = new RevisionCache(store, 1);
  }

  values(): LiveValues {
    return this.#values.find('all', () => this.#read()) as LiveValues;
  }

  /** The settings that were given when the server started, by the names of the API, each with where: `--registration`, say. */
  fixed(): Record<string, string> {
    const given = Object.entries(liveNames).map(([name, setting]) => [name, this.#given.givenBy?.[setting]] as const);
    return Object.fromEntries(given.filter((one): one is readonly [string, string] => one[1] !== undefined));
  }

  /**
   * Sets some, by the names of the API.
   * @throws {DomainError} a conflict, for another value of one that was given when the server started
   */
  async change(values: Readonly<Record<string, string>>): Promise<void> {
    const { db, writer, write } = this.#store;
    const fixed = this.fixed();
    const now = this.values();
    for (const [name, value] of Object.entries(values)) {
      const givenBy = fixed[name];
      if (givenBy !== undefined && now[liveNames[name as keyof typeof liveNames]] !== value)
        throw conflict(`${name} is set by ${givenBy} on the server, and cannot be changed here.`, { pointer: `/data/attributes/${name}` });
    }
    const set = Object.entries(values).filter(([name]) => fixed[name] === undefined);
    await write(() => {
      for (const [name, value] of set)
        change(
          writer,
          db
            .insertInto('setting')
            .values({ name, value })
            .onConflict((row) => row.column('name').doUpdateSet({ value })),
        );
    });
  }

  #read(): LiveValues {
    const { db, reader } = this.#store;
    const set = new Map(all(reader, db.selectFrom('setting').select(['name', 'value'])).map(({ name, value }) => [name, value]));
    const { registration, catalogVisibility, searchEngines, editing } = this.#given;
    const values: Record<LiveName, string> = { registration, catalogVisibility, searchEngines, editing };
    for (const [name, setting] of Object.entries(liveNames)) {
      const value = this.#given.givenBy?.[setting] === undefined ? set.get(name) : undefined;
      // A value that only another version knows is none.
      if (value !== undefined && settings[setting].read(value) !== undefined) values[setting] = value;
    }
    return values as LiveValues;
  }
}
