import { Kinds } from '../kinds';
import { albums } from './albums';
import { artistGroupMembers } from './artist-group-members';
import { artistRoles } from './artist-roles';
import { artistAliases, artists } from './artists';
import { albumExternalLinks, artistExternalLinks, productionExternalLinks, releaseExternalLinks } from './external-links';
import { labelSeries, labels } from './labels';
import { organizations } from './organizations';
import { packagingTypes } from './packaging-types';
import { portrayals } from './portrayals';
import { productionEntries } from './production-entries';
import { productionRecordings } from './production-recordings';
import { productions } from './productions';
import { franchises } from './productions/franchises';
import { productionAwards } from './productions/production-awards';
import { albumRelations, releaseRelations } from './relations';
import { releaseFormats } from './release-formats';
import { releases } from './releases';
import { releaseRecordings } from './tracks/release-recordings';
import { releaseTracks } from './tracks/release-tracks';
import { works } from './tracks/works';

/** Referenced kinds come first: the order of an export. A new kind is added here. */
const kinds = [
  artistRoles,
  packagingTypes,
  artists,
  artistAliases,
  artistGroupMembers,
  artistExternalLinks,
  labels,
  labelSeries,
  organizations,
  franchises,
  productions,
  productionExternalLinks,
  productionAwards,
  productionRecordings,
  portrayals,
  albums,
  albumExternalLinks,
  albumRelations,
  releases,
  releaseExternalLinks,
  releaseRelations,
  productionEntries,
  releaseFormats,
  works,
  releaseRecordings,
  releaseTracks,
] as const;

/** Display order of kinds in documents; the rest follow. */
const shownFirst: readonly string[] = [
  'Artist',
  'ArtistRole',
  'ArtistAlias',
  'ArtistGroupMember',
  'ArtistExternalLink',
  'Portrayal',
  'Production',
  'ProductionRecording',
  'ProductionEntry',
  'ProductionExternalLink',
  'ProductionAward',
  'Franchise',
  'Label',
  'LabelSeries',
  'Organization',
  'PackagingType',
  'Album',
  'AlbumExternalLink',
  'AlbumRelation',
  'Release',
  'ReleaseFormat',
  'ReleaseTrack',
  'ReleaseRecording',
  'ReleaseRelation',
  'Work',
];

/** All record kinds of the catalog. */
export const catalog = new Kinds(kinds, shownFirst);

/** The same as a type, for client types. */
export type Catalog = typeof kinds;
