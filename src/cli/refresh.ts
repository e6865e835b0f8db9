import { setTimeout } from 'node:timers/promises';
import { DomainError, SetupError } from '../errors';
import type { OnlineReleases, UpdatableRelease } from '../online/online-releases';
import { pluralize } from '../pluralize';
import type { Store } from '../store/database/open';
import type { DiscFlags } from './adding/add-disc';
import { userKeyOf } from './collection';
import { wholeNumberOption } from './import/import-options';
import { interrupted, type Stop, stopSignal } from './serve/signals';
import { requireConsent } from './terminal/consent';
import { command, coverOption, onlineOptions, withStore } from './terminal/options';
import { asJson, json, note, print } from './terminal/output';
import { duration } from './terminal/progress';

interface RefreshFlags extends DiscFlags {
  readonly limit?: number | undefined;
  readonly restart?: true | undefined;
  readonly dryRun?: true | undefined;
  readonly yes?: true | undefined;
}

export function refreshCommand() {
  const refreshing = command('refresh', 'update collected releases from MusicBrainz and Discogs; run again to resume')
    .option('--user <name>', 'only the collection of this user')
    .option('--limit <number>', 'update at most this many releases', (text) => wholeNumberOption(text, 1))
    .option('--restart', 'start over instead of resuming an interrupted run')
    .option('--dry-run', 'count the releases and send nothing')
    .option('--yes', 'agree without a prompt that ids are sent')
    .option(...asJson);
  for (const option of [...onlineOptions, coverOption]) refreshing.addOption(option);
  return refreshing.action((flags) => withStore(flags, (store) => refresh(store, flags)));
}

async function refresh(store: Store, flags: RefreshFlags): Promise<void> {
  const [{ onlineReleases }, { collectedReleases }] = await Promise.all([import('./adding/add-disc'), import('../online/online-releases')]);
  const { online, settings } = await onlineReleases(store, flags);
  const userKey = flags.user === undefined ? undefined : await userKeyOf(store, flags.user);
  const place = placeOf(store, flags.user);
  const releases = collectedReleases(store, flags.restart ? 0 : place.read(), userKey);
  const selected = releases.slice(0, flags.limit);
  const report = { changed: 0, unchanged: 0, missing: 0 };
  if (flags.dryRun) return say(flags, { ...report, left: releases.length });
  const addresses = [settings.musicbrainzUrl, ...(settings.onlineSources.includes('discogs') ? [settings.discogsUrl] : [])];
  const hosts = addresses.map((address) => new URL(address).host).join(' and ');
  const what = `This sends the ids of ${pluralize(selected.length, 'collected release')} to ${hosts}, with your contact. Nothing else is sent.`;
  const { yes, dryRun } = flags;
  if (selected.length > 0) await requireConsent(store, { site: 'refresh', addresses, what, yes, dryRun });
  const stop = stopSignal();
  for (const release of selected) {
    const became = await update(online, release, stop);
    if (became === undefined) break;
    report[became]++;
    await place.write(release.key);
  }
  const left = releases.length - report.changed - report.unchanged - report.missing;
  // The next run starts over.
  if (left === 0) await place.write(undefined);
  if (stop.signal.aborted) interrupted(stop, ' Run the same command to resume.');
  say(flags, { ...report, left });
}

/** A site that is busy for longer than this ends the run. */
const mostTries = 5;

/** Undefined if interrupted. */
async function update(online: OnlineReleases, { id, title }: UpdatableRelease, { signal }: Stop) {
  for (let tries = 1; !signal.aborted; tries++) {
    try {
      const { difference } = await online.update('release', id, { isDryRun: false, isBackground: true });
      return difference ? 'changed' : 'unchanged';
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      if (error.kind === 'not_found' || error.kind === 'conflict') return 'missing';
      if (error.kind !== 'unavailable' || tries === mostTries)
        throw new SetupError(`${title} cannot be updated. ${error.detail} Run the same command later to resume.`);
      const seconds = error.retryAfterSeconds ?? 30;
      note(`leitmotif: ${error.detail} Trying again in ${duration(seconds)}.`);
      await setTimeout(seconds * 1000, undefined, { signal }).catch(() => {});
    }
  }
  return undefined;
}

/** Up to which release the last run came. */
function placeOf(store: Store, user = '*') {
  const note = { source: 'refresh', user };
  return {
    read: (): number =>
      store.reader.get<{ key: number }>(
        'SELECT CAST(value AS INTEGER) AS key FROM source_note WHERE source = :source AND name = :user',
        note,
      )?.key ?? 0,
    write: (key: number | undefined) =>
      store.write(() => {
        if (key === undefined) store.writer.change('DELETE FROM source_note WHERE source = :source AND name = :user', note);
        else
          store.writer.change('INSERT OR REPLACE INTO source_note (source, name, value) VALUES (:source, :user, :key)', {
            ...note,
            key: String(key),
          });
      }),
  };
}

interface Report {
  readonly changed: number;
  readonly unchanged: number;
  readonly missing: number;
  readonly left: number;
}

function say(flags: RefreshFlags, { changed, unchanged, missing, left }: Report): void {
  const rest = left === 0 ? 'Nothing left to update.' : `${pluralize(left, 'release')} left.`;
  if (flags.json) print(json({ dryRun: flags.dryRun ?? false, changed, unchanged, missing, left }));
  else if (flags.dryRun) print(`Would update ${pluralize(left, 'release')}.`);
  else print(`${pluralize(changed, 'release')} changed, ${unchanged} unchanged, ${missing} missing. ${rest}`);
}
