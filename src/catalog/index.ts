import { artistGroupMembers } from './artist-group-members';
import { artistRoles } from './artist-roles';
import { artists } from './artists';
import { artistExternalLinks, productionExternalLinks } from './external-links';
import { labelSeries, labels } from './labels';
import { portrayals } from './portrayals';
import { productionRecordings } from './production-recordings';
import { productions } from './productions';
import { releaseFormats } from './release-formats';
import { releaseTracks } from './release-tracks';
import { releases } from './releases';

/** Every kind of record that the API serves. */
export const catalog = [
  artists,
  artistRoles,
  artistGroupMembers,
  artistExternalLinks,
  portrayals,
  productions,
  productionRecordings,
  productionExternalLinks,
  labels,
  labelSeries,
  releases,
  releaseFormats,
  releaseTracks,
];
