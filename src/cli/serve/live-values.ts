import { LiveSettings, type LiveValues } from '../../accounts/settings/live-settings';
import type { ConfiguredSettings } from '../../config';
import { hasCatalog, openUnmigrated } from '../../store/database/open';
import { note } from '../terminal/output';

/** Settings changed at runtime, for display. Ignored if unreadable. */
export function changedWhileRunning(given: ConfiguredSettings): Partial<LiveValues> {
  try {
    return liveValues(given);
  } catch (error) {
    note(`leitmotif: settings changed at runtime are unknown: ${(error as Error).message}`);
    return {};
  }
}

/** Settings changed at runtime, for commands that depend on them. Throws if unreadable. */
export function liveValues(given: ConfiguredSettings): Partial<LiveValues> {
  if (!hasCatalog(given.data)) return {};
  const store = openUnmigrated(given.data);
  try {
    // Missing in earlier schemas.
    const hasAny = store.reader.query("SELECT 1 FROM sqlite_schema WHERE name = 'setting'").get() !== null;
    return hasAny ? new LiveSettings({ store, settings: given }).values() : {};
  } finally {
    store.close();
  }
}
