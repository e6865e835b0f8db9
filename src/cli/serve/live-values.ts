import { LiveSettings, type LiveValues } from '../../accounts/settings/live-settings';
import type { ConfiguredSettings } from '../../config';
import { hasCatalog, openUnmigrated } from '../../store/database/open';
import { note } from '../terminal/output';

/** Settings changed at runtime, for display. Ignored if unreadable. */
export function changedWhileRunning(configured: ConfiguredSettings): Partial<LiveValues> {
  try {
    return liveValues(configured);
  } catch (error) {
    note(`leitmotif: settings changed at runtime are unknown: ${(error as Error).message}`);
    return {};
  }
}

/** Settings changed at runtime, for commands that depend on them. Throws if unreadable. */
export function liveValues(configured: ConfiguredSettings): Partial<LiveValues> {
  if (!hasCatalog(configured.data)) return {};
  const store = openUnmigrated(configured.data);
  try {
    // Missing in earlier schemas.
    const hasAny = store.reader.get("SELECT 1 FROM sqlite_schema WHERE name = 'setting'") !== undefined;
    return hasAny ? new LiveSettings({ store, settings: configured }).values() : {};
  } finally {
    store.close();
  }
}
