import type { Store } from '../../src/store/database/open';
import { exportLines } from './exports';

/**
 * Sorted lines of an export, one per record, without times, slug numbers and redirects of slugs,
 * which may depend on the order of imports.
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
