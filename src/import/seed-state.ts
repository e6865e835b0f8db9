import { catalog } from '../catalog';
import type { Kind, Kinds } from '../kinds';
import type { Store } from '../store/database/store';

/** The kinds whose records come with the program; what points to them is somebody's. */
const seeded: ReadonlySet<string> = new Set(['ArtistRole', 'PackagingType']);

/** Whether a catalog has no records of its own; vocabularies do not count. */
export const isEmptyCatalog = ({ reader }: Store, kinds: Kinds = catalog): boolean =>
  !hasAny(
    reader,
    rootsOf(kinds).filter(({ type }) => !seeded.has(type)),
  );

export const hasNoVocabularies = ({ reader }: Store, kinds: Kinds = catalog): boolean =>
  !hasAny(
    reader,
    rootsOf(kinds).filter(({ isNamedBySlug }) => isNamedBySlug),
  );

/** Whether nothing has ever been written into the catalog: then an export can be restored, numbers and all. */
export const isUntouched = ({ writer }: Store, kinds: Kinds = catalog): boolean =>
  writer.query('SELECT 1 FROM change LIMIT 1').get() === null && !hasAny(writer, rootsOf(kinds));

/** Where these have no records, no kind has any: all others stand below one. */
const rootsOf = ({ all }: Kinds): Kind[] => all.filter(({ above }) => above.length === 0);

const hasAny = (database: Store['reader'], kinds: readonly Kind[]): boolean =>
  kinds.some(({ table }) => database.query(`SELECT 1 FROM "${table}" LIMIT 1`).get() !== null);
