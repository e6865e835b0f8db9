type RowsTitled =
  | 'aliases'
  | 'external-links'
  | 'credits'
  | 'artists'
  | 'group-memberships'
  | 'characters'
  | 'portrayers'
  | 'portrayals'
  | 'entries'
  | 'recordings';

/** The forms for artists, productions, albums, labels, series, organizations and roles. */
export const recordForm = {
  correct: (name: string) => `Edit ${name}`,
  correctAlbum: 'Edit album',
  whyExample: 'Dates from the parish register',
  others: 'Others',
  add: {
    Artist: 'Add an artist',
    Production: 'Add a production',
    Album: 'Add an album',
    Label: 'Add a label',
    LabelSeries: 'Add a series',
    Organization: 'Add an organization',
    ArtistRole: 'Add a role',
  },
  addLead: 'Only the name is required. You or an import can add the rest later.',
  dateHelp: 'As precise as known: 1975, 1975-06 or 1975-06-20.',
  linesHelp: 'One per line.',
  rows: {
    aliases: ['Other names', 'Empty rows are removed'],
    'external-links': ['External links', 'Pages on other sites'],
    credits: ['Credits', 'Empty rows are removed'],
    artists: ['Artists', 'In credit order'],
    'group-memberships': ['Groups', 'Current and past memberships'],
    characters: ['Characters', 'Character, production and contribution'],
    portrayers: ['Played by', 'Performer, production and contribution'],
    portrayals: ['Characters', 'Character, performer and contribution'],
    entries: ['Releases', 'Releases with its music'],
    recordings: ['Recordings', 'Music recorded for it'],
  } as Readonly<Record<RowsTitled, readonly [title: string, aside: string]>>,
  fields: { credit_role: 'Role', iri: 'Artist', detail: 'Detail' },
  theirs: (text: string) => (text === '' ? 'Saved meanwhile: empty.' : `Saved meanwhile: “${text}”.`),
  overtaken: 'Someone else saved this record while you edited it. Their values are shown below yours. Save again to keep yours.',
  partly: 'The record is saved, but some of its parts are not:',
  remove: {
    title: 'Delete this record?',
    lead: (name: string) => `${name} and its parts will be deleted from the catalog. You can restore it from its history.`,
    act: 'Delete',
  },
  merge: {
    title: 'Merge into another record',
    lead: (name: string) =>
      `The other record receives everything that only ${name} has, and all links to it. Its address will redirect there.`,
    into: 'Address of the record to keep',
    intoHelp: 'Copy it from your browser’s address bar.',
    intoByName: 'Record to keep',
    intoByNameHelp: 'Its name, or the address of its page.',
    noName: 'No other record of this kind has this name.',
    act: 'Merge',
    notFound: 'No record of this kind has this address.',
    itself: 'That’s the record itself.',
  },
};
