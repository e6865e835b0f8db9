import { artistGroupMembers } from './artist-group-members';
import { artistRoles } from './artist-roles';
import { artists } from './artists';
import { artistExternalLinks, productionExternalLinks } from './external-links';
import { portrayals } from './portrayals';
import { productionRecordings } from './production-recordings';
import { productions } from './productions';
import { releaseTracks } from './release-tracks';

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
  releaseTracks,
];
