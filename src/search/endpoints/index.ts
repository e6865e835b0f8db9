import type { Kinds } from '../../kinds';
import { externalLinksEndpoint } from './external-links';
import { resolveEndpoint } from './resolve';
import { searchEndpoint } from './search';
import { statisticsEndpoint } from './statistics';

/** The endpoints across kinds of records. */
export const searchEndpoints = (kinds: Kinds) =>
  [searchEndpoint(kinds), resolveEndpoint(kinds), externalLinksEndpoint(kinds), statisticsEndpoint] as const;
