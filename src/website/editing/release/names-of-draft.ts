import type { Api } from '../../api/client';
import { type NameToResolve, type Resolved, resolveNames } from '../choices';
import { isNames } from '../kinds/inputs';
import type { NameKind } from '../names';
import { type Draft, isSame } from './draft';
import { fieldsOf, listNames } from './release-schema';

/** The fields of a release that name records: the list, the field, and what it names. */
const namingFields = listNames.flatMap((list) =>
  fieldsOf(list).flatMap(({ name, input }) => (isNames(input) ? [{ list, field: name, kind: input.names }] : [])),
);

/** The names that a draft has, as what they lead to. */
export interface NamesAsIds {
  /** The UUID of the record that a field names; `undefined` where it is empty. */
  readonly idOf: (field: string, at: number) => string | undefined;
  /** The slugs of roles by what they are called. */
  readonly roles: ReadonlyMap<string, string>;
  /** The UUIDs of packaging types by name. */
  readonly packaging: ReadonlyMap<string, string>;
}

/** What the names in a draft come to, by their fields and the places of their rows. */
export type ResolvedNames = ReadonlyMap<string, Resolved>;

export const placeOf = (field: string, at: number | string = 0): string => `${field} ${at}`;

/** The field of a name, and its row; an album has none. */
export function fieldAt(place: string): { readonly field: string; readonly at: string | undefined } {
  const [field = '', at] = place.split(' ');
  return { field, at: field === 'album' ? undefined : at };
}

export const kindOf = (name: string): NameKind => namingFields.find(({ field }) => field === name)?.kind ?? 'album';

/** Looks up the names of a draft in the lists that differ from those of another: what stays as it is needs none. */
export const resolveDraft = (api: Api, draft: Draft, base: Draft): Promise<ResolvedNames> =>
  resolveNames(api, [
    ...namingFields.flatMap(({ list, field, kind }) =>
      isSame(draft.lists[list], base.lists[list])
        ? []
        : (draft.lists[list] as readonly Readonly<Record<string, string>>[]).map(
            (row, at): NameToResolve => ({
              place: placeOf(field, at),
              kind,
              choice: { typed: row[field] ?? '', known: row[`${field}Is`] ?? '' },
            }),
          ),
    ),
    ...(isSameAlbum(draft, base)
      ? []
      : [{ place: placeOf('album'), kind: 'album' as const, choice: { typed: draft.texts.album, known: draft.texts.albumIs } }]),
  ]);

/** Which album is meant, however that is known. */
export const isSameAlbum = ({ texts: one }: Draft, { texts: other }: Draft): boolean =>
  one.album === other.album && (one.albumIs === other.albumIs || one.albumIs === '');
