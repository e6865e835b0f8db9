import type { search as en } from '../en/search';
import { plural } from '../formats';

export const search: typeof en = {
  title: 'Suche',
  results: plural({ other: '# Treffer' }),
  atLeast: plural({ other: 'Mindestens # Treffer' }),
  folded: plural({ one: '# beim Album zusammengefasst', other: '# bei ihren Alben zusammengefasst' }),
  kinds: {
    Artist: 'Künstler',
    Production: 'Produktionen',
    Album: 'Alben',
    Release: 'Veröffentlichungen',
    Label: 'Labels',
    ProductionRecording: 'Aufnahmen',
  },
  recording: 'Aufnahme',
  fields: {
    real_name: 'bürgerlicher Name',
    variations: 'auch bekannt als',
    akas: 'auch bekannt als',
    composers: 'Musik von',
    credits: 'mit',
    artists: 'von',
    barcode: 'Barcode',
    catalog_number: 'Katalognummer',
    isrc: 'ISRC',
    external_id: 'externe ID',
    slug: 'Adresse',
    _id: 'ID',
  },
  nothing: (typed) => `Keine Treffer für „${typed}“.`,
  didYouMean: 'Meinten Sie',
  corrected: (shown, typed) => `Treffer für „${shown}“. Für „${typed}“ gibt es keine.`,
  remove: 'entfernen',
  nothingTyped: 'Was suchen Sie?',
  how: {
    before: 'Die Suche findet jedes Wort in Titeln, Namen, Alternativnamen, Komponisten und Nummern und ignoriert Akzente: ',
    example: 'gorecki',
    after: ' findet Górecki, ein Barcode die passende Veröffentlichung.',
  },
  suggestions: 'Vorschläge',
  everything: (typed) => `Alle Treffer für „${typed}“`,
};
