import { SetupError } from '../../../errors';
import { noRights } from '../../../records/provenance/sources';
import type { Store } from '../../../store/database/store';
import { flush, type KnownRecords, type Position, type Source, type SourceItem, type SourceProgress } from '../../source';
import { isObject, parseFaultOf, text } from '../shared/json';
import { isItemId, readEntity } from './entity';
import { entitiesIn, rejection } from './lines';
import { mapItem } from './map-entity';
import type { WikidataContext } from './records';
import { WikidataReferences, waitingFor, wikidataSource } from './references';
import { entitiesAtOnce, Site, type SiteOptions } from './site';

export interface EnrichOptions extends SiteOptions {
  /** Called with each step's name. */
  readonly onStep?: (name: string) => void;
}

/** Ids per query: public clients send 50 to 200, well within the one-minute limit. */
const idsAtOnce = 100;

/** Film to composer, composer to city, and once more for what these refer to. */
const mostRounds = 3;

/** Wikidata items (CC0) for ids in the catalog, and those they refer to. */
export const enrichment = (store: Store, options: EnrichOptions): Source => new Enrichment(store, options);

type MappedItem = Pick<SourceItem, 'records' | 'rejected' | 'notes' | 'document' | 'notTaken'>;

/** Steps are the questions, followed by rounds for referenced items. */
interface Place {
  readonly step: number;
  readonly after: string;
}

class Enrichment implements Source {
  readonly rights = noRights;
  readonly #site: Site;
  /** Unreadable items, not requested again in this run. */
  readonly #rejected = new Set<string>();
  #documents = 0;

  constructor(
    private readonly store: Store,
    private readonly options: EnrichOptions,
  ) {
    this.#site = new Site(options);
  }

  get progress(): SourceProgress {
    return {
      documents: this.#documents,
      bytes: this.#site.bytes,
      totalBytes: undefined,
      skippedByLicence: 0,
      warnings: [],
      whole: [],
    };
  }

  async *items(known: KnownRecords, from: Position | undefined): AsyncGenerator<SourceItem | typeof flush> {
    const context: WikidataContext = { known, references: new WikidataReferences(known) };
    let place: Place = from ? { step: Number(from.step), after: String(from.after) } : { step: 0, after: '' };
    for (; place.step < questions.length + mostRounds; place = { step: place.step + 1, after: '' }) {
      for (let ids = this.#page(place); ids.length > 0; ids = this.#page(place)) {
        if (place.after === '') this.options.onStep?.(questions[place.step]?.name ?? 'those that they name');
        const next = { step: place.step, after: ids.at(-1) as string };
        yield* this.#batch(ids, place, next, context);
        yield flush;
        context.references.forget();
        place = next;
      }
    }
  }

  #page({ step, after }: Place): string[] {
    const question = questions[step];
    return question
      ? idsAfter(this.store, question, after, question.path ? idsAtOnce : entitiesAtOnce)
      : awaitedItems(this.store, after, entitiesAtOnce);
  }

  /** Items for a page of ids. A run resumed within a page requests it again. */
  async *#batch(ids: readonly string[], place: Place, next: Place, context: WikidataContext): AsyncGenerator<SourceItem> {
    const question = questions[place.step];
    const items = question?.path
      ? await this.#site.itemsWith(question.path, ids)
      : ids.filter((id) => isItemId(id) && !this.#rejected.has(id));
    for (let at = 0; at < items.length; at += entitiesAtOnce) {
      const requested = items.slice(at, at + entitiesAtOnce);
      const values = await this.#site.entities(requested);
      for (const value of entitiesIn(values)) {
        this.#documents++;
        const item = this.#item(value, context, question !== undefined);
        if (item) yield { ...placeOf(value), ...item, position: { ...place } };
      }
      if (question === undefined) yield this.#unanswered(requested, values, place, context);
    }
    yield { ...placeOf(undefined), records: [], position: { ...next } };
  }

  #item(value: unknown, context: WikidataContext, isAsked: boolean): MappedItem | undefined {
    try {
      return mapItem(readEntity(value), context, isAsked);
    } catch (error) {
      if (error instanceof SetupError) throw error;
      context.references.drop();
      if (isObject(value)) this.#rejected.add(text(value, 'id') ?? '');
      return { records: [], rejected: rejection(Buffer.from(JSON.stringify(value)), parseFaultOf(error)) };
    }
  }

  /** Removes deleted and redirected items from the waiting lists. */
  #unanswered(requested: readonly string[], values: readonly unknown[], place: Place, { references }: WikidataContext): SourceItem {
    const answered = new Set(values.flatMap((value) => (isObject(value) && !('missing' in value) ? (text(value, 'id') ?? []) : [])));
    for (const id of requested) if (!answered.has(id)) references.see(id, { kind: 'other' });
    return { ...placeOf(undefined), records: [], notes: references.takeNotes(), position: { ...place } };
  }
}

function placeOf(value: unknown) {
  const id = isObject(value) ? text(value, 'id') : undefined;
  const file = id !== undefined && /^Q\d{1,15}$/.test(id) ? `https://www.wikidata.org/wiki/${id}` : 'wikidata.org';
  return { source: wikidataSource, file, line: 1, offset: 0 };
}

/** Ids in the catalog whose items are requested, one page at a time, in id order. */
export interface Question {
  readonly name: string;
  /** SPARQL path from item to id; absent if the ids are items. */
  readonly path?: string;
  readonly ids: string;
}

const linked = (table: 'artist' | 'production', provider: string, condition = '1') => `
  SELECT DISTINCT external_id AS id FROM ${table}_external_link AS link
  WHERE provider = '${provider}' AND external_id > :after AND ${condition} ORDER BY external_id LIMIT :most`;

/** Records without a known item. */
const withoutItem = (table: 'artist' | 'production', provider: string, pattern = '*') =>
  linked(
    table,
    provider,
    `external_id GLOB '${pattern}' AND NOT EXISTS (
      SELECT 1 FROM ${table}_external_link AS item WHERE item.${table}_key = link.${table}_key AND item.provider = 'wikidata')`,
  );

/** In this order, since records with a known item need no other ids. */
export const questions: readonly Question[] = [
  { name: 'productions by their items', ids: linked('production', 'wikidata') },
  { name: 'productions by their IMDb ids', path: 'wdt:P345', ids: withoutItem('production', 'imdb', 'tt[0-9]*') },
  // A provisional production has its soundtrack's pages, and the film's item refers to the soundtrack.
  { name: 'films by their soundtracks at MusicBrainz', path: 'wdt:P406/wdt:P436', ids: withoutItem('production', 'musicbrainz') },
  { name: 'films by their soundtracks at Discogs', path: 'wdt:P406/wdt:P1954', ids: withoutItem('production', 'discogs') },
  { name: 'artists by their items', ids: linked('artist', 'wikidata') },
  { name: 'artists by their MusicBrainz ids', path: 'wdt:P434', ids: withoutItem('artist', 'musicbrainz') },
  { name: 'artists by their IMDb ids', path: 'wdt:P345', ids: withoutItem('artist', 'imdb', 'nm[0-9]*') },
  { name: 'artists by their Discogs ids', path: 'wdt:P1953', ids: withoutItem('artist', 'discogs') },
];

export const idsAfter = ({ reader }: Store, { ids }: Question, after: string, most: number): string[] =>
  reader.all<{ id: string }>(ids, { after, most }).map(({ id }) => id);

export const awaitedItems = ({ reader }: Store, after: string, most: number): string[] =>
  reader
    .all<{ name: string }>(
      'SELECT name FROM source_note WHERE source = :source AND name > :after AND name < :beyond ORDER BY name LIMIT :most',
      { source: wikidataSource, after: waitingFor(after), beyond: waitingFor('R'), most },
    )
    .map(({ name }) => name.slice(waitingFor('').length));

export const countIds = (store: Store): number =>
  store.reader.get<{ count: number }>(
    `SELECT (SELECT count(*) FROM production_external_link WHERE provider IN ('wikidata', 'imdb', 'musicbrainz', 'discogs'))
       + (SELECT count(*) FROM artist_external_link WHERE provider IN ('wikidata', 'musicbrainz', 'imdb', 'discogs')) AS count`,
  )?.count ?? 0;
