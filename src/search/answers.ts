import type { Store } from '../database/open';
import type { PublicAddress } from '../http/public-address';
import type { Personal } from '../jsonapi/personal';
import type { Registry } from '../jsonapi/registry';
import type { Kinds } from '../kinds';
import { ArtistCredits } from './artist-credits';
import { MixedDocuments } from './documents';
import { ExternalLinks } from './external-links';
import { PageAddresses } from './page-addresses';
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
  readonly artistCredits: ArtistCredits;
  readonly pageAddresses: PageAddresses;
}

export function answersOf(store: Store, registry: Registry, kinds: Kinds, publicAddress: PublicAddress, personal?: Personal): Answers {
  const documents = new MixedDocuments(store, registry);
  const records = new Records(store, kinds);
  return {
    search: new Search(store, registry, documents, records, kinds, personal),
    resolve: new Resolver(store, registry, documents, records, publicAddress, kinds, personal),
    externalLinks: new ExternalLinks(store, registry, documents, records, kinds),
    statistics: new Statistics(store, registry, kinds),
    artistCredits: new ArtistCredits(store, registry),
    pageAddresses: new PageAddresses(store, registry, kinds),
  };
}
