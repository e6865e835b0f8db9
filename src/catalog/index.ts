import type { Resource } from '../jsonapi/resource';
import { artistAliases } from './artist-aliases';
import { artistGroupMembers } from './artist-group-members';
import { artistRoles } from './artist-roles';
import { artists } from './artists';
import { artistExternalLinks, productionExternalLinks, releaseExternalLinks } from './external-links';
import { labelSeries, labels } from './labels';
import { organizations } from './organizations';
import { packagingTypes } from './packaging-types';
import { portrayals } from './portrayals';
import { productionEntries } from './production-entries';
import { productionRecordings } from './production-recordings';
import { productions } from './productions';
import { releaseFormats } from './release-formats';
import { releaseRecordings } from './release-recordings';
import { releaseTracks } from './release-tracks';
import { releases } from './releases';

const kinds = [
  artists,
  artistRoles,
  artistAliases,
  artistGroupMembers,
  artistExternalLinks,
  portrayals,
  productions,
  productionRecordings,
  productionEntries,
  productionExternalLinks,
  labels,
  labelSeries,
  organizations,
  packagingTypes,
  releases,
  releaseFormats,
  releaseTracks,
  releaseRecordings,
  releaseExternalLinks,
] as const;

/** Every kind of record that the API serves. */
export const catalog: readonly Resource[] = kinds;

/** The same for the compiler, which tells clients of each. */
export type Catalog = typeof kinds;

export { vocabularyRoutes } from './vocabulary-routes';
