import { artistRoles } from '../../../catalog/artist-roles';
import type { artists } from '../../../catalog/artists';
import { packagingTypes } from '../../../catalog/packaging-types';
import type { RevisionObject } from '../../../editing/revisions/documents';
import { type Api, uuidOfIri } from '../../api/client';
import type { RequestContext } from '../../http/request-context';
import type { Texts } from '../../i18n';
import { roleText } from '../../ui/credits';
import { namedKinds } from '../names';
import type { RevisionList } from './changes';

export interface LinkedName {
  readonly name: string;
  readonly slug: string | null;
}

/** Kinds with names and the attribute. Roles come before artists, whose path theirs continues. */
const named = [
  { kind: artistRoles, attribute: 'role' },
  { kind: packagingTypes, attribute: 'name' },
  ...Object.values(namedKinds).map(({ kind, named }) => ({ kind, attribute: named })),
] as const;

/** Per read. */
const idsAtOnce = 100;

/** Others show their address. */
const mostNames = 600;

/** Merged or deleted records, each of which is a read. */
const mostMerged = 100;

/** Names of existing records, by IRI. Child records use their parent. */
export async function readRevisionNames({ api, t }: RequestContext, iris: Iterable<string>): Promise<ReadonlyMap<string, LinkedName>> {
  const requested = [...new Set(iris)].slice(0, mostNames);
  const found = await Promise.all(
    named.flatMap(({ kind, attribute }) => {
      const ids = requested.filter((iri) => isOf(kind.path, iri)).map(uuidOfIri);
      return Array.from({ length: Math.ceil(ids.length / idsAtOnce) }, (_, part) =>
        readSome(api, kind as typeof artists, attribute, ids.slice(part * idsAtOnce, (part + 1) * idsAtOnce)),
      );
    }),
  );
  const nameOf = (iri: string, { name, slug }: LinkedName) => {
    if (isOf(packagingTypes.path, iri)) return t.words.packaging[name] ?? name;
    return isOf(artistRoles.path, iri) && slug ? roleText(t, slug, name) : name;
  };
  return new Map(found.flat().map(([iri, linked]) => [iri, { ...linked, name: nameOf(iri, linked) }]));
}

const isOf = (path: string, iri: string): boolean => iri.startsWith(`${path}/`) && !iri.slice(path.length + 1).includes('/');

async function readSome(api: Api, kind: typeof artists, attribute: string, id: readonly string[]): Promise<[string, LinkedName][]> {
  const { data } = await api.list(kind, {
    id,
    itemsPerPage: idsAtOnce,
    [`fields[${kind.type}]`]: kind.slugFrom ? `slug,${attribute}` : attribute,
  });
  return data.map(({ id: iri, attributes }) => {
    const { slug = null, [attribute as 'display_name']: name } = attributes;
    return [iri, { name: name ?? slug ?? iri, slug }];
  });
}

/** Names of the records into which others were merged, by IRI of the merged one, and last names of deleted records. */
export async function readSurvivorNames(api: Api, iris: readonly string[]): Promise<ReadonlyMap<string, LinkedName>> {
  const requested = iris.flatMap((iri) => named.flatMap((of) => (isOf(of.kind.path, iri) ? [{ iri, ...of }] : []))).slice(0, mostMerged);
  const read = requested.map(async ({ iri, kind, attribute }) => {
    const [survivor] = await readSome(api, kind as typeof artists, attribute, [uuidOfIri(iri)]);
    if (survivor) return [[iri, survivor[1]] as const];
    const [last] = (await api.read<RevisionList>('/api/revisions', { record: iri, itemsPerPage: 1 })).data;
    const name = last && nameIn(last);
    return name === undefined ? [] : [[iri, { name, slug: null }] as const];
  });
  return new Map((await Promise.all(read)).flat());
}

export function nameIn({ attributes: { before, after } }: RevisionObject): string | undefined {
  const { name, title, role, variation, url } = { ...after?.attributes, ...before?.attributes } as Record<string, unknown>;
  return [name, title, role, variation, url].find((one): one is string => typeof one === 'string');
}

export function kindName({ words, history }: Texts, type: string): string {
  const [kinds, parts]: [Record<string, readonly string[]>, Record<string, string>] = [words.kinds, history.below];
  return kinds[type]?.[0] ?? parts[type] ?? type;
}

/** The parent of a child record: the artist of an alias. */
export const withPage = (iri: string): string => {
  const path = named.map(({ kind }) => kind.path).find((one) => isOf(one, upTo(iri, one)));
  return path === undefined ? iri : upTo(iri, path);
};

const upTo = (iri: string, path: string): string =>
  iri.startsWith(`${path}/`) ? `${path}/${iri.slice(path.length + 1).split('/')[0]}` : iri;
