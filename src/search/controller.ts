import { type AnyElysia, Elysia } from 'elysia';
import type { Store } from '../database/open';
import type { Registry } from '../jsonapi/registry';
import { MixedDocuments } from './documents';
import { ExternalLinks, externalLinksPath } from './external-links';
import { externalLinksDetail, resolveDetail, searchDetail, statisticsDetail } from './openapi';
import { Records } from './records';
import { Resolver, resolvePath } from './resolve';
import { Search, searchPath } from './search';
import { Statistics, statisticsPath } from './statistics';

/** The routes across all kinds of records. The guard lets requests through to them. */
export function searchController(store: Store, registry: Registry, guard: AnyElysia) {
  const documents = new MixedDocuments(store, registry);
  const records = new Records(store);
  const search = new Search(store, registry, documents, records);
  const resolver = new Resolver(store, registry, documents, records);
  const externalLinks = new ExternalLinks(store, registry, documents, records);
  const statistics = new Statistics(store, registry);
  return new Elysia()
    .use(guard)
    .get(searchPath, ({ request }) => search.answer(request), { detail: searchDetail })
    .get(resolvePath, ({ request }) => resolver.answer(request), { detail: resolveDetail })
    .get(externalLinksPath, ({ request }) => externalLinks.answer(request), { detail: externalLinksDetail })
    .get(statisticsPath, ({ request }) => statistics.answer(request), { detail: statisticsDetail });
}
