import type { Store } from '../../src/database/open';
import { exportLines } from './exports';

/**
 * What an export says, a text for each record, in an order of its own: without times, and without the numbers of slugs, which
 * may depend on what came first.
 */
export function comparableExport(store: Store): string[] {
  return exportLines(store)
    .map((line) =>
      JSON.stringify(line, (name, value: unknown) => {
        if (name === 'created_at' || name === 'updated_at' || name === 'deleted_at') return undefined;
        return name === 'slug' && typeof value === 'string' ? value.replace(/-\d+$/, '') : value;
      }),
    )
    .toSorted();
}
