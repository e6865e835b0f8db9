import { uuidOf } from './uuid-v5';

// What whoever names a release by its number at Discogs, be it a dump or a user's file, calls it here.

/** The UUID of a release of Discogs, the same in every catalog. */
export const ownReleaseId = (id: string): string => uuidOf(`discogs:release:${id}`);

/** The link of such a release to its page: its UUID, and what it says. */
export const releaseLink = (id: string) => ({
  id: uuidOf(`discogs:release:${id}:link:discogs`),
  attributes: { provider: 'discogs', external_id: id, url: `https://www.discogs.com/release/${id}` },
});
