import type { search as en } from '../en/search';

export const search: typeof en = {
  title: 'Suche',
  results: (count, isOne, isCounted) => (isOne ? '1 Treffer' : `${isCounted ? '' : 'Mehr als '}${count} Treffer`),
  kinds: {
    Artist: 'Künstler',
    Production: 'Produktionen',
    Album: 'Alben',
    Release: 'Ausgaben',
    Label: 'Labels',
    ProductionRecording: 'Aufnahmen',
  },
  recording: 'Aufnahme',
  fields: {
    real_name: 'wirklicher Name',
    variations: 'auch bekannt als',
    akas: 'auch bekannt als',
    composers: 'Musik von',
    credits: 'mit',
    artists: 'von',
    barcode: 'Strichcode',
    catalog_number: 'Katalognummer',
    isrc: 'ISRC',
    external_id: 'anderswo',
    slug: 'unter der Adresse',
    _id: 'Kennung',
  },
  nothing: (typed) => `Nichts heißt hier „${typed}“.`,
  didYouMean: 'Meinten Sie',
  nothingTyped: 'Was suchen Sie?',
  how: {
    before: 'Die Suche schaut nach jedem Wort in Titeln, Namen, anderen Namen, Komponisten und Nummern, ohne auf Akzente zu achten: ',
    example: 'gorecki',
    after: ' findet Górecki, ein Strichcode seine Ausgabe.',
  },
  suggestions: 'Vorschläge',
  everything: (typed) => `Alles zu „${typed}“`,
};
