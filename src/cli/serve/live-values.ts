import { LiveSettings, type LiveValues } from '../../accounts/settings/live-settings';
import type { GivenSettings } from '../../config';
import { hasCatalog, openUnmigrated } from '../../store/database/open';
import { note } from '../terminal/output';

/** What administrators changed while a server ran, which is kept in the catalog. One that cannot be read hides no settings. */
export function changedWhileRunning(given: GivenSettings): Partial<LiveValues> {
  try {
    return liveValues(given);
  } catch (error) {
    note(`leitmotif: settings changed at runtime are unknown: ${(error as Error).message}`);
    return {};
  }
}

/** The same for a command that must not act on other settings than those: what cannot be read is thrown. */
export function liveValues(given: GivenSettings): Partial<LiveValues> {
  if (!hasCatalog(given.data)) return {};
  const store = openUnmigrated(given.data);
  try {
    // An earlier schema had none.
    const hasAny = store.reader.query("SELECT 1 FROM sqlite_schema WHERE name = 'setting'").get() !== null;
    return hasAny ? new LiveSettings({ store, settings: given }).values() : {};
  } finally {
    store.close();
  }
}
