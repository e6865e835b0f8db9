import type { Store } from '../../src/store/database/open';
import { exportLines } from './exports';

/**
 * What an export says, a text for each record, in an order of its own: without times, without the numbers of slugs and
 * without what led from slugs to others, which may depend on what came first.
 */
export function comparableExport(store: Store): string[] {
  return exportLines(store)
    .filter(({ type }) => type !== 'SlugRedirect')
    .map((line) =>
      JSON.stringify(line, (name, value: unknown) => {
        if (name === 'created_at' || name === 'updated_at' || name === 'deleted_at') return undefined;
        return name === 'slug' && typeof value === 'string' ? value.replace(/-\d+$/, '') : value;
      }),
    )
    .toSorted();
}
