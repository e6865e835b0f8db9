import type { releaseFormats } from '../../../catalog/release-formats';
import type { releases } from '../../../catalog/releases';
import type { Item } from '../../api/client';

/** An edition with what it consists of. */
export interface Edition {
  readonly release: Item<typeof releases>['attributes'];
  readonly formats: readonly Item<typeof releaseFormats>['attributes'][];
}
