import { albums } from '../../catalog/albums';
import { artists } from '../../catalog/artists';
import { labels } from '../../catalog/labels';
import { organizations } from '../../catalog/organizations';
import { productions } from '../../catalog/productions';
import { franchises } from '../../catalog/productions/franchises';
import { releases } from '../../catalog/releases';
import { works } from '../../catalog/tracks/works';
import { fold, labelKey } from '../../store/values/folding';
import { type Api, type ApiQuery, type Item, uuidOfIri } from '../api/client';

export interface NameMatch {
  /** UUID. */
  readonly id: string;
  readonly iri: string;
  /** Unique label. */
  readonly label: string;
  readonly name: string;
  /** Those read. */
  readonly attributes?: object;
}

interface NamedKind<R> {
  readonly kind: R;
  /** Query for similar names, best first. */
  readonly like: (text: string) => Readonly<Record<string, string>>;
  readonly fields: string;
  /** Attribute that names a record in a sentence. */
  readonly named: string;
  readonly nameOf: (record: Item<R>['attributes' & keyof Item<R>]) => string;
  readonly labelOf: (record: Item<R>['attributes' & keyof Item<R>]) => string;
  /** Attributes of a record created from a name. */
  readonly created: (name: string) => object;
}

const behind = (name: string, more: string | number | null | undefined): string => (more ? `${name} (${more})` : name);

const byName = {
  fields: 'name',
  named: 'name',
  nameOf: ({ name }: { readonly name: string }) => name,
  labelOf: ({ name }: { readonly name: string }) => name,
  created: (name: string) => ({ name }),
};

/** Guesses the type by name: most are people. */
function typeOf(name: string): 'person' | 'orchestra' | 'choir' {
  if (/\b(?:orchest(?:ra|er)|philharmonic|philharmoniker|symphony|symphoniker|sinfonietta)\b/i.test(name)) return 'orchestra';
  return /\b(?:choir|chor|chorus|chorale|singers)\b/i.test(name) ? 'choir' : 'person';
}

const of = <R>(kind: NamedKind<R>): NamedKind<R> => kind;

export const namedKinds = {
  artist: of({
    kind: artists,
    like: (q) => ({ q }),
    fields: 'name,display_name,disambiguation',
    named: 'display_name',
    nameOf: ({ name }) => name,
    labelOf: ({ display_name: displayName, name }) => displayName || name,
    created: (name) => ({ name, _type: typeOf(name) }),
  }),
  label: of({ kind: labels, like: (q) => ({ q }), ...byName }),
  organization: of({ kind: organizations, like: (name) => ({ name }), ...byName }),
  production: of({
    kind: productions,
    like: (q) => ({ q }),
    fields: 'title,year',
    named: 'title',
    nameOf: ({ title }) => title,
    labelOf: ({ title, year }) => behind(title, year),
    created: (title) => ({ title, _type: 'movie' }),
  }),
  album: of({
    kind: albums,
    like: (q) => ({ q }),
    fields: 'title,year,artist_credit',
    named: 'title',
    nameOf: ({ title }) => title,
    labelOf: ({ title, year, artist_credit: credit }) => behind(credit ? `${title}, ${credit}` : title, year),
    created: (title) => ({ title }),
  }),
  release: of({
    kind: releases,
    like: (q) => ({ q }),
    fields: 'title,year,artist_credit,catalog_number',
    named: 'title',
    nameOf: ({ title }) => title,
    labelOf: ({ title, year, catalog_number: number }) => behind(title, [number, year].filter(Boolean).join(', ')),
    created: (title) => ({ title, provisional: true }),
  }),
  franchise: of({ kind: franchises, like: (name) => ({ name }), ...byName }),
  work: of({
    kind: works,
    like: (title) => ({ title }),
    fields: 'title,iswc',
    named: 'title',
    nameOf: ({ title }) => title,
    labelOf: ({ title, iswc }) => behind(title, iswc),
    created: (title) => ({ title }),
  }),
};

export type NameKind = keyof typeof namedKinds;

export const isNameKind = (text: string): text is NameKind => Object.hasOwn(namedKinds, text);

export const labelOfNamed = (of: NameKind, attributes: object): string =>
  (namedKinds[of] as NamedKind<unknown>).labelOf(attributes as never);

/**
 * In the order of the search.
 * @param more further attributes to read
 */
export async function namesLike(api: Api, of: NameKind, text: string, atMost: number, more = ''): Promise<NameMatch[]> {
  const { type } = namedKinds[of].kind;
  const query = { q: text.slice(0, 200), type, corrections: false, itemsPerPage: atMost, ...fieldsOf(of, more) };
  const { data } = await api.read<{ data: readonly Item<typeof artists>[] }>('/api/search', query);
  return data.map(matchOf(of));
}

const fieldsOf = (of: NameKind, more = ''): ApiQuery => {
  const { kind, fields } = namedKinds[of];
  return { [`fields[${kind.type}]`]: ['_id', fields, more].filter(Boolean).join() };
};

function matchOf(of: NameKind): (record: Item<typeof artists>) => NameMatch {
  const { nameOf, labelOf } = namedKinds[of] as NamedKind<typeof artists>;
  return ({ id: iri, attributes }) => ({ id: attributes._id, iri, name: nameOf(attributes), label: labelOf(attributes), attributes });
}

export const isAddress = (typed: string): boolean => /^(?:\/|https?:)/i.test(typed);

/** The path of an address, whose host may be unknown here. */
export const pathOfAddress = (typed: string): string => URL.parse(typed, 'http://localhost')?.pathname ?? typed;

/** The IRI of the record of a page, if there is one. */
export async function iriAt(api: Api, url: string, type?: string): Promise<string | undefined> {
  const sent = await api.send('GET', `/api/resolve?${new URLSearchParams({ url, ...(type && { type }) })}`);
  return sent.ok ? sent.document.data.attributes.iri : undefined;
}

async function namedAt(api: Api, of: NameKind, address: string): Promise<NameMatch | undefined> {
  const { kind } = namedKinds[of] as NamedKind<typeof artists>;
  const found = await iriAt(api, pathOfAddress(address), kind.type);
  if (found === undefined) return undefined;
  return matchOf(of)((await api.single(kind, uuidOfIri(found))).data);
}

/** Exact names are among these. */
const looked = 50;

async function namesListed(api: Api, of: NameKind, text: string): Promise<NameMatch[]> {
  const { kind, like } = namedKinds[of] as NamedKind<typeof artists>;
  return (await api.list(kind, { ...like(text.slice(0, 200)), itemsPerPage: looked, ...fieldsOf(of) })).data.map(matchOf(of));
}

/** By address, name or unique label. */
export async function namedBy(api: Api, kind: NameKind, text: string): Promise<NameMatch[]> {
  const named = isAddress(text) ? await namedAt(api, kind, text) : undefined;
  if (named) return [named];
  // "John Williams (film composer)" is stored as "John Williams".
  const withoutBracket = text.replace(/\([^()]*\)$/, '').trimEnd();
  const texts = [...new Set([text, withoutBracket])].filter((one) => one !== '');
  const found = (await Promise.all(texts.map((one) => namesListed(api, kind, one)))).flat();
  const all = [...new Map(found.map((one) => [one.id, one])).values()];
  const folded = fold(text).trim();
  const byLabel = all.filter(({ label }) => fold(label).trim() === folded);
  // A label is unique, a name may not be.
  const byName = all.filter(({ name }) => fold(name).trim() === folded);
  if (byName.length > 0 || kind !== 'label') return byName.length > 0 ? byName : byLabel;
  // "Intrada" matches "Intrada Records".
  return all.filter(({ name }) => labelKey(name) === labelKey(text));
}
