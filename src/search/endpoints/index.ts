import type { Kinds } from '../../kinds';
import { artistCreditsEndpoint } from './artist-credits';
import { externalLinksEndpoint } from './external-links';
import { pageAddressesEndpoint, pageAddressPartEndpoint } from './page-addresses';
import { resolveEndpoint } from './resolve';
import { searchEndpoint } from './search';
import { statisticsEndpoint } from './statistics';

/** The endpoints across kinds of records. */
export const searchEndpoints = (kinds: Kinds) =>
  [
    searchEndpoint(kinds),
    resolveEndpoint(kinds),
    externalLinksEndpoint(kinds),
    statisticsEndpoint,
    artistCreditsEndpoint,
    pageAddressesEndpoint,
    pageAddressPartEndpoint,
  ] as const;
