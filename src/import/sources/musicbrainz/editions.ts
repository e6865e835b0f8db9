import { isrcOf, partialDateOf } from '../shared/values';
import type { Context, Gathering } from './context';
import { child, childOfEach, children, compareText, country, idOf, type Json, number, short, text, texts } from './json';
import { tracksIn } from './media';
import { given, iri, named } from './records';

// What tells one edition from another, beside what every release has.

interface Identifier {
  readonly type: string;
  readonly value: string;
  readonly description?: string | undefined;
}

/** As many as a release may have of them here. */
const mostIdentifiers = 1_000;

/** Numbers of a shop and of the discs, the codes of labels, and the ISRCs beside the one that a track has. */
export function identifiersOf(document: Json, { notTaken }: Context): Identifier[] | undefined {
  const found = [...shopNumbers(document), ...labelCodes(document), ...children(document, 'media').flatMap(ofMedium)];
  notTaken.add('identifiers', found.length - mostIdentifiers);
  return found.length === 0 ? undefined : found.slice(0, mostIdentifiers);
}

function shopNumbers(document: Json): Identifier[] {
  const asin = short(text(document, 'asin'));
  return asin === undefined ? [] : [{ type: 'ASIN', value: asin }];
}

/** "LC 06868" as it is printed, of each label. */
function labelCodes(document: Json): Identifier[] {
  const codes = childOfEach(children(document, 'label-info'), 'label').flatMap((label) => {
    const code = number(label, 'label-code');
    return code === undefined ? [] : [[`LC ${String(code).padStart(5, '0')}`, short(text(label, 'name'))] as const];
  });
  return [...new Map(codes)].sort().map(([value, description]) => ({ type: 'Label Code', value, description }));
}

function ofMedium(medium: Json, index: number): Identifier[] {
  const position = number(medium, 'position') ?? index + 1;
  const discs = children(medium, 'discs').flatMap((disc) => short(text(disc, 'id')) ?? []);
  return [
    ...discs.sort().map((value) => ({ type: 'Disc ID', value, description: `Medium ${position}` })),
    ...tracksIn(medium).flatMap((track) =>
      furtherIsrcs(track).map((value) => ({
        type: 'ISRC',
        value,
        description: `${position}-${text(track, 'number') ?? number(track, 'position') ?? ''}`,
      })),
    ),
  ];
}

/** Of the recording, all but the first, which the track has. */
const furtherIsrcs = (track: Json): string[] =>
  [...new Set(texts(child(track, 'recording'), 'isrcs').map(isrcOf))]
    .filter((code) => code !== undefined)
    .sort()
    .slice(1);

interface Event {
  readonly date?: string | undefined;
  readonly country?: string | undefined;
}

/** When and where it came out beside the first time, which the release itself says. */
export function furtherEvents(document: Json): Event[] | undefined {
  const first = { date: partialDateOf(text(document, 'date')), country: country(text(document, 'country')) };
  const events = new Map<string, Event>();
  for (const item of children(document, 'release-events')) {
    const event = { date: partialDateOf(text(item, 'date')), country: country(texts(child(item, 'area'), 'iso-3166-1-codes')[0]) };
    if (event.date !== undefined || event.country !== undefined) events.set(`${event.date ?? ''} ${event.country ?? ''}`, event);
  }
  events.delete(`${first.date ?? ''} ${first.country ?? ''}`);
  if (events.size === 0) return undefined;
  return [...events].sort(([a], [b]) => compareText(a, b)).map(([, event]) => event);
}

/** The series that a release is part of, with its number in each. */
export function seriesOf(document: Json): { name: string; number?: string | undefined }[] | undefined {
  const series = children(document, 'relations').flatMap((relation) => {
    const name = text(relation, 'type') === 'part of' ? short(text(child(relation, 'series'), 'name')) : undefined;
    return name === undefined ? [] : [{ name, number: short(text(child(relation, 'attribute-values'), 'number')) }];
  });
  return series.length === 0 ? undefined : series.sort((a, b) => compareText(`${a.name} ${a.number}`, `${b.name} ${b.number}`));
}

interface Company {
  readonly iri: string;
  readonly role: string;
}

/** What labels and places did for a release or for the recordings on it; they are gathered. */
export function companiesOf(document: Json, gathering: Gathering): Company[] | undefined {
  const recordings = children(document, 'media').flatMap((medium) => childOfEach(tracksIn(medium), 'recording'));
  const companies = new Map<string, Company>();
  for (const owner of [document, ...recordings])
    for (const company of organizationsOf(owner, gathering)) companies.set(`${company.role} ${company.iri}`, company);
  if (companies.size === 0) return undefined;
  return [...companies].sort(([a], [b]) => compareText(a, b)).map(([, company]) => company);
}

/** The labels and places that something is in a relationship with. */
export function organizationsOf(owner: Json, gathering: Gathering): Company[] {
  return children(owner, 'relations').flatMap((relation) => {
    const party = child(relation, 'place') ?? child(relation, 'label');
    const [id, name, type] = [idOf(party), short(text(party, 'name')), text(relation, 'type')];
    if (id === undefined || name === undefined || type === undefined) return [];
    gathering.add(
      given(named, 'Organization', iri.organization(id), { name, organization_type: short(text(party, 'type'))?.toLowerCase() }),
    );
    return [{ iri: iri.organization(id), role: companyRoles[type] ?? titled(type) }];
  });
}

/** As it is printed on covers. */
const companyRoles: Readonly<Record<string, string>> = {
  copyright: 'Copyright (c)',
  'phonographic copyright': 'Phonographic Copyright (p)',
  distributed: 'Distributed By',
  licensee: 'Licensed To',
  licensor: 'Licensed From',
  manufactured: 'Manufactured By',
  marketed: 'Marketed By',
  promoted: 'Promoted By',
  published: 'Published By',
  publishing: 'Published By',
};

const titled = (type: string): string => type.replace(/\b[a-z]/g, (letter) => letter.toUpperCase());
