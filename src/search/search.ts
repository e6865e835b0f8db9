import { Type as t } from '@sinclair/typebox';
import type { Guard } from '../accounts/access';
import { pageParameters } from '../api/openapi/answers';
import type { MixedDocument } from '../api/openapi/client-types';
import { catalogRead } from '../api/read/catalog-read';
import { pageFrame } from '../api/read/document';
import { Query } from '../api/read/query';
import type { ListReading } from '../api/read/reading';
import { type Notes, nobody, type Personal } from '../api/read/viewer';
import { defineRoute } from '../api/route';
import { flag, type ParameterType, text as upTo } from '../api/schema/parameters';
import { comparableType, type Registry } from '../api/schema/registry';
import { closed, component, count, ignored, iri, list, orNull, pageLinks, pageNumbers, text, word } from '../api/schema/schemas';
import { type Catalog, catalog } from '../catalog';
import { badParameter } from '../errors';
import { personalCaching, respond } from '../http/respond';
import { respondOfCatalog } from '../http/response-cache';
import type { Kind, Kinds } from '../kinds';
import { message } from '../messages/message';
import { readSearchText, type SearchText } from '../store/database/full-text';
import type { Store } from '../store/database/open';
import { catalogRevision, RevisionCache } from '../store/database/revision-cache';
import { exampleHit, hitKeyOf, type MixedDocuments, onlyPageLinks, type ShownRecord } from './documents';
import { filterNames } from './filters';
import { compareHits, Hits, maximumCounted, maximumRanked, type SearchHit } from './hits';
import { type Identified, Identifiers } from './identifiers';
import { type SearchedKind, type SearchedType, searchedKindsOf } from './kinds';
import { readAcrossKinds, readInclude } from './reading';
import type { Located, Records } from './records';
import { marked, snippetOf } from './snippets';
import { Suggestions } from './suggestions';
import { UnderstoodHits, type UnderstoodWord } from './understood';

/** With fewer hits of all words, words are also taken as filters. */
const fewHits = 10;

/** The last result of paging: beyond it, users need other words. */
const maximumHits = maximumRanked;

/** Ignores case, separators and a plural s. */
const typeAmong = (types: readonly SearchedType[]): ParameterType<SearchedType> => ({
  schema: word(types),
  expected: message('invalid_word', { values: types }),
  read: (written) => types.find((type) => comparableType(type) === comparableType(written)),
  isAllowed: (type) => type !== undefined,
});

const hit = closed({
  id: iri(),
  type: text(),
  field: text('The matching attribute'),
  snippet: text('HTML: the escaped text with matches in <mark>'),
});

const holding = closed({ release: iri(), edition: word(['this', 'another']), item: iri(), itemRelease: iri() });

function declarationOf(kinds: Kinds) {
  const searched = searchedKindsOf(kinds).map(({ resource }) => resource);
  const types = searched.map(({ type }) => type) as SearchedType[];
  const example = searched[0] && exampleHit(searched[0]);
  return catalogRead({
    path: '/api/search',
    operationId: 'search',
    tag: 'Search',
    summary: 'Search all kinds of records',
    description: `${types.join(', ')}: every word must match, the last one as a prefix. Exact identifiers come first (UUID, barcode, ISRC, catalog number, slug, external id), then exact names, aliases, name prefixes, and other matches; of each, records on which most of the catalog depends. If few records match, words that name a year, format, country, label, artist, production or role are also taken as filters.`,
    query: {
      q: { ...upTo(200, 'herrmann psycho'), description: 'Search text', required: true },
      type: { ...typeAmong(types), description: 'Only records of this type', listDescription: 'Only records of these types' },
      holdings: {
        ...flag,
        description:
          "Whether meta.owned and meta.wanted say what of the page is in the user's own collection and on their wishlist, and these come first among equal hits",
      },
      corrections: {
        ...flag,
        description: 'Whether meta.didYouMean may name a text that finds far more, where little is found (default: true)',
      },
      ...pageParameters,
    },
    answer: {
      description: 'Hits, best first',
      schema: closed({
        data: list(t.Unsafe<MixedDocument<Catalog>['data'][number]>({ anyOf: kinds.shown.map(({ type }) => component(type)) })),
        links: pageLinks,
        meta: closed({
          ...pageNumbers,
          totalItems: count(`Pages go up to hit ${maximumHits}`),
          counts: t.Unsafe<Record<SearchedType, number>>({
            type: 'object',
            additionalProperties: count(),
            description: 'Number of hits by type, regardless of the type filter',
          }),
          atLeast: list(t.Unsafe<SearchedType>(text()), `Types whose count stopped at ${maximumCounted}`),
          hits: list(hit, 'Match of each record of the page, in order'),
          understood: list(
            closed({
              word: text('As typed, without case and accents'),
              filter: word(filterNames),
              value: text('Of the filter; the name of a record'),
            }),
            'Words that were taken as filters, because all words together found little',
          ),
          didYouMean: orNull(text(), 'Similar search text that has hits, if there are none, or far more hits, if there are few'),
          didYouMeanLink: orNull(iri(), 'Link to that search'),
          owned: t.Optional(list(holding, 'Only with a token that can read the collection')),
          wanted: t.Optional(list(holding, 'Only with a token that can read the wishlist')),
          ...ignored,
        }),
      }),
      example: {
        data: [example],
        links: onlyPageLinks('/api/search?q=gorecki&'),
        meta: {
          totalItems: 1,
          itemsPerPage: 30,
          currentPage: 1,
          counts: Object.fromEntries(types.map((type, index) => [type, index === 0 ? 1 : 0])),
          atLeast: [],
          hits: [{ id: example?.id, type: 'Artist', field: 'name', snippet: 'Henryk <mark>Górecki</mark>' }],
          understood: [],
          didYouMean: null,
          didYouMeanLink: null,
        },
      },
    },
  });
}

export const searchRoute = (guard: Guard, kinds: Kinds, search: () => Search) =>
  defineRoute({ ...declarationOf(kinds), access: guard.user('catalog:read'), handle: ({ request }) => search().answer(request) });

/** Some hundred kilobytes. */
const maximumSuggestions = 1_000;

interface Asked {
  readonly typed: string;
  readonly text: SearchText;
  /** All if not limited. */
  readonly kinds: readonly SearchedKind[];
  readonly isAsked: (type: string) => boolean;
  readonly reading: ListReading;
  readonly holdings: boolean;
  readonly corrections: boolean;
  /** Keys of the records that the viewer owns or wants; absent where the order does not depend on the viewer. */
  readonly keeps: ((resource: Kind, keys: readonly number[]) => ReadonlySet<number>) | undefined;
}

/** A page of results, exact matches first. */
interface Found {
  readonly records: readonly (Located | Identified)[];
  readonly counts: Record<string, number>;
  readonly atLeast: readonly string[];
  readonly total: number;
  /** Words that were taken as filters. */
  readonly filters: readonly UnderstoodWord[];
}

export class Search {
  readonly #kinds: readonly SearchedKind[];
  readonly #declared: ReturnType<typeof declarationOf>;
  readonly #hits: Hits;
  readonly #understood: UnderstoodHits;
  readonly #identifiers: Identifiers;
  readonly #suggestions: Suggestions;
  readonly #suggested: RevisionCache<{ readonly text: string | null }>;

  constructor(
    private readonly store: Store,
    private readonly registry: Registry,
    private readonly documents: MixedDocuments,
    records: Records,
    kinds: Kinds = catalog,
    private readonly personal: Personal = nobody,
  ) {
    this.#kinds = searchedKindsOf(kinds);
    this.#declared = declarationOf(kinds);
    this.#hits = new Hits(store);
    this.#understood = new UnderstoodHits(store, this.#hits, this.#kinds);
    this.#identifiers = new Identifiers(store, records, kinds);
    this.#suggestions = new Suggestions(store);
    this.#suggested = new RevisionCache(catalogRevision(store), maximumSuggestions);
  }

  answer(request: Request): Response | Promise<Response> {
    const asked = this.#read(request);
    return this.store.read(() => {
      const found = this.#find(asked);
      const isLittle = found.total === 0 || (asked.corrections && found.total < fewHits);
      const known = isLittle ? this.#suggested.find(nameOfSuggestion(asked), () => undefined) : { text: null };
      if (known) return this.#present(request, asked, found, known.text);
      return this.#suggestions
        .texts(asked.text.words, asked.kinds, found.total === 0)
        .then((texts) => this.store.read(() => this.#suggest(request, asked, texts)));
    });
  }

  /** Little was found; cached until the catalog changes. Where something was, only a text that finds far more is suggested. */
  #suggest(request: Request, asked: Asked, texts: readonly (readonly string[])[]): Response {
    const found = this.#find(asked);
    const least = found.total === 0 ? 1 : Math.max(fewHits, 2 * found.total);
    const finds = (text: SearchText) =>
      asked.kinds.reduce((sum, kind) => (sum < least ? sum + this.#hits.best(kind, text, { limit: 1 }).total : sum), 0) >= least;
    const suggested = this.#suggested.find(nameOfSuggestion(asked), () => ({
      text: texts.map((words) => words.join(' ')).find((text) => finds(readSearchText(text))) ?? null,
    }));
    return this.#present(request, asked, found, suggested?.text ?? null);
  }

  #present(request: Request, asked: Asked, found: Found, didYouMean: string | null): Response {
    const notes = asked.holdings ? this.#notes(request, found) : undefined;
    const document = this.#document(asked, found, notes, didYouMean);
    return notes ? respond(request, document, 200, personalCaching) : respondOfCatalog(request, document);
  }

  #read(request: Request): Asked {
    const query = new Query(request);
    const parameters = this.#declared.query;
    const typed = query.one('q', parameters.q) ?? '';
    if (typed.trim() === '') throw badParameter('q', 'search_without_text');
    readInclude(query);
    const types = query.many<string>('type', parameters.type);
    const holdings = query.one('holdings', parameters.holdings) === true;
    const reading = readAcrossKinds(query, this.registry);
    return {
      typed,
      text: readSearchText(typed),
      kinds: types ? this.#kinds.filter(({ resource }) => types.includes(resource.type)) : this.#kinds,
      isAsked: (type) => !types || types.includes(type),
      reading,
      holdings,
      corrections: query.one('corrections', parameters.corrections) !== false,
      keeps: holdings ? (resource, keys) => this.personal.keeps?.(request, resource, keys) ?? new Set() : undefined,
    };
  }

  /** The viewer's holdings among the hits. */
  #notes(request: Request, { records }: Found): Notes | undefined {
    const all = [...Map.groupBy(records, ({ resource }) => resource)].flatMap(([resource, ofKind]) =>
      Object.entries(
        this.personal.notes(
          request,
          resource,
          ofKind.map(({ key }) => key),
        ) ?? {},
      ),
    );
    const members = Map.groupBy(all, ([member]) => member);
    return members.size === 0
      ? undefined
      : Object.fromEntries([...members].map(([name, notes]) => [name, uniqueNotes(notes.flatMap(([, of]) => of))]));
  }

  #document(asked: Asked, found: Found, notes: Notes | undefined, didYouMean: string | null): object {
    const shown = this.documents.show(found.records, asked.reading);
    const { links, meta } = pageFrame(this.#declared.path, asked.reading, Math.min(found.total, maximumHits));
    return {
      data: shown.map(({ object }) => object),
      links,
      meta: {
        ...meta,
        totalItems: found.total,
        counts: found.counts,
        atLeast: found.atLeast,
        hits: shown.map((one, index) => this.#hitOf(one, found.records[index] as Located | Identified, asked.text.words)),
        understood: found.filters.map(({ word, filter, value }) => ({ word, filter, value })),
        didYouMean,
        didYouMeanLink: didYouMean === null ? null : linkTo(this.#declared.path, didYouMean, asked.reading),
        ...notes,
      },
    };
  }

  #find({ typed, text, isAsked, reading, keeps }: Asked): Found {
    const { page, itemsPerPage } = reading;
    const identified = this.#identifiers.find(typed, isAsked);
    const names = new Set(identified.map(hitKeyOf));
    const end = Math.min(page * itemsPerPage, maximumHits);
    // Records that the viewer keeps move up, from wherever they are.
    const limit = keeps ? maximumHits : end;
    const found = this.#kinds.map((kind) => ({ kind, ...this.#hits.best(kind, text, { limit }) }));
    const hits = inOrder(
      found.flatMap((one) => one.hits),
      keeps,
    ).filter((hit) => !names.has(hitKeyOf(hit)));
    const { counts, atLeast } = this.#count(text, identified, found);
    const exact = [...identified, ...hits];
    const isLittle = Object.values(counts).reduce((sum, count) => sum + count, 0) < fewHits;
    const understood = isLittle ? this.#understood.find(typed, exact.length > 0, limit) : undefined;
    const known = new Set(exact.map(hitKeyOf));
    const more = inOrder(understood?.found.flatMap((one) => one.hits) ?? [], keeps).filter((hit) => !known.has(hitKeyOf(hit)));
    for (const { kind, hits, total } of understood?.found ?? []) {
      const { type } = kind.resource;
      const isKnown = ({ key }: SearchHit) => known.has(hitKeyOf({ resource: kind.resource, key }));
      counts[type] = (counts[type] ?? 0) + total - hits.filter(isKnown).length;
    }
    const total = Object.entries(counts).reduce((sum, [type, count]) => (isAsked(type) ? sum + count : sum), 0);
    const records = [...exact, ...more].filter(({ resource }) => isAsked(resource.type)).slice((page - 1) * itemsPerPage, end);
    return { records, counts, atLeast, total, filters: more.length > 0 ? (understood?.filters ?? []) : [] };
  }

  /** Counts per kind, regardless of the requested types. */
  #count(
    text: SearchText,
    identified: readonly Identified[],
    found: readonly { readonly kind: SearchedKind; readonly total: number }[],
  ): Pick<Found, 'counts' | 'atLeast'> {
    const counts: Record<string, number> = Object.fromEntries(found.map(({ kind, total }) => [kind.resource.type, total]));
    const atLeast = found.filter(({ total }) => total >= maximumCounted).map(({ kind }) => kind.resource.type);
    for (const { resource, key } of identified) {
      const kind = this.#kinds.find((one) => one.resource === resource);
      if (!kind || !this.#hits.includes(kind, text, key)) counts[resource.type] = (counts[resource.type] ?? 0) + 1;
    }
    return { counts, atLeast };
  }

  /** The snippet of a hit: the matching identifier or texts. */
  #hitOf({ object: { id, type }, row }: ShownRecord, found: Located | Identified, words: readonly string[]): object {
    if ('field' in found) return { id, type, field: found.field, snippet: marked(found.value) };
    const kind = this.#kinds.find(({ resource }) => resource === found.resource) as SearchedKind;
    return { id, type, ...snippetOf(kind.texts(row), words) };
  }
}

/** Best first; of equally near ones of a kind, those that the viewer owns or wants. */
function inOrder(hits: readonly SearchHit[], keeps: Asked['keeps']): Located[] {
  const sorted = hits.toSorted(compareHits);
  const alike = ({ kind, near }: SearchHit) => `${kind.resource.type} ${near}`;
  const groups = new Map(
    [...Map.groupBy(sorted, alike)].map(([name, of]) => {
      const keys = of.map(({ key }) => key);
      const kept = keeps && of[0] ? keeps(of[0].kind.resource, keys) : new Set();
      return [name, keys.toSorted((a, b) => Number(kept.has(b)) - Number(kept.has(a))).values()] as const;
    }),
  );
  return sorted.map((hit) => ({ resource: hit.kind.resource, key: groups.get(alike(hit))?.next().value ?? hit.key }));
}

const nameOfSuggestion = ({ text: { words }, kinds }: Asked): string => `${kinds.map(({ index }) => index).join(' ')}?${words.join(' ')}`;

/** The same search for another text, from the first page. */
const linkTo = (path: string, typed: string, { kept }: ListReading): string =>
  `${path}?${kept.map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(name === 'q' ? typed : value)}`).join('&')}`;

/** A copy of a release is noted for its album as well. */
const uniqueNotes = (notes: readonly object[]): object[] => [...new Map(notes.map((note) => [JSON.stringify(note), note])).values()];
