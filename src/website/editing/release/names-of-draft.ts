import type { Api } from '../../api/client';
import { type NameToResolve, type Resolved, resolveNames } from '../choices';
import { isNames } from '../kinds/inputs';
import type { NameKind } from '../names';
import { type Draft, isSame } from './draft';
import { fieldsOf, listNames } from './release-schema';

/** Fields with names of records: list, field and kind. */
const namingFields = listNames.flatMap((list) =>
  fieldsOf(list).flatMap(({ name, input }) => (isNames(input) ? [{ list, field: name, kind: input.names }] : [])),
);

export interface NamesAsIds {
  /** Undefined if empty. */
  readonly idOf: (field: string, at: number) => string | undefined;
  /** By name. */
  readonly roles: ReadonlyMap<string, string>;
  /** UUIDs by name. */
  readonly packaging: ReadonlyMap<string, string>;
}

/** By field and row. */
export type ResolvedNames = ReadonlyMap<string, Resolved>;

export const placeOf = (field: string, at: number | string = 0): string => `${field} ${at}`;

/** Field and row; an album has no row. */
export function fieldAt(place: string): { readonly field: string; readonly at: string | undefined } {
  const [field = '', at] = place.split(' ');
  return { field, at: field === 'album' ? undefined : at };
}

export const kindOf = (name: string): NameKind => namingFields.find(({ field }) => field === name)?.kind ?? 'album';

/** Looks up names in changed lists only. */
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

export const isSameAlbum = ({ texts: one }: Draft, { texts: other }: Draft): boolean =>
  one.album === other.album && (one.albumIs === other.albumIs || one.albumIs === '');
