/** The search across kinds, and what is suggested while one types. */
export const search = {
  title: 'Search',
  results: (count: string, isOne: boolean, isCounted: boolean) => (isOne ? '1 result' : `${isCounted ? '' : 'At least '}${count} results`),
  /** Of the results, those without a line of their own. */
  folded: (count: string, isOne: boolean) =>
    isOne ? '1 of them is told in the line of its album' : `${count} of them are told in the lines of their albums`,
  kinds: {
    Artist: 'Artists',
    Production: 'Productions',
    Album: 'Albums',
    Release: 'Releases',
    Label: 'Labels',
    ProductionRecording: 'Recordings',
  },
  recording: 'Recording',
  /** Before the text in which a record was found, where that is not its title. */
  fields: {
    real_name: 'real name',
    variations: 'also known as',
    akas: 'also known as',
    composers: 'music by',
    credits: 'with',
    artists: 'by',
    barcode: 'barcode',
    catalog_number: 'catalogue number',
    isrc: 'ISRC',
    external_id: 'elsewhere',
    slug: 'at the address',
    _id: 'id',
  },
  nothing: (typed: string) => `Nothing is called “${typed}” here.`,
  didYouMean: 'Did you mean',
  nothingTyped: 'What are you looking for?',
  how: {
    before: 'Search looks for every word in titles, names, other names, composers and numbers, without regard to accents: ',
    example: 'gorecki',
    after: ' finds Górecki, a barcode finds its release.',
  },
  suggestions: 'Suggestions',
  everything: (typed: string) => `Everything for “${typed}”`,
};
