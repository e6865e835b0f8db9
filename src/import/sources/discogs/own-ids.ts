import { uuidOf } from '../../uuid-v5';

export { ownReleaseId } from '../../../records/discogs-ids';

// The UUIDs of what Discogs has a number for, the same in every catalog. They say nothing of whether another source knows
// the thing as well: who does, says so with a record of its own.

export const ownArtistId = (id: string): string => uuidOf(`discogs:artist:${id}`);
/** What Discogs calls a master. */
export const ownAlbumId = (id: string): string => uuidOf(`discogs:master:${id}`);
export const ownLabelId = (id: string): string => uuidOf(`discogs:label:${id}`);
/** Companies are among the labels of Discogs, and what is both has two records here. */
export const ownOrganizationId = (id: string): string => uuidOf(`discogs:organization:${id}`);

/** The production that a master stands for. */
export const productionOfMaster = (id: string): string => uuidOf(`discogs:master:${id}:production`);
/** The production that a release stands for which no master has. */
export const productionOfRelease = (id: string): string => uuidOf(`discogs:release:${id}:production`);
