import { resourceOf } from './catalog-routes';
import { demoRecordNamed, demoRecords, demoReference } from './demo-records';

export interface ListedRow {
  readonly id: string;
  readonly type: string;
  // biome-ignore lint/suspicious/noExplicitAny: attributes of every kind.
  readonly attributes: Record<string, any>;
  // biome-ignore lint/suspicious/noExplicitAny: relationships of every kind.
  readonly relationships?: Record<string, any>;
}

/** The meaning of a filter, independent of the server: values to try, and whether a row matches one. */
export interface FilterRule {
  readonly samples: (rows: readonly ListedRow[]) => string[];
  readonly keeps: (row: ListedRow, value: string) => boolean;
  /** Whether the response has exactly the matching rows; otherwise all its rows match. */
  readonly isExact: boolean;
  /** Whether a value filters at all. */
  readonly narrows: boolean;
  /** Whether every record of the demo matches. */
  readonly keepsDemo?: boolean;
}

/** The rule of a filter; by default it compares the attribute of the same name. */
export const filterRule = (type: string, filter: string): FilterRule =>
  filter === 'id' ? itself : (rules[`${type}.${filter}`] ?? equals(type, filter));

/** Letters without a decomposition, and their ASCII spelling. */
const typed: Readonly<Record<string, string>> = { ø: 'o', đ: 'd', ł: 'l', ð: 'd', æ: 'ae', œ: 'oe', ß: 'ss' };

export const folded = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[øđłðæœß]/g, (letter) => typed[letter] as string);

/** Sort key of an order; by default the attribute of the same name. */
export function orderRule(type: string, order: string): (row: ListedRow) => string | number | null {
  const rule = orderRules[`${type}.${order}`];
  if (rule) return rule;
  const attribute = attributeOf(type, order);
  return (row) => row.attributes[attribute];
}

const birthdayOf = ({ attributes }: ListedRow): string | null =>
  attributes._type === 'person' && !attributes.fictional && attributes.begin_date?.length === 10 ? attributes.begin_date.slice(5) : null;

/** Without articles, which all are in languages that the demo knows, and with a length before each number. */
const sortedTitle = ({ attributes: { title, sort_title } }: ListedRow): string =>
  (sort_title ?? title.replace(/^(?:the|an?|el|en|il|las?|les?|una?) (?![-&+/.,:;=–—])/i, ''))
    .replace(/^[^\p{L}\p{N}]+(?=.)/u, '')
    .replace(/(?<=\d)½/, ' 1/2')
    .replace(/\d+/g, (digits: string) => {
      const number = digits.replace(/^0+/, '');
      return number.length + number;
    });

const orderRules: Readonly<Record<string, (row: ListedRow) => string | number | null>> = {
  'Artist.birthday': birthdayOf,
  'Artist.sortName': ({ attributes }) => attributes.sort_name ?? attributes.name,
  'Album.sortTitle': sortedTitle,
  'Production.sortTitle': sortedTitle,
  'Release.sortTitle': sortedTitle,
  'Release.catalogNumber': ({ attributes }) => attributes.catalog_number?.replace(/[\s-]/g, '') ?? null,
};

/** Attribute of a parameter: `beginDate` filters `begin_date`, `type` filters `_type`. */
function attributeOf(type: string, parameter: string): string {
  const name = parameter.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  const known = Object.keys(resourceOf(type).attributes.properties);
  const found = [name, `_${name}`].find((attribute) => known.includes(attribute));
  if (!found) throw new Error(`${parameter} of ${type} is named after no attribute: it needs a rule of its own.`);
  return found;
}

export const firstDay = (date: string): string => date + '-01-01'.slice(date.length - 4);

/** Last day of a period. */
function lastDay(period: string): string {
  const [year, month, day] = period.split('-').map(Number) as [number, number?, number?];
  if (day !== undefined) return period;
  return new Date(Date.UTC(month === undefined ? year + 1 : year, month ?? 0, 0)).toISOString().slice(0, 10);
}

const present = (rows: readonly ListedRow[], attribute: string): string[] =>
  rows.map((row) => row.attributes[attribute]).filter((value) => value !== null && value !== '' && value !== 0);

const middle = <V>(values: readonly V[]): V => [...values].sort()[Math.floor(values.length / 2)] as V;

/** The three most frequent values of the rows. */
function equals(type: string, filter: string): FilterRule {
  const attribute = attributeOf(type, filter);
  return {
    samples: (rows) =>
      [...Map.groupBy(present(rows, attribute), String)]
        .sort((a, b) => b[1].length - a[1].length)
        .map(([value]) => value)
        .slice(0, 3),
    keeps: (row, value) => String(row.attributes[attribute]) === value,
    isExact: true,
    narrows: true,
  };
}

/** Part of the text of a row: unchanged, in other case, and with an added accent. */
const contains = (attribute: string, ...further: string[]): FilterRule => ({
  samples: (rows) => {
    const piece = (middle(present(rows, attribute)).match(/[a-z]{3,}/gi)?.[0] ?? '').slice(-4);
    return [piece, piece.toUpperCase(), piece.replace(/[aeiou]/, (vowel) => `${vowel}\u0301`), piece.slice(0, 2), ...further];
  },
  keeps: (row, value) => folded(row.attributes[attribute]).includes(folded(value)),
  isExact: true,
  narrows: true,
});

const onOrAfter = (attribute: string): FilterRule => dated(attribute, (stored, value) => firstDay(stored) >= firstDay(value));
const onOrBefore = (attribute: string): FilterRule => dated(attribute, (stored, value) => firstDay(stored) <= lastDay(value));

/** A date of the rows as year, month and day, and both ends of a February with a leap day. */
const dated = (attribute: string, keeps: (stored: string, value: string) => boolean): FilterRule => ({
  samples: (rows) => {
    const whole = middle(present(rows, attribute).filter((date) => date.length === 10));
    return [whole.slice(0, 4), whole.slice(0, 7), whole, '1960-02', '1960-02-29'];
  },
  keeps: (row, value) => row.attributes[attribute] !== null && keeps(row.attributes[attribute], value),
  isExact: true,
  narrows: true,
});

const bounded = (attribute: string, keeps: (stored: number, bound: number) => boolean): FilterRule => ({
  samples: (rows) => [String(middle(present(rows, attribute)))],
  keeps: (row, value) => row.attributes[attribute] !== 0 && keeps(row.attributes[attribute], Number(value)),
  isExact: true,
  narrows: true,
});

/** The record that a row references, by IRI and UUID. */
const refersTo = (relationship: string): FilterRule => ({
  samples: (rows) => {
    const iris = rows.map((row) => row.relationships?.[relationship].data?.id).filter((iri) => iri !== undefined);
    const others = iris.filter((iri) => iri !== iris[0]);
    return [iris[0], others[0].slice(others[0].lastIndexOf('/') + 1)];
  },
  keeps: (row, value) => row.relationships?.[relationship].data?.id.endsWith(value) ?? false,
  isExact: true,
  narrows: true,
});

/** Any record that a row references, by IRI and UUID. */
const leadsTo = (irisOf: (row: ListedRow) => string[]): FilterRule => ({
  samples: (rows) => {
    const iris = [...new Set(rows.flatMap(irisOf))];
    return [iris[0] as string, (iris[1] as string).slice((iris[1] as string).lastIndexOf('/') + 1)];
  },
  keeps: (row, value) => irisOf(row).some((iri) => iri.endsWith(value)),
  isExact: true,
  narrows: true,
});

/** Caches a value per row, since rules are evaluated for every row many times. */
function ofDemo<T>(work: (row: ListedRow) => T): (row: ListedRow) => T {
  const known = new Map<string, T>();
  return (row) => {
    const found = known.get(row.id) ?? work(row);
    known.set(row.id, found);
    return found;
  };
}

/** Productions of a demo release. */
const productionsOf = ofDemo((row) =>
  demoRecords('ProductionEntry')
    .filter((entry) => demoReference(entry, 'release') === row.id)
    .map(({ id }) => id.replace(/\/entries\/.*/, '')),
);

/** Matches if every word is a prefix of a word of one of the names. */
const searches = (names: (row: ListedRow) => (string | null)[], ...samples: string[]): FilterRule => ({
  samples: () => samples,
  keeps: (row, value) => {
    const words = folded(names(row).join(' ')).split(/[^\p{L}\p{N}]+/u);
    return folded(value)
      .split(' ')
      .every((part) => words.some((word) => word.startsWith(part)));
  },
  isExact: false,
  narrows: true,
});

/** First letter of a name; digits have one value, and all other characters another. */
const startsWith = (nameOf: (row: ListedRow) => string): FilterRule => {
  const initialOf = (row: ListedRow) => /^(?:[a-z]|\d)/.exec(folded(nameOf(row)))?.[0].replace(/\d/, '0-9') ?? 'other';
  return {
    samples: (rows) => [...new Set(rows.map(initialOf))].filter((_, index, all) => index % 6 === 0 || index === all.length - 1),
    keeps: (row, value) => initialOf(row) === value,
    isExact: true,
    narrows: true,
  };
};

/** The record itself, by IRI and UUID. */
const itself: FilterRule = leadsTo((row) => [row.id]);

const namesOf = (credits: { name: string }[]): string[] => credits.map(({ name }) => name);

type ListedLabel = { catalog_number: string | null };

/** Identifiers as stored and as people type them; both have the same normalized form. */
const has = (identifiersOf: (row: ListedRow) => (string | null)[], bareOf: (written: string) => string): FilterRule => ({
  samples: (rows) => {
    const [first, second] = [...new Set(rows.flatMap(identifiersOf).filter((identifier) => identifier !== null))];
    return [first as string, ` ${(second as string).toLowerCase().split('').join(' ')}-`];
  },
  keeps: (row, value) => identifiersOf(row).some((identifier) => identifier !== null && bareOf(identifier) === bareOf(value)),
  isExact: true,
  narrows: true,
});

const bare = (written: string): string => folded(written).replace(/[\s-]/g, '');
const digits = (written: string): string => written.replace(/\D/g, '').padStart(13, '0');

/** ISRCs of the tracks and recordings of a demo release. */
const isrcsOf = ofDemo((row) =>
  [...demoRecords('ReleaseTrack'), ...demoRecords('ReleaseRecording')]
    .filter(({ id, attributes }) => id.startsWith(`${row.id}/`) && attributes.isrc_code)
    .map(({ attributes }) => attributes.isrc_code as string),
);

const variationsOf = (row: ListedRow): string[] => row.attributes.variations.map(({ variation }: { variation: string }) => variation);

/** Years with a round anniversary in a year. */
const isAnniversary = (years: number): boolean => (years > 0 && years % 10 === 0) || years === 25 || years === 75;

const decadeOf = (yearOf: (row: ListedRow) => number | null): FilterRule => ({
  samples: (rows) => {
    const decades = rows.map(yearOf).flatMap((year) => (year === null ? [] : [Math.floor(year / 10) * 10]));
    return [middle(decades), Math.max(...decades)].map(String);
  },
  keeps: (row, value) => {
    const year = yearOf(row);
    return year !== null && year >= Number(value) && year <= Number(value) + 9;
  },
  isExact: true,
  narrows: true,
});

const yearIn = (date: string | null): number | null => (date === null ? null : Number(date.slice(0, 4)));

const formatsOf = ofDemo((row) =>
  demoRecords('ReleaseFormat')
    .filter(({ id }) => id.startsWith(`${row.id}/`))
    .map(({ attributes }) => (attributes.format_type ?? 'other') as string),
);

type GivenCredit = { iri: string; credit_role: string };

const creditsOf = (type: string, of: string, ...lists: string[]): GivenCredit[] =>
  demoRecords(type)
    .filter(({ id }) => id === of || id.startsWith(`${of}/`))
    .flatMap(({ attributes }) => lists.flatMap((list) => (attributes[list] ?? []) as GivenCredit[]));

const composersOf = ofDemo((row) =>
  [
    ...productionsOf(row).flatMap((id) => creditsOf('Production', id, 'composers')),
    ...creditsOf('Release', row.id, 'artists', 'credits').filter(({ credit_role }) => credit_role === 'composer'),
  ].map(({ iri }) => iri),
);

/** Artists credited with a role by a release or its productions. */
const creditedBy = (row: ListedRow, role: string): string[] =>
  [
    ...productionsOf(row).flatMap((id) => creditsOf('Production', id, 'composers', 'credits')),
    ...creditsOf('Release', row.id, 'artists', 'credits'),
  ]
    .filter(({ credit_role }) => credit_role === role)
    .map(({ iri }) => iri);

const directorsOf = ofDemo((row) =>
  productionsOf(row)
    .flatMap((id) => creditsOf('Production', id, 'credits'))
    .filter(({ credit_role }) => credit_role === 'director')
    .map(({ iri }) => iri),
);

/** Demo releases of an album. */
const editionsOf = ofDemo((row): ListedRow[] =>
  demoRecords('Release')
    .filter((release) => release.relationships?.album && demoReference(release, 'album') === row.id)
    .map(({ id, attributes }) => ({ id, type: 'Release', attributes })),
);

/** Awards that productions won, or also were nominated for. */
const awardsOf = (ids: readonly string[], isWon: boolean): string[] =>
  demoRecords('ProductionAward')
    .filter(({ id, attributes }) => ids.includes(id.replace(/\/awards\/.*/, '')) && (!isWon || attributes.won === true))
    .map(({ attributes }) => attributes.award as string);

const franchisesOf = (row: ListedRow): string[] => {
  const own = productionsOf(row);
  return demoRecords('Production')
    .filter(({ id }) => own.includes(id))
    .flatMap(({ attributes }) => ((attributes.franchises ?? []) as { iri: string }[]).map(({ iri }) => iri));
};

/** The first two genres or styles of a release or the editions of an album. */
const hasWord = (wordsOf: (row: ListedRow) => string[]): FilterRule => ({
  samples: (rows) => [...new Set(rows.flatMap(wordsOf))].slice(0, 2),
  keeps: (row, value) => wordsOf(row).includes(value),
  isExact: true,
  narrows: true,
});

const textsOf = (row: ListedRow, name: string): string[] => (row.attributes[name] ?? []) as string[];

const valuesOf = <V>(row: ListedRow, list: string, name: string): V[] =>
  ((row.attributes[list] ?? []) as Record<string, V>[]).flatMap((one) => one[name] ?? []);

const allCredits: readonly GivenCredit[] = [
  'Production',
  'ProductionRecording',
  'Release',
  'Work',
  'ReleaseRecording',
  'ReleaseTrack',
].flatMap((type) =>
  demoRecords(type).flatMap(({ attributes }) => {
    const parts = (attributes.sub_tracks ?? []) as Record<string, unknown>[];
    return [attributes as Record<string, unknown>, ...parts].flatMap((one) =>
      ['composers', 'credits', 'orchestras', 'choirs', 'artists'].flatMap((list) => (one[list] ?? []) as GivenCredit[]),
    );
  }),
);

/** No demo record has a value; other tests create some. */
const unflagged = (attribute: string): FilterRule => ({
  samples: () => ['false'],
  keeps: ({ attributes }, value) => String(attributes[attribute]) === value,
  isExact: true,
  narrows: true,
  keepsDemo: true,
});

const rules: Readonly<Record<string, FilterRule>> = {
  'Artist.q': searches(
    ({ attributes, ...row }) => [attributes.name, attributes.real_name, ...variationsOf({ attributes, ...row })],
    'williams',
    'JOHN Wil',
    'gudnadottir',
  ),
  'Artist.name': contains('name', 'gudnado', 'ø'),
  'Artist.bornAfter': onOrAfter('begin_date'),
  'Artist.bornBefore': onOrBefore('begin_date'),
  'Artist.diedAfter': onOrAfter('end_date'),
  'Artist.diedBefore': onOrBefore('end_date'),
  'Artist.initial': startsWith(({ attributes }) => attributes.sort_name ?? attributes.name),
  'Artist.decade': decadeOf(({ attributes }) => yearIn(attributes.begin_date)),
  'Artist.birthday': {
    samples: (rows) => rows.flatMap((row) => birthdayOf(row) ?? []).slice(0, 2),
    keeps: (row, value) => birthdayOf(row) === value,
    isExact: true,
    narrows: true,
  },
  // Has no effect alone.
  'Artist.birthdayTo': { samples: () => ['01-01', '12-31'], keeps: () => true, isExact: true, narrows: false },
  'Artist.role': {
    samples: () => ['conductor', demoRecordNamed('ArtistRole', 'Composer').id],
    keeps: (row, value) =>
      allCredits.some(
        ({ iri, credit_role }) => iri === row.id && (value === credit_role || (value.includes('/') && credit_role === 'composer')),
      ),
    isExact: true,
    narrows: true,
  },
  'ArtistRole.initial': startsWith(({ attributes }) => attributes.role),
  'ArtistRole.role': contains('role'),
  // Has no effect alone.
  'ArtistRole.exact': { samples: () => ['true', 'false', '1', '0'], keeps: () => true, isExact: true, narrows: false },
  'Portrayal.performer': refersTo('performer'),
  'Portrayal.fictionalArtist': refersTo('fictionalArtist'),
  'Portrayal.production': refersTo('production'),
  'Production.title': contains('title'),
  'Production.yearFrom': bounded('year', (year, from) => year >= from),
  'Production.yearTo': bounded('year', (year, to) => year <= to),
  'Production.q': searches(
    ({ attributes }) => [attributes.title, attributes.akas, ...namesOf(attributes.credits)],
    'star wars',
    'WILLI',
    'guerre etoiles',
  ),
  'Production.decade': decadeOf(({ attributes }) => attributes.year || null),
  'Production.anniversary': {
    samples: () => ['2026', '2001'],
    keeps: ({ attributes }, value) => attributes.year !== 0 && isAnniversary(Number(value) - attributes.year),
    isExact: true,
    narrows: true,
  },
  'Production.composer': leadsTo(({ attributes }) => attributes.composers.map(({ iri }: { iri: string }) => iri)),
  'Production.director': leadsTo(({ attributes }) =>
    attributes.credits.filter(({ credit_role }: GivenCredit) => credit_role === 'director').map(({ iri }: GivenCredit) => iri),
  ),
  'Production.credit': leadsTo((row) =>
    creditsOf('Production', row.id, 'credits')
      .filter(({ credit_role }) => credit_role === 'director')
      .map(({ iri }) => iri),
  ),
  'Album.q': searches(({ attributes }) => [attributes.title, ...namesOf(attributes.artists)], 'jaws', 'HERRM'),
  'Album.title': contains('title'),
  'Album.type': equals('Album', 'albumType'),
  'Album.artist': leadsTo((row) => row.attributes.artists.map(({ iri }: { iri: string }) => iri)),
  'Album.production': leadsTo((row) => editionsOf(row).flatMap(productionsOf)),
  'Album.composer': leadsTo((row) => editionsOf(row).flatMap(composersOf)),
  'Album.director': leadsTo((row) => editionsOf(row).flatMap(directorsOf)),
  'Album.credit': leadsTo((row) => editionsOf(row).flatMap((one) => creditedBy(one, 'director'))),
  'Album.label': leadsTo((row) => editionsOf(row).flatMap((one) => valuesOf<string>(one, 'labels', 'iri'))),
  'Album.format': hasWord((row) => editionsOf(row).flatMap(formatsOf)),
  'Album.genre': hasWord((row) => editionsOf(row).flatMap((one) => textsOf(one, 'genres'))),
  'Album.style': hasWord((row) => editionsOf(row).flatMap((one) => textsOf(one, 'styles'))),
  'Album.country': hasWord((row) => editionsOf(row).flatMap(({ attributes }) => attributes.country ?? [])),
  'Album.decade': decadeOf(({ attributes }) => attributes.year),
  'Production.provisional': unflagged('provisional'),
  'Production.organization': leadsTo((row) =>
    demoRecords('ProductionRecording')
      .filter(({ id }) => id.startsWith(`${row.id}/`))
      .flatMap(({ attributes }) => ((attributes.organizations ?? []) as { iri: string }[]).map(({ iri }) => iri)),
  ),
  'Franchise.initial': startsWith(({ attributes }) => attributes.name),
  'Franchise.name': contains('name'),
  'Production.franchise': leadsTo((row) => valuesOf<string>(row, 'franchises', 'iri')),
  'Production.series': refersTo('series'),
  'Production.award': hasWord(({ id }) => awardsOf([id], true)),
  'Production.nomination': hasWord(({ id }) => awardsOf([id], false)),
  'Release.award': hasWord((row) => awardsOf(productionsOf(row), true)),
  'Release.nomination': hasWord((row) => awardsOf(productionsOf(row), false)),
  'Album.award': hasWord((row) => awardsOf(editionsOf(row).flatMap(productionsOf), true)),
  'Album.nomination': hasWord((row) => awardsOf(editionsOf(row).flatMap(productionsOf), false)),
  'Release.franchise': leadsTo(franchisesOf),
  'Album.franchise': leadsTo((row) => editionsOf(row).flatMap(franchisesOf)),
  'ProductionRecording.title': contains('title'),
  'Label.q': searches(({ attributes }) => [attributes.name], 'records', 'REC'),
  'Label.initial': startsWith(({ attributes }) => attributes.name),
  'Label.name': contains('name'),
  'Label.decade': decadeOf(({ attributes }) => yearIn(attributes.begin_date)),
  'Organization.initial': startsWith(({ attributes }) => attributes.name),
  'Organization.name': contains('name'),
  'Organization.type': equals('Organization', 'organizationType'),
  'ReleaseRecording.title': contains('title'),
  'Work.initial': startsWith(({ attributes }) => attributes.title),
  'Work.title': contains('title'),
  'Work.iswc': {
    samples: () => ['T-000.000.001-0', 't 0000000010'],
    keeps: (row) => row.attributes.iswc === 'T-000.000.001-0',
    isExact: true,
    narrows: true,
  },
  'Work.parent': refersTo('parent'),
  'Work.artist': leadsTo((row) => valuesOf<string>(row, 'credits', 'iri')),
  'ReleaseTrack.version': hasWord((row) => textsOf(row, 'versions')),
  'ReleaseTrack.work': leadsTo((row) => valuesOf<string>(row, 'works', 'iri')),
  'ReleaseTrack.release': leadsTo((row) => [row.id.slice(0, row.id.indexOf('/formats/'))]),
  'Release.trackVersion': hasWord(
    ofDemo((row) =>
      demoRecords('ReleaseTrack')
        .filter(({ id }) => id.startsWith(`${row.id}/`))
        .flatMap(({ attributes }) => (attributes.versions ?? []) as string[]),
    ),
  ),
  'Release.q': searches(({ attributes }) => [attributes.title, ...namesOf(attributes.artists)], 'submarine', 'BEATL'),
  'Release.barcode': has(({ attributes }) => [attributes.barcode], digits),
  'Release.catalogNumber': has(({ attributes }) => attributes.labels.map(({ catalog_number }: ListedLabel) => catalog_number), bare),
  'Release.isrc': has(isrcsOf, bare),
  'Release.title': contains('title'),
  'Release.editionSizeTo': bounded('edition_size', (size, to) => size !== null && size <= to),
  'Release.decade': decadeOf(({ attributes }) => attributes.year),
  'Release.format': {
    samples: () => ['vinyl', 'cassette'],
    keeps: (row, value) => formatsOf(row).includes(value),
    isExact: true,
    narrows: true,
  },
  'Release.director': leadsTo(directorsOf),
  'Release.credit': leadsTo((row) => creditedBy(row, 'director')),
  'Release.organization': leadsTo((row) => valuesOf<string>(row, 'companies', 'iri')),
  'Release.genre': hasWord((row) => textsOf(row, 'genres')),
  'Release.style': hasWord((row) => textsOf(row, 'styles')),
  'Release.seriesName': {
    ...hasWord((row) => valuesOf<string>(row, 'series', 'name')),
    keeps: (row, value) => valuesOf<string>(row, 'series', 'name').some((name) => folded(name) === folded(value)),
  },
  'Release.identifier': has(
    (row) => valuesOf<string>(row, 'identifiers', 'value'),
    (written) => folded(written).replace(/[^a-z0-9]/g, ''),
  ),
  'Release.provisional': unflagged('provisional'),
  'Release.numbered': unflagged('numbered'),
  'Release.series': refersTo('labelSeries'),
  'Release.album': refersTo('album'),
  'Release.composer': leadsTo(composersOf),
  'Release.production': leadsTo(productionsOf),
  'Release.artist': leadsTo((row) => row.attributes.artists.map(({ iri }: { iri: string }) => iri)),
  'Release.label': leadsTo((row) => row.attributes.labels.map(({ iri }: { iri: string }) => iri)),
};
