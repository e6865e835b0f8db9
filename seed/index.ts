import demoArtists from './demo/01-artists.jsonl' with { type: 'file' };
import demoArtistAliases from './demo/02-artist-aliases.jsonl' with { type: 'file' };
import demoArtistGroupMembers from './demo/03-artist-group-members.jsonl' with { type: 'file' };
import demoArtistExternalLinks from './demo/04-artist-external-links.jsonl' with { type: 'file' };
import demoLabels from './demo/05-labels.jsonl' with { type: 'file' };
import demoLabelSeries from './demo/06-label-series.jsonl' with { type: 'file' };
import demoOrganizations from './demo/07-organizations.jsonl' with { type: 'file' };
import demoFranchises from './demo/08-franchises.jsonl' with { type: 'file' };
import demoProductions from './demo/09-productions.jsonl' with { type: 'file' };
import demoProductionExternalLinks from './demo/10-production-external-links.jsonl' with { type: 'file' };
import demoProductionRecordings from './demo/11-production-recordings.jsonl' with { type: 'file' };
import demoPortrayals from './demo/12-portrayals.jsonl' with { type: 'file' };
import demoAlbums from './demo/13-albums.jsonl' with { type: 'file' };
import demoAlbumExternalLinks from './demo/14-album-external-links.jsonl' with { type: 'file' };
import demoReleases from './demo/15-releases.jsonl' with { type: 'file' };
import demoReleaseExternalLinks from './demo/16-release-external-links.jsonl' with { type: 'file' };
import demoProductionEntries from './demo/17-production-entries.jsonl' with { type: 'file' };
import demoReleaseFormats from './demo/18-release-formats.jsonl' with { type: 'file' };
import demoWorks from './demo/19-works.jsonl' with { type: 'file' };
import demoReleaseRecordings from './demo/20-release-recordings.jsonl' with { type: 'file' };
import demoReleaseTracks from './demo/21-release-tracks.jsonl' with { type: 'file' };
import demoRedirects from './demo/22-redirects.jsonl' with { type: 'file' };
import demoAlbumRelations from './demo/23-album-relations.jsonl' with { type: 'file' };
import demoReleaseRelations from './demo/24-release-relations.jsonl' with { type: 'file' };
import demoProductionAwards from './demo/25-production-awards.jsonl' with { type: 'file' };
import demoUserLists from './demo-user.jsonl' with { type: 'file' };
import packagingTypes from './vocabularies/packaging-types.jsonl' with { type: 'file' };
import roles from './vocabularies/roles.jsonl' with { type: 'file' };

/** Controlled vocabularies that every catalog starts with. */
export const vocabularies = [
  { name: 'roles.jsonl', path: roles },
  { name: 'packaging-types.jsonl', path: packagingTypes },
];

/** A small catalog of real records. Referenced records precede those that refer to them. */
export const demo = [
  { name: '01-artists.jsonl', path: demoArtists },
  { name: '02-artist-aliases.jsonl', path: demoArtistAliases },
  { name: '03-artist-group-members.jsonl', path: demoArtistGroupMembers },
  { name: '04-artist-external-links.jsonl', path: demoArtistExternalLinks },
  { name: '05-labels.jsonl', path: demoLabels },
  { name: '06-label-series.jsonl', path: demoLabelSeries },
  { name: '07-organizations.jsonl', path: demoOrganizations },
  { name: '08-franchises.jsonl', path: demoFranchises },
  { name: '09-productions.jsonl', path: demoProductions },
  { name: '10-production-external-links.jsonl', path: demoProductionExternalLinks },
  { name: '11-production-recordings.jsonl', path: demoProductionRecordings },
  { name: '12-portrayals.jsonl', path: demoPortrayals },
  { name: '13-albums.jsonl', path: demoAlbums },
  { name: '14-album-external-links.jsonl', path: demoAlbumExternalLinks },
  { name: '15-releases.jsonl', path: demoReleases },
  { name: '16-release-external-links.jsonl', path: demoReleaseExternalLinks },
  { name: '17-production-entries.jsonl', path: demoProductionEntries },
  { name: '18-release-formats.jsonl', path: demoReleaseFormats },
  { name: '19-works.jsonl', path: demoWorks },
  { name: '20-release-recordings.jsonl', path: demoReleaseRecordings },
  { name: '21-release-tracks.jsonl', path: demoReleaseTracks },
  { name: '22-redirects.jsonl', path: demoRedirects },
  { name: '23-album-relations.jsonl', path: demoAlbumRelations },
  { name: '24-release-relations.jsonl', path: demoReleaseRelations },
  { name: '25-production-awards.jsonl', path: demoProductionAwards },
];

/** Collection and wishlist of the demo user, as JSON:API items that refer to releases of the demo catalog. */
export const demoUserItems = demoUserLists;
