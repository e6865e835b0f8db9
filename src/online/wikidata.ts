import { DomainError } from '../errors';
import type { FetchedDocument } from '../import/single-documents';
import { child, children, text } from '../import/sources/shared/json';
import { isItemId } from '../import/sources/wikidata/entity';
import { message } from '../messages/message';
import type { JsonSite, SiteReading } from './json-site';

// Items of Wikidata (https://www.wikidata.org/wiki/Wikidata:Data_access).

export interface WikidataSites {
  readonly entities: JsonSite;
  readonly query: JsonSite;
}

/**
 * The item of a production.
 * @param id of the item, or of the production at IMDb
 * @throws {DomainError} not_found; unavailable
 */
export async function readWikidata({ entities, query }: WikidataSites, id: string, reading?: SiteReading): Promise<FetchedDocument> {
  const item = isItemId(id) ? id : await itemWith(query, id, reading);
  const path =
    item && `?${new URLSearchParams({ action: 'wbgetentities', format: 'json', ids: item, props: 'labels|aliases|descriptions|claims' })}`;
  const entity = path && child(child(await entities.read(path, reading), 'entities'), item);
  if (!entity || 'missing' in entity) throw new DomainError('not_found', message('source_lacks', { source: 'Wikidata', id }));
  return { url: `https://www.wikidata.org/wiki/${item}`, site: 'wikidata', kind: 'production', document: entity };
}

async function itemWith(site: JsonSite, imdbId: string, reading?: SiteReading): Promise<string | undefined> {
  const query = `SELECT ?item WHERE { ?item wdt:P345 ${JSON.stringify(imdbId)} } LIMIT 2`;
  const rows = children(child(await site.read(`?${new URLSearchParams({ query, format: 'json' })}`, reading), 'results'), 'bindings');
  const items = rows.flatMap((row) => /Q\d+$/.exec(text(child(row, 'item'), 'value') ?? '')?.[0] ?? []);
  // With two items for one id, either may be wrong.
  return items.length === 1 ? items[0] : undefined;
}
