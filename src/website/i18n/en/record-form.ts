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

/** The forms that add and correct artists, productions, albums, labels, series, organizations and roles. */
export const recordForm = {
  correct: (name: string) => `Correct: ${name}`,
  correctAlbum: 'Correct the album',
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
  addLead: 'The name is enough. The rest can come later, from you or from an import.',
  dateHelp: 'As far as it is known: 1975, 1975-06 or 1975-06-20.',
  linesHelp: 'One a line.',
  rows: {
    aliases: ['Other names', 'A row that is emptied goes'],
    'external-links': ['Elsewhere', 'Where it is found on other sites'],
    credits: ['Credits', 'Who did what; a row that is emptied goes'],
    artists: ['Artists', 'In the order of the credit line'],
    'group-memberships': ['Groups', 'Which it is a member of'],
    characters: ['Characters', 'Whom they played, in which production, and what they gave'],
    portrayers: ['Played by', 'Who, in which production, and what they gave'],
    portrayals: ['Characters', 'Who is played by whom, and what they gave'],
    entries: ['Releases', 'Which have music of it, and what'],
    recordings: ['Recordings', 'The music recorded for it'],
  } as Readonly<Record<RowsTitled, readonly [title: string, aside: string]>>,
  fields: { credit_role: 'Role', iri: 'Who', detail: 'In brackets' },
  theirs: (text: string) => (text === '' ? 'Saved meanwhile: nothing.' : `Saved meanwhile: “${text}”.`),
  overtaken: 'Somebody saved this record while you wrote. What they wrote stands beneath your words; saving now keeps yours.',
  partly: 'The record is saved, but not all of what stands below it:',
  remove: {
    title: 'Delete this record?',
    lead: (name: string) =>
      `${name} leaves the catalog, with what stands below it. Its history stays, and from there it can be brought back.`,
    act: 'Delete it',
  },
  merge: {
    title: 'Merge into another record',
    lead: (name: string) =>
      `What ${name} has and the other one has not goes there, and all that points to it. Its address leads there from then on.`,
    into: 'The address of the record that stays',
    intoHelp: 'As your browser shows it on the page of that record.',
    intoByName: 'The record that stays',
    intoByNameHelp: 'Its name, or its address as your browser shows it on its page.',
    noName: 'There is no other record of this kind of this name.',
    act: 'Merge',
    notFound: 'There is no record of this kind at this address.',
    itself: 'This is the address of the record itself.',
  },
};
