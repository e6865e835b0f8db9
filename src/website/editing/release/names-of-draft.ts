import type { Api } from '../../api/client';
import { type Choice, type Resolved, resolveChoices } from '../choices';
import type { NameKind } from '../names';
import { type Draft, isSame, type ListName } from './draft';

/** The fields of a release that name records: the list, the field, and what it names. */
export const namingFields = [
  { list: 'artists', field: 'artist', kind: 'artist' },
  { list: 'labels', field: 'label', kind: 'label' },
  { list: 'credits', field: 'who', kind: 'artist' },
  { list: 'productions', field: 'production', kind: 'production' },
  { list: 'companies', field: 'company', kind: 'organization' },
] as const satisfies readonly { readonly list: ListName; readonly field: string; readonly kind: NameKind }[];

export type NamingField = (typeof namingFields)[number]['field'] | 'album';

/** The names that a draft has, as what they lead to. */
export interface NamesAsIds {
  /** The UUID of the record that a field names; `undefined` where it is empty. */
  readonly idOf: (field: NamingField, at: number) => string | undefined;
  /** The slugs of roles by what they are called. */
  readonly roles: ReadonlyMap<string, string>;
  /** The UUIDs of packaging types by name. */
  readonly packaging: ReadonlyMap<string, string>;
}

/** What the names in a draft come to, by their fields and the places of their rows. */
export class ResolvedNames {
  readonly #found = new Map<string, Resolved>();

  set(field: NamingField, at: number, resolved: Resolved): void {
    this.#found.set(`${field} ${at}`, resolved);
  }

  /** Nothing, where the field is empty or was not looked up. */
  at(field: NamingField, at = 0): Resolved | undefined {
    return this.#found.get(`${field} ${at}`);
  }

  get all(): readonly (readonly [field: NamingField, at: number, resolved: Resolved])[] {
    return [...this.#found].map(([place, resolved]) => {
      const [field = '', at = ''] = place.split(' ');
      return [field as NamingField, Number(at), resolved] as const;
    });
  }
}

export const kindOf = (name: NamingField): NameKind => namingFields.find(({ field }) => field === name)?.kind ?? 'album';

/** Looks up the names of a draft in the lists that differ from those of another: what stays as it is needs none. */
export async function resolveNames(api: Api, draft: Draft, base: Draft): Promise<ResolvedNames> {
  const names = new ResolvedNames();
  const asked = [
    ...namingFields.flatMap(({ list, field, kind }) =>
      isSame(draft.lists[list], base.lists[list])
        ? []
        : (draft.lists[list] as readonly Readonly<Record<string, string>>[]).map((row, at) => ({
            field: field as NamingField,
            at,
            kind: kind as NameKind,
            choice: { typed: row[field] ?? '', known: row[`${field}Is`] ?? '' } satisfies Choice,
          })),
    ),
    ...(isSameAlbum(draft, base)
      ? []
      : [{ field: 'album' as const, at: 0, kind: 'album' as const, choice: { typed: draft.texts.album, known: draft.texts.albumIs } }]),
  ];
  for (const [kind, all] of Map.groupBy(asked, (one) => one.kind)) {
    const resolved = await resolveChoices(
      api,
      kind,
      all.map(({ choice }) => choice),
    );
    for (const { field, at, choice } of all) {
      const one = resolved.get(choice);
      if (one) names.set(field, at, one);
    }
  }
  return names;
}

/** Which album is meant, however that is known. */
export const isSameAlbum = ({ texts: one }: Draft, { texts: other }: Draft): boolean =>
  one.album === other.album && (one.albumIs === other.albumIs || one.albumIs === '');
