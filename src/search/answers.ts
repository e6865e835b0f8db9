import type { Store } from '../database/open';
import type { Registry } from '../jsonapi/registry';
import { MixedDocuments } from './documents';
import { ExternalLinks } from './external-links';
import { Records } from './records';
import { Resolver } from './resolve';
import { Search } from './search';
import { Statistics } from './statistics';

/** Answers what goes across kinds of records. */
export interface Answers {
  readonly search: Search;
  readonly resolve: Resolver;
  readonly externalLinks: ExternalLinks;
  readonly statistics: Statistics;
}

export function answersOf(store: Store, registry: Registry): Answers {
  const documents = new MixedDocuments(store, registry);
  const records = new Records(store);
  return {
    search: new Search(store, registry, documents, records),
    resolve: new Resolver(store, registry, documents, records),
    externalLinks: new ExternalLinks(store, registry, documents, records),
    statistics: new Statistics(store, registry),
  };
}
