import type { LiveSettings } from '../accounts/settings/live-settings';
import type { Context } from '../context';
import { DomainError } from '../errors';
import type { Store } from '../store/database/open';
import { spaceFault } from '../store/files/disk-space';
import { now } from '../store/values/dates';
import { CoverArtArchive, type FrontPicture } from './archive';
import type { Covers } from './covers';

/** A collected release without cover that has MusicBrainz ids. */
export interface WantingRelease {
  readonly key: number;
  readonly id: string;
  readonly title: string;
  readonly release: string | null;
  readonly releaseGroup: string | null;
}

/** Missing: without a cover in the archive. Refused: with an unusable image. */
type Fetched = 'fetched' | 'missing' | 'refused';

interface Choice {
  /** Undefined for all users. */
  readonly userKey: number | undefined;
  /** Retries releases without result, by their current ids. */
  readonly again: boolean;
  readonly limit?: number;
}

/** Releases in collections without a cover but with a MusicBrainz id. */
export function wantingReleases(store: Store, { userKey, again, limit = -1 }: Choice): WantingRelease[] {
  return store.reader.all<WantingRelease>(wanting, { userKey: userKey ?? null, again: again ? 1 : 0, limit });
}

/** Fetches covers one by one; each is stored at once, so another run resumes. */
export async function fetchCovers(
  store: Store,
  covers: Covers,
  archive: CoverArtArchive,
  releases: readonly WantingRelease[],
  onRelease: (release: WantingRelease, became: Fetched, reason?: string) => void,
): Promise<void> {
  for (const release of releases) {
    const picture = await frontOf(archive, release);
    const refusal = picture && (await keep(covers, release, picture));
    const became = !picture ? 'missing' : refusal === undefined ? 'fetched' : 'refused';
    if (became !== 'fetched') await remember(store, release);
    onRelease(release, became, refusal);
  }
}

/** Half of what the services of MusicBrainz allow, which is left to people. */
const gapMilliseconds = 2_000;

/** Some minutes' work. */
const releasesAtOnce = 200;

/** Fetches covers that releases of collections lack, if the settings allow it. What the archive lacks is not asked for again. */
export async function fetchMissingCovers(
  { store, settings }: Pick<Context, 'store' | 'settings'>,
  live: LiveSettings,
  covers: Covers,
  signal: AbortSignal,
): Promise<void> {
  const { onlineSources, contact } = live.values();
  if (!onlineSources.includes('cover_art_archive') || spaceFault(store.path) !== undefined) return;
  const wanting = wantingReleases(store, { userKey: undefined, again: false, limit: releasesAtOnce });
  const options = { address: settings.coverArtArchive, contact: contact || settings.publicUrl, gapMilliseconds, signal };
  await fetchCovers(store, covers, new CoverArtArchive(options), wanting, () => {});
}

/** The cover of the edition itself, else of its release group. */
async function frontOf(archive: CoverArtArchive, { release, releaseGroup }: WantingRelease): Promise<FrontPicture | undefined> {
  const own = release === null ? undefined : await archive.front('release', release);
  return own ?? (releaseGroup === null ? undefined : archive.front('release-group', releaseGroup));
}

/** @returns why the image cannot be used */
async function keep(covers: Covers, { id }: WantingRelease, { bytes, url }: FrontPicture): Promise<string | undefined> {
  try {
    await covers.put(id, await covers.cut(bytes), { source: url });
    return undefined;
  } catch (error) {
    if (error instanceof DomainError && (error.kind === 'unprocessable' || error.kind === 'too_large')) return error.detail;
    throw error;
  }
}

const requestedIds = ({ release, releaseGroup }: WantingRelease): string => `${release ?? ''} ${releaseGroup ?? ''}`;

/** Stored with the ids, so that new ids are tried again. */
const remember = (store: Store, release: WantingRelease): Promise<void> =>
  store.write(() => {
    store.writer.change('INSERT OR REPLACE INTO missed_cover (release_key, asked, asked_at) VALUES (:key, :ids, :now)', {
      key: release.key,
      ids: requestedIds(release),
      now: now(),
    });
  });

const mbid = "GLOB '[0-9a-f]*-*-*-*-*'";

const wanting = `
  SELECT * FROM (
    SELECT r.key, r.id, r.title,
      (SELECT l.external_id FROM release_external_link AS l
        WHERE l.release_key = r.key AND l.provider = 'musicbrainz' AND l.external_id ${mbid} ORDER BY l.key LIMIT 1) AS "release",
      (SELECT l.external_id FROM album_external_link AS l
        WHERE l.album_key = r.album_key AND l.provider = 'musicbrainz' AND l.external_id ${mbid} ORDER BY l.key LIMIT 1) AS releaseGroup
    FROM "release" AS r
    WHERE r.key IN (SELECT release_key FROM collection_item WHERE :userKey IS NULL OR user_key = :userKey)
      AND NOT EXISTS (SELECT 1 FROM release_cover AS c WHERE c.release_key = r.key)
  ) AS found
  WHERE coalesce("release", releaseGroup) IS NOT NULL AND (:again = 1 OR NOT EXISTS (
    SELECT 1 FROM missed_cover AS m WHERE m.release_key = found.key
      AND m.asked = coalesce("release", '') || ' ' || coalesce(releaseGroup, '')
  ))
  ORDER BY key LIMIT :limit + 0`;
