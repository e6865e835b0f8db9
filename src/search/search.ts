import { Type as t } from '@sinclair/typebox';
import type { Guard } from '../accounts/access';
import { pageParameters } from '../api/openapi/answers';
import type { MixedDocument } from '../api/openapi/client-types';
import { catalogRead } from '../api/read/catalog-read';
import { pageFrame } from '../api/read/document';
import { Query } from '../api/read/query';
import type { ListReading } from '../api/read/reading';
import { type Notes, nobody, type Personal, sharedThings } from '../api/read/viewer';
import { defineRoute } from '../api/route';
import { flag, integer, namesParameter, type ParameterType, text as upTo } from '../api/schema/parameters';
import { comparableType, type Registry } from '../api/schema/registry';
import { closed, component, count, ignored, iri, list, orNull, pageLinks, pageNumbers, text, word } from '../api/schema/schemas';
import { type Catalog, catalog } from '../catalog';
import { badParameter } from '../errors';
import { personalCaching, respond } from '../http/respond';
import { respondOfCatalog } from '../http/response-cache';
import type { Kind, Kinds } from '../kinds';
import { message } from '../messages/message';
import { readSearchText, type SearchTerm, type SearchText } from '../store/database/full-text';
import type { Store } from '../store/database/open';
import { catalogRevision, RevisionCache } from '../store/database/revision-cache';
import { WorkerQueue } from '../worker-queue';
import { exampleHit, hitKeyOf, type MixedDocuments, onlyPageLinks, readAcrossKinds, readInclude, type ShownRecord } from './documents';
import { filterNames } from './filters';
import { type FinderResult, type FinderTask, fewHits, type RankedRecord, SearchFinder, type SearchTask } from './finder';
import { maximumCounted } from './hits';
import { type SearchedKind, type SearchedType, searchedKindsOf } from './kinds';
import type { Located, Records } from './records';
import type { FinderAnswer } from './search-worker';
import { marked, snippetOf } from './snippets';

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

const holding = closed({ release: iri(), edition: word(['this', 'another']), shared: word(sharedThings), item: iri(), itemRelease: iri() });

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
        description: "Adds meta.owned and meta.wanted: hits in the user's collection and wishlist, which rank first among equal hits",
      },
      names: namesParameter,
      corrections: {
        ...flag,
        description:
          'Whether a text without hits is answered with those of the corrected text, and meta.didYouMean may suggest a text with far more hits (default: true)',
      },
      itemsPerType: {
        ...integer(1, maximumPerType),
        description: 'Only the first hits of each type, as many as this; meta.counts still counts all',
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
          counts: t.Unsafe<Record<SearchedType, number>>({
            type: 'object',
            additionalProperties: count(),
            description: 'Number of hits by type, regardless of the type filter',
          }),
          atLeast: list(
            t.Unsafe<SearchedType>(text()),
            `Types of which there may be more, which only their lists have: counts stop at ${maximumCounted}, some before`,
          ),
          hits: list(hit, 'Match of each record of the page, in order'),
          understood: list(
            closed({
              word: text('As typed, without case and accents'),
              filter: word(filterNames),
              value: text('Of the filter; the name of a record'),
            }),
            'Words used as filters, because few records matched all words',
          ),
          corrected: t.Optional(closed({ from: text('The search text, which has no hits'), to: text('The text whose hits these are') })),
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

/** As many as one page of all types may have. */
const maximumPerType = 20;

/** Some hundred kilobytes. */
const maximumSuggestions = 1_000;

interface RequestedSearch extends SearchTask {
  readonly text: SearchText;
  readonly kinds: readonly SearchedKind[];
  readonly reading: ListReading;
  readonly itemsPerType: number | undefined;
  readonly holdings: boolean;
  readonly corrections: boolean;
  readonly correctedTo?: string;
  /** Keys of the records that the viewer owns or wants; absent where the order does not depend on the viewer. */
  readonly keeps: ((resource: Kind, keys: readonly number[]) => ReadonlySet<number>) | undefined;
}

type Shown = Located & RankedRecord;

/** Has somewhat less of the processors than the event loop. */
const searchWorker = () => new WorkerQueue<FinderTask & { readonly path: string }, FinderAnswer>('search/search-worker', 2);

export class Search {
  readonly #kinds: readonly SearchedKind[];
  readonly #declared: ReturnType<typeof declarationOf>;
  readonly #finder: SearchFinder;
  readonly #finding = searchWorker();
  /** Corrections take long, and searches do not wait for them. */
  readonly #correcting = searchWorker();
  readonly #suggested: RevisionCache<{ readonly text: string | null }>;

  constructor(
    private readonly store: Store,
    private readonly registry: Registry,
    private readonly documents: MixedDocuments,
    records: Records,
    private readonly catalogKinds: Kinds = catalog,
    private readonly personal: Personal = nobody,
  ) {
    this.#kinds = searchedKindsOf(catalogKinds);
    this.#declared = declarationOf(catalogKinds);
    this.#finder = new SearchFinder(store, catalogKinds, records);
    this.#suggested = new RevisionCache(catalogRevision(store), maximumSuggestions);
  }

  async answer(request: Request): Promise<Response> {
    const requested = this.#read(request);
    const task = { typed: requested.typed, types: requested.types, limit: requested.limit, isWhole: requested.isWhole };
    const found = await this.#find(task);
    const isLittle = found.total === 0 || (requested.corrections && found.total < fewHits);
    const didYouMean = isLittle ? await this.#suggest(requested, found.total) : null;
    const isCorrected = didYouMean !== null && requested.corrections && Object.values(found.counts).every((count) => count === 0);
    if (!isCorrected) return this.store.read(() => this.#present(request, requested, found, didYouMean));
    const corrected = { ...requested, text: readSearchText(didYouMean), correctedTo: didYouMean };
    const instead = await this.#find({ ...task, typed: didYouMean });
    return this.store.read(() => this.#present(request, corrected, instead, didYouMean));
  }

  async #find(task: SearchTask): Promise<FinderResult> {
    return (await this.#inWorker(task))?.found ?? this.store.read(() => this.#finder.find(task));
  }

  /** Little was found; cached until the catalog changes. Where something was, only a text that finds far more is suggested. */
  async #suggest({ text: { words, exact }, kinds, types }: RequestedSearch, total: number): Promise<string | null> {
    const name = `${kinds.map(({ index }) => index).join(' ')}?${exact}`;
    const known = this.#suggested.known(name);
    if (known) return known.text;
    const revision = this.store.catalogRevision();
    const task = { exact, words, types, least: total === 0 ? 1 : Math.max(fewHits, 2 * total) };
    const { text = null } = (await this.#inWorker(task)) ?? this.store.read(() => ({ text: this.#finder.correct(task) }));
    if (revision === this.store.catalogRevision()) this.#suggested.keep(name, { text });
    return text;
  }

  /** The answer of the worker, if there can be one; hits of a small catalog, and of all while it starts, are found here. */
  async #inWorker(task: FinderTask): Promise<FinderAnswer | undefined> {
    const isCorrection = 'words' in task;
    if (this.catalogKinds !== catalog || (!isCorrection && !this.#finder.isLarge()) || !this.store.readPool.isPossible) return undefined;
    const worker = isCorrection ? this.#correcting : this.#finding;
    const { isStarted } = worker;
    const answer = worker.run({ ...task, path: this.store.path }).catch(() => undefined);
    return isStarted || isCorrection ? answer : undefined;
  }

  #present(request: Request, requested: RequestedSearch, found: FinderResult, didYouMean: string | null): Response {
    const { page, itemsPerPage } = requested.reading;
    const all = this.#inOrder(found, requested.keeps);
    const first = requested.itemsPerType === undefined ? undefined : firstOfEachType(all, requested.itemsPerType);
    const records = (first ?? all).slice((page - 1) * itemsPerPage, page * itemsPerPage);
    const notes = requested.holdings ? this.#notes(request, records) : undefined;
    const listed = first ? { ...found, total: first.length } : found;
    const document = this.#document(requested, listed, records, notes, didYouMean);
    return notes ? respond(request, document, 200, personalCaching) : respondOfCatalog(request, document);
  }

  #read(request: Request): RequestedSearch {
    const query = new Query(request);
    const parameters = this.#declared.query;
    const typed = query.one('q', parameters.q) ?? '';
    if (typed.trim() === '') throw badParameter('q', 'search_without_text');
    readInclude(query);
    const types = query.many<string>('type', parameters.type);
    const holdings = query.one('holdings', parameters.holdings) === true;
    const corrections = query.one('corrections', parameters.corrections) !== false;
    const itemsPerType = query.one('itemsPerType', parameters.itemsPerType);
    const reading = readAcrossKinds(query, this.registry, query.one('names', parameters.names));
    return {
      typed,
      types,
      limit: Math.max(reading.page * reading.itemsPerPage, itemsPerType ?? 0),
      // Records that the viewer keeps move up, from wherever they are.
      isWhole: holdings,
      text: readSearchText(typed),
      kinds: types ? this.#kinds.filter(({ resource }) => types.includes(resource.type)) : this.#kinds,
      reading,
      itemsPerType,
      holdings,
      corrections,
      keeps: holdings ? (resource, keys) => this.personal.keeps?.(request, resource, keys) ?? new Set() : undefined,
    };
  }

  /** The viewer's holdings among the hits. */
  #notes(request: Request, records: readonly Shown[]): Notes | undefined {
    const all = [...Map.groupBy(records, ({ resource }) => resource)].flatMap(([resource, ofKind]) => {
      const keys = ofKind.map(({ key }) => key);
      return Object.entries(this.personal.notes(request, resource, keys) ?? {});
    });
    const members = Map.groupBy(all, ([member]) => member);
    return members.size === 0
      ? undefined
      : Object.fromEntries([...members].map(([name, notes]) => [name, uniqueNotes(notes.flatMap(([, of]) => of))]));
  }

  #document(
    requested: RequestedSearch,
    found: FinderResult,
    records: readonly Shown[],
    notes: Notes | undefined,
    didYouMean: string | null,
  ): object {
    const displayed = this.documents.show(records, requested.reading);
    // Some may have been deleted meanwhile.
    const byName = new Map(records.map((record) => [hitKeyOf(record), record]));
    const { links, meta } = pageFrame(this.#declared.path, requested.reading, found.total);
    return {
      data: displayed.map(({ object }) => object),
      links,
      meta: {
        ...meta,
        counts: found.counts,
        atLeast: found.atLeast,
        hits: displayed.map((record) => this.#hitOf(record, byName.get(`${record.object.type} ${record.row.key}`), requested.text.terms)),
        understood: found.filters.map(({ word, filter, value }) => ({ word, filter, value })),
        ...(requested.correctedTo !== undefined && { corrected: { from: requested.typed, to: requested.correctedTo } }),
        didYouMean,
        didYouMeanLink: didYouMean === null ? null : linkTo(this.#declared.path, didYouMean, requested.reading),
        ...notes,
      },
    };
  }

  /** Best first; of equally near ones of a kind, those that the viewer owns or wants. */
  #inOrder({ records }: FinderResult, keeps: RequestedSearch['keeps']): Shown[] {
    const sorted = records.flatMap((record) => {
      const resource = this.catalogKinds.find(record.type);
      return resource ? [{ ...record, resource }] : [];
    });
    if (!keeps) return sorted;
    const reordered = new Map(
      [...Map.groupBy(sorted, ({ rank }) => rank)].map(([rank, all]) => {
        const keys = all.map(({ key }) => key);
        const owned = rank && all[0] ? keeps(all[0].resource, keys) : new Set();
        return [rank, all.toSorted((a, b) => Number(owned.has(b.key)) - Number(owned.has(a.key))).values()] as const;
      }),
    );
    return sorted.map((record) => reordered.get(record.rank)?.next().value ?? record);
  }

  /** The snippet of a hit: the matching identifier or texts. */
  #hitOf({ object: { id, type }, row }: ShownRecord, found: Shown | undefined, terms: readonly SearchTerm[]): object {
    if (found?.field !== undefined) return { id, type, field: found.field, snippet: marked(found.value ?? '') };
    const kind = this.#kinds.find(({ resource }) => resource === found?.resource) as SearchedKind;
    return { id, type, ...snippetOf(kind.texts(row), terms) };
  }
}

function firstOfEachType(records: readonly Shown[], most: number): Shown[] {
  const first = new Set([...Map.groupBy(records, ({ type }) => type).values()].flatMap((all) => all.slice(0, most)));
  return records.filter((record) => first.has(record));
}

/** The same search for another text, from the first page. */
const linkTo = (path: string, typed: string, { others }: ListReading): string =>
  `${path}?${others.map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(name === 'q' ? typed : value)}`).join('&')}`;

/** A copy of a release is noted for its album as well. */
const uniqueNotes = (notes: readonly object[]): object[] => [...new Map(notes.map((note) => [JSON.stringify(note), note])).values()];
