import { albums } from '../../../catalog/albums';
import { artistRoles } from '../../../catalog/artist-roles';
import { artists } from '../../../catalog/artists';
import { labels } from '../../../catalog/labels';
import { organizations } from '../../../catalog/organizations';
import { productions } from '../../../catalog/productions';
import { releases } from '../../../catalog/releases';
import { type Api, idOf } from '../../api/client';

/** What a record is called, and where its page is. */
export interface Named {
  readonly name: string;
  readonly slug: string | null;
}

/** Kinds whose records have names of their own, with the attribute that has it. */
const named = [
  { kind: artists, attribute: 'display_name' },
  { kind: productions, attribute: 'title' },
  { kind: releases, attribute: 'title' },
  { kind: albums, attribute: 'title' },
  { kind: labels, attribute: 'name' },
  { kind: organizations, attribute: 'name' },
  { kind: artistRoles, attribute: 'role' },
] as const;

/** The most ids that one read takes. */
const idsAtOnce = 100;

/** The most names that a page asks for: what has more names shows the rest by their addresses. */
const mostNames = 600;

/** The records of these IRIs that are there, by IRI. What stands below a record goes by that. */
export async function readNames(api: Api, iris: Iterable<string>): Promise<ReadonlyMap<string, Named>> {
  const asked = [...new Set(iris)].slice(0, mostNames);
  const found = await Promise.all(
    named.flatMap(({ kind, attribute }) => {
      const ids = asked.filter((iri) => isOf(kind.path, iri)).map(idOf);
      return Array.from({ length: Math.ceil(ids.length / idsAtOnce) }, (_, part) =>
        readSome(api, kind as typeof artists, attribute, ids.slice(part * idsAtOnce, (part + 1) * idsAtOnce)),
      );
    }),
  );
  return new Map(found.flat());
}

const isOf = (path: string, iri: string): boolean => iri.startsWith(`${path}/`) && !iri.slice(path.length + 1).includes('/');

async function readSome(api: Api, kind: typeof artists, attribute: string, id: readonly string[]): Promise<[string, Named][]> {
  const { data } = await api.list(kind, { id, itemsPerPage: idsAtOnce, [`fields[${kind.type}]`]: `slug,${attribute}` });
  return data.map(({ id: iri, attributes }) => {
    const { slug, [attribute as 'display_name']: name } = attributes;
    return [iri, { name: name ?? slug ?? iri, slug }];
  });
}

/** The record that has a page of its own, of one that may stand below it: the artist of an alias. */
export const withPage = (iri: string): string => {
  const path = named.map(({ kind }) => kind.path).find((one) => isOf(one, upTo(iri, one)));
  return path === undefined ? iri : upTo(iri, path);
};

const upTo = (iri: string, path: string): string =>
  iri.startsWith(`${path}/`) ? iri.slice(0, path.length + 1) + iri.slice(path.length + 1).replace(/\/.*$/, '') : iri;
