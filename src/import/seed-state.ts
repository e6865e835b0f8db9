import { catalog } from '../catalog';
import type { Kind, Kinds } from '../kinds';
import type { Store } from '../store/database/store';

/** Kinds whose records ship with the program; anything that refers to them is user data. */
const seeded: ReadonlySet<string> = new Set(['ArtistRole', 'PackagingType']);

/** Whether a catalog has no records besides vocabularies. */
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

/** Whether nothing was ever written, so that an export can be restored with its sequence numbers. */
export const isUntouched = ({ writer }: Store, kinds: Kinds = catalog): boolean =>
  writer.get<object>('SELECT 1 FROM change LIMIT 1') === undefined && !hasAny(writer, rootsOf(kinds));

/** Without records of these kinds there are no others, which are all nested below them. */
const rootsOf = ({ all }: Kinds): Kind[] => all.filter(({ above }) => above.length === 0);

const hasAny = (connection: Store['reader'], kinds: readonly Kind[]): boolean =>
  kinds.some(({ table }) => connection.get<object>(`SELECT 1 FROM "${table}" LIMIT 1`) !== undefined);
