import { plural } from '../formats';

/** Search across all kinds of records, and suggestions while typing. */
export const search = {
  title: 'Search',
  results: plural({ one: '# result', other: '# results' }),
  atLeast: plural({ one: 'At least # result', other: 'At least # results' }),
  /** Results that are shown under their album. */
  folded: plural({ one: '# grouped under its album', other: '# grouped under their albums' }),
  kinds: {
    Artist: 'Artists',
    Production: 'Productions',
    Album: 'Albums',
    Release: 'Releases',
    Label: 'Labels',
    LabelSeries: 'Series',
    Organization: 'Organizations',
    ArtistRole: 'Roles',
    Work: 'Works',
    Franchise: 'Franchises',
    ProductionRecording: 'Recordings',
    ReleaseTrack: 'Tracks',
  },
  recording: 'Recording',
  track: 'Track',
  /** Names the field that matched, when that is not the title. */
  fields: {
    real_name: 'real name',
    variations: 'also known as',
    akas: 'also known as',
    composers: 'music by',
    credits: 'with',
    artists: 'by',
    labels: 'on',
    series: 'in the series',
    barcode: 'barcode',
    catalog_number: 'catalog number',
    isrc: 'ISRC',
    iswc: 'ISWC',
    external_id: 'external ID',
    slug: 'address',
    _id: 'ID',
  },
  nothing: (typed: string) => `No results for “${typed}”.`,
  didYouMean: ['Did you mean ', '?'] as readonly [before: string, after: string],
  corrected: (shown: string, typed: string) => `Showing results for “${shown}”. Nothing matches “${typed}”.`,
  remove: 'remove',
  nothingTyped: 'What are you looking for?',
  how: {
    before: 'Search matches every word in titles, names, aliases, composers and numbers, and ignores accents: ',
    example: 'gorecki',
    after: ' finds Górecki, a barcode finds its release.',
  },
  suggestions: 'Suggestions',
  recent: 'Recent searches',
  /** Kinds and a year: “All releases from 1982”. */
  allOf: (kinds: string, year: string) => `All ${kinds.toLowerCase()} from ${year}`,
  everything: (typed: string) => `All results for “${typed}”`,
};
