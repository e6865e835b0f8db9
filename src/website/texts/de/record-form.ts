import type { recordForm as en } from '../en/record-form';

export const recordForm: typeof en = {
  correct: (name) => `Korrigieren: ${name}`,
  whyExample: 'Daten aus dem Kirchenbuch',
  others: 'Andere',
  add: {
    Artist: 'Künstler hinzufügen',
    Production: 'Produktion hinzufügen',
    Album: 'Album hinzufügen',
    Label: 'Label hinzufügen',
    LabelSeries: 'Reihe hinzufügen',
    Organization: 'Organisation hinzufügen',
    ArtistRole: 'Rolle hinzufügen',
  },
  addLead: 'Der Name genügt. Der Rest kann später kommen, von Ihnen oder aus einem Import.',
  dateHelp: 'So weit bekannt: 1975, 1975-06 oder 1975-06-20.',
  linesHelp: 'Je Zeile eines.',
  rows: {
    aliases: ['Weitere Namen', 'Eine geleerte Zeile verschwindet'],
    'external-links': ['Anderswo', 'Wo es auf anderen Seiten steht'],
    credits: ['Mitwirkende', 'Wer was tat; eine geleerte Zeile verschwindet'],
    artists: ['Künstler', 'In der Reihenfolge der Künstlerzeile'],
    'group-memberships': ['Gruppen', 'Denen der Eintrag angehört'],
    characters: ['Figuren', 'Wer gespielt wurde, in welcher Produktion, und womit'],
    portrayers: ['Gespielt von', 'Von wem, in welcher Produktion, und womit'],
    portrayals: ['Figuren', 'Wer von wem gespielt wird, und womit'],
    entries: ['Veröffentlichungen', 'Welche Musik daraus haben, und welche'],
    recordings: ['Aufnahmen', 'Die Musik, die dafür aufgenommen wurde'],
  },
  fields: { credit_role: 'Rolle', iri: 'Wer', detail: 'In Klammern' },
  theirs: (text) => (text === '' ? 'Inzwischen gespeichert: nichts.' : `Inzwischen gespeichert: „${text}“.`),
  overtaken:
    'Jemand hat diesen Eintrag gespeichert, während Sie schrieben. Was dort steht, sehen Sie unter Ihren Worten; speichern Sie jetzt, gilt Ihres.',
  partly: 'Der Eintrag ist gespeichert, doch nicht alles, was darunter steht:',
  remove: {
    title: 'Diesen Eintrag löschen?',
    lead: (name) =>
      `${name} verlässt den Katalog, mit allem, was darunter steht. Der Verlauf bleibt, und von dort lässt er sich zurückholen.`,
    act: 'Löschen',
  },
  merge: {
    title: 'Mit einem anderen Eintrag zusammenführen',
    lead: (name) => `Was ${name} hat und der andere nicht, geht dorthin, und alles, was darauf zeigt. Die Adresse führt fortan dorthin.`,
    into: 'Die Adresse des Eintrags, der bleibt',
    intoHelp: 'Wie Ihr Browser sie auf dessen Seite zeigt.',
    act: 'Zusammenführen',
    notFound: 'Unter dieser Adresse steht kein Eintrag dieser Art.',
    itself: 'Das ist die Adresse des Eintrags selbst.',
  },
};
