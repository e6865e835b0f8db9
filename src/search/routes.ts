import type { Guard } from '../accounts/access';
import type { Personal } from '../api/read/viewer';
import { once, type Registry } from '../api/schema/registry';
import type { PublicAddress } from '../http/public-address';
import type { Kinds } from '../kinds';
import type { Store } from '../store/database/open';
import { ArtistCredits, artistCreditsRoute } from './artist-credits';
import { MixedDocuments } from './documents';
import { ExternalLinks, externalLinksRoute } from './external-links';
import { PageAddresses, pageAddressRoutes } from './page-addresses';
import { Records } from './records';
import { Resolver, resolveRoute } from './resolve';
import { Search, searchRoute } from './search';
import { Statistics, statisticsRoute } from './statistics';

/**
 * Routes across kinds. Statements are prepared on first use.
 * @param personal what the viewer owns and wants
 */
export function searchRoutes(
  guard: Guard,
  store: Store,
  registry: Registry,
  kinds: Kinds,
  publicAddress: PublicAddress,
  personal: Personal,
) {
  const documents = once(() => new MixedDocuments(store, registry));
  const records = once(() => new Records(store, kinds));
  return [
    searchRoute(
      guard,
      kinds,
      once(() => new Search(store, registry, documents(), records(), kinds, personal)),
    ),
    resolveRoute(
      guard,
      kinds,
      once(() => new Resolver(store, registry, documents(), records(), publicAddress, kinds, personal)),
    ),
    externalLinksRoute(
      guard,
      kinds,
      once(() => new ExternalLinks(store, registry, documents(), records(), kinds)),
    ),
    statisticsRoute(
      guard,
      once(() => new Statistics(store, registry, kinds)),
    ),
    artistCreditsRoute(
      guard,
      once(() => new ArtistCredits(store, registry)),
    ),
    ...pageAddressRoutes(
      guard,
      once(() => new PageAddresses(store, registry, kinds)),
    ),
  ];
}
