import { countryCodes, countryName } from '../countries';

/** A closed list of attribute values. */
export interface Vocabulary {
  readonly name: string;
  readonly description: string;
  readonly words: readonly string[];
  /** Display name, if it does not follow from the spelling. */
  readonly nameOf?: (word: string) => string;
}

const vocabulary = <const W extends string>(name: string, description: string, ...words: readonly W[]) => ({ name, description, words });

export const artistTypes = vocabulary('artist_type', 'Artist types (`_type`)', 'person', 'group', 'orchestra', 'choir');

export const aliasTypes = vocabulary(
  'alias_type',
  'Alias types (`_type`)',
  'name_variation',
  'legal_name',
  'birth_name',
  'stage_name',
  'pseudonym',
  'native_name',
  'abbreviation',
  'former_name',
);

export const productionTypes = vocabulary(
  'production_type',
  'Production types (`_type`)',
  'movie',
  'television',
  'episode',
  'videogame',
  'other',
);

export const portrayalAspects = vocabulary(
  'portrayal_aspect',
  'Aspects of a portrayal (`aspects`)',
  'performance',
  'voice',
  'singing_voice',
  'puppetry',
  'motion_capture',
);

export const trackVersions = vocabulary(
  'track_version',
  'Versions of a track (`versions`)',
  'film_version',
  'album_version',
  'alternate',
  'previously_unreleased',
);

export const roleScopes = vocabulary('scope', 'Scopes of artist roles', 'release', 'track', 'recording', 'production');

export const recordingTypes = vocabulary(
  'recording_type',
  'Recording types of a production',
  'score',
  'song',
  'source',
  'trailer',
  'other',
);

export const recordingUsages = vocabulary(
  'recording_usage',
  'How a production uses a recording',
  'original',
  'licensed',
  'adapted',
  'unused',
);

export const entryKinds = vocabulary('entry_kind', 'Kinds of music from a production (`kind`)', 'score', 'songs', 'compilation', 'other');

export const awards = vocabulary(
  'award',
  'Awards for the music of productions (`award`)',
  'academy_award',
  'golden_globe',
  'bafta',
  'grammy',
);

export const releaseRelationKinds = vocabulary(
  'release_relation_kind',
  'Relations between releases (`kind`)',
  'remaster_of',
  'reissue_of',
  'expanded_edition_of',
  'included_in',
);

export const albumRelationKinds = vocabulary(
  'album_relation_kind',
  'Relations between albums (`kind`)',
  'single_from',
  'included_in',
  'version_of',
  'remix_of',
);

export const albumTypes = vocabulary('album_type', 'Album types', 'score', 'songs', 'compilation', 'single', 'other');

export const formatTypes = vocabulary(
  'format_type',
  'Formats of releases and copies',
  'cd',
  'vinyl',
  'cassette',
  'digital',
  'dvd',
  'blu_ray',
  'sacd',
  'minidisc',
  'other',
);

export type FormatType = (typeof formatTypes.words)[number];

export const trackTypes = vocabulary('track_type', 'Whether a track has parts (`_type`)', 'track', 'compound');

/** Collection vocabularies, listed with the others although no catalog kind uses them. */
export const conditions = vocabulary(
  'condition',
  'Condition of a copy',
  'mint',
  'near_mint',
  'very_good_plus',
  'very_good',
  'good_plus',
  'good',
  'fair',
  'poor',
);
export const statuses = vocabulary('status', 'Status of a copy', 'ordered', 'active');

const countries: Vocabulary = {
  name: 'countries',
  description: 'Countries: ISO 3166-1 codes, withdrawn codes, and codes that sources use for other regions; records may have others',
  words: countryCodes,
  nameOf: (code) => countryName(code),
};

export const vocabularies: readonly Vocabulary[] = [
  albumRelationKinds,
  albumTypes,
  aliasTypes,
  artistTypes,
  awards,
  conditions,
  countries,
  entryKinds,
  formatTypes,
  portrayalAspects,
  productionTypes,
  recordingTypes,
  recordingUsages,
  releaseRelationKinds,
  roleScopes,
  statuses,
  trackTypes,
  trackVersions,
].sort((a, b) => (a.name < b.name ? -1 : 1));

/** Irregular display names. */
const labels: Readonly<Record<string, string>> = {
  academy_award: 'Academy Award',
  bafta: 'BAFTA',
  blu_ray: 'Blu-ray',
  cd: 'CD',
  dvd: 'DVD',
  golden_globe: 'Golden Globe',
  minidisc: 'MiniDisc',
  sacd: 'SACD',
  videogame: 'Video game',
};

export const wordLabelOf = (word: string): string => labels[word] ?? word.charAt(0).toUpperCase() + word.slice(1).replaceAll('_', ' ');
