import type { Store } from '../../../database/open';
import { wikidataSource } from './references';

const name = 'consent';

/** Whether somebody has agreed that the ids of this catalog are told to the sites with these addresses. */
export const hasConsent = ({ reader }: Store, addresses: string): boolean =>
  reader.query('SELECT 1 FROM source_note WHERE source = ? AND name = ? AND value = ?').get(wikidataSource, name, addresses) !== null;

/** Remembers with the catalog that somebody has agreed. */
export const rememberConsent = (store: Store, addresses: string): Promise<void> =>
  store.write(() => {
    store.writer.query('INSERT OR REPLACE INTO source_note (source, name, value) VALUES (?, ?, ?)').run(wikidataSource, name, addresses);
  });
