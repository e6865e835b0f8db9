import type { Store } from '../store/database/store';

const name = 'consent';

/** Whether an administrator has allowed sending ids of this catalog to a site with these addresses. */
export const hasConsent = ({ reader }: Store, site: string, addresses: string): boolean =>
  reader.query('SELECT 1 FROM source_note WHERE source = ? AND name = ? AND value = ?').get(site, name, addresses) !== null;

export const rememberConsent = (store: Store, site: string, addresses: string): Promise<void> =>
  store.write(() => {
    store.writer.query('INSERT OR REPLACE INTO source_note (source, name, value) VALUES (?, ?, ?)').run(site, name, addresses);
  });
