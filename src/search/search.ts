import { catalog } from '../catalog';
import { catalogRevision } from '../database/catalog-revision';
import { readSearchText, type SearchText } from '../database/full-text';
import type { Store } from '../database/open';
import { RevisionCache } from '../database/revision-cache';
import { badParameter } from '../errors';
import { requireAcceptable } from '../http/negotiation';
import { personalCaching, respond, respondOfCatalog } from '../http/respond';
import { pageFrame } from '../jsonapi/document';
import { type Notes, nobody, type Personal } from '../jsonapi/personal';
import { Query } from '../jsonapi/query';
import type { ListReading } from '../jsonapi/reading';
import type { Registry } from '../jsonapi/registry';
import type { Kinds } from '../kinds';
import { type MixedDocuments, nameOf, type Shown } from './documents';
import { maximumCounted, maximumHits, searchEndpoint } from './endpoints/search';
import { compareHits, type Hit, Hits } from './hits';
import { type Identified, Identifiers } from './identifiers';
import { type SearchedKind, searchedKindsOf } from './kinds';
import { readAcrossKinds, readInclude } from './reading';
import type { Located, Records } from './records';
import { marked, snippetOf } from './snippets';
import { Suggestions } from './suggestions';

/** Suggestions are short; so many make some hundred kilobytes. */
const maximumSuggestions = 1_000;

/** What a search is asked. */
interface Asked {
  readonly typed: string;
  readonly text: SearchText;
  /** The kinds to search, all where none is named. */
  readonly kinds: readonly SearchedKind[];
  readonly isAsked: (type: string) => boolean;
  readonly reading: ListReading;
  readonly holdings: boolean;
}

/** What a search finds: the records of a page in order, those that were named exactly first. */
interface Found {
  readonly records: readonly (Located | Identified)[];
  readonly counts: Readonly<Record<string, number>>;
  readonly atLeast: readonly string[];
  readonly total: number;
}

/** Answers searches across the kinds of records. */
export class Search {
  readonly #kinds: readonly SearchedKind[];
  readonly #endpoint: ReturnType<typeof searchEndpoint>;
  readonly #hits: Hits;
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
    this.#endpoint = searchEndpoint(kinds);
    this.#hits = new Hits(store);
    this.#identifiers = new Identifiers(store, records, kinds);
    this.#suggestions = new Suggestions(store);
    this.#suggested = new RevisionCache(catalogRevision(store), maximumSuggestions);
  }

  answer(request: Request): Response | Promise<Response> {
    requireAcceptable(request);
    const asked = this.#read(request);
    return this.store.read(() => {
      const found = this.#find(asked);
      const known = found.total === 0 ? this.#suggested.find(nameOfSuggestion(asked), () => undefined) : { text: null };
      if (known) return this.#present(request, asked, found, known.text);
      return this.#suggestions
        .texts(asked.text.words, asked.kinds)
        .then((texts) => this.store.read(() => this.#suggest(request, asked, texts)));
    });
  }

  /** Nothing was found as it was typed; the same search finds as little until the catalog changes. */
  #suggest(request: Request, asked: Asked, texts: readonly (readonly string[])[]): Response {
    const found = this.#find(asked);
    if (found.total > 0) return this.#present(request, asked, found, null);
    const finds = (text: SearchText) => asked.kinds.some((kind) => this.#hits.finds(kind, text));
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
    const parameters = this.#endpoint.query;
    const typed = query.one('q', parameters.q) ?? '';
    if (typed.trim() === '') throw badParameter('q', 'q says what to search for.');
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
    };
  }

  /** What whoever asks has of the hits of a page, of whichever kinds. */
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
    return members.size === 0 ? undefined : Object.fromEntries([...members].map(([name, notes]) => [name, notes.flatMap(([, of]) => of)]));
  }

  #document(asked: Asked, found: Found, notes: Notes | undefined, didYouMean: string | null): object {
    const shown = this.documents.show(found.records, asked.reading);
    const { links, meta } = pageFrame(this.#endpoint.path, asked.reading, Math.min(found.total, maximumHits));
    return {
      data: shown.map(({ object }) => object),
      links,
      meta: {
        ...meta,
        totalItems: found.total,
        counts: found.counts,
        atLeast: found.atLeast,
        hits: shown.map((one, index) => this.#hitOf(one, found.records[index] as Located | Identified, asked.text.words)),
        didYouMean,
        didYouMeanLink: didYouMean === null ? null : linkTo(this.#endpoint.path, didYouMean, asked.reading),
        ...notes,
      },
    };
  }

  #find({ typed, text, kinds, isAsked, reading }: Asked): Found {
    const { page, itemsPerPage } = reading;
    const identified = this.#identifiers.find(typed, isAsked);
    const names = new Set(identified.map(nameOf));
    const end = Math.min(page * itemsPerPage, maximumHits);
    const totals = new Map<SearchedKind, number>();
    const hits = kinds
      .flatMap((kind) => {
        const { hits, total } = this.#hits.best(kind, text, end);
        totals.set(kind, total);
        return hits;
      })
      .sort(compareHits)
      .map(({ kind: { resource }, key }: Hit) => ({ resource, key }))
      .filter((hit) => !names.has(nameOf(hit)));
    const { counts, atLeast } = this.#count(text, identified, totals);
    const total = Object.entries(counts).reduce((sum, [type, count]) => (isAsked(type) ? sum + count : sum), 0);
    return { records: [...identified, ...hits].slice((page - 1) * itemsPerPage, end), counts, atLeast, total };
  }

  /** How many there are of each kind, whichever kinds are asked for: what a type would leave of the search. */
  #count(
    text: SearchText,
    identified: readonly Identified[],
    totals: ReadonlyMap<SearchedKind, number>,
  ): Pick<Found, 'counts' | 'atLeast'> {
    const counts: Record<string, number> = {};
    const atLeast: string[] = [];
    for (const kind of this.#kinds) {
      const { type } = kind.resource;
      const count = totals.get(kind) ?? this.#hits.count(kind, text);
      counts[type] = count;
      if (count >= maximumCounted) atLeast.push(type);
    }
    for (const { resource, key } of identified) {
      const kind = this.#kinds.find((one) => one.resource === resource);
      if (!kind || !this.#hits.includes(kind, text, key)) counts[resource.type] = (counts[resource.type] ?? 0) + 1;
    }
    return { counts, atLeast };
  }

  /** What the snippet of a record shows: the identifier that was typed, or the texts that have the words. */
  #hitOf({ object: { id, type }, row }: Shown, found: Located | Identified, words: readonly string[]): object {
    if ('field' in found) return { id, type, field: found.field, snippet: marked(found.value) };
    const kind = this.#kinds.find(({ resource }) => resource === found.resource) as SearchedKind;
    return { id, type, ...snippetOf(kind.texts(row), words) };
  }
}

/** What tells a search that finds nothing from others. */
const nameOfSuggestion = ({ text: { words }, kinds }: Asked): string => `${kinds.map(({ index }) => index).join(' ')}?${words.join(' ')}`;

/** The search for another text, otherwise the same, from its first page. */
const linkTo = (path: string, typed: string, { kept }: ListReading): string =>
  `${path}?${kept.map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(name === 'q' ? typed : value)}`).join('&')}`;
