import { uuidOf } from '../../../store/values/identifiers';
import { formatWithin } from '../shared/formats';
import { child, childOfEach, children, compareText, isUuid, type Json, mbidOf, number, text, texts } from '../shared/json';
import { isrcOf, partialDateOf } from '../shared/records';
import type { Gathering, MusicBrainzContext } from './context';
import { iri, named, own } from './records';
import { country, short } from './values';

// Edition details: identifiers, events, companies and formats.

interface Identifier {
  readonly type: string;
  readonly value: string;
  readonly description?: string | undefined;
}

const mostIdentifiers = 1_000;

/** Shop and disc ids, label codes and further ISRCs. */
export function identifiersOfDocument(document: Json, { notTaken }: MusicBrainzContext): Identifier[] | undefined {
  const found = [...shopNumbers(document), ...labelCodes(document), ...children(document, 'media').flatMap(ofMedium)];
  notTaken.add('identifiers', found.length - mostIdentifiers);
  return found.length === 0 ? undefined : found.slice(0, mostIdentifiers);
}

function shopNumbers(document: Json): Identifier[] {
  const asin = short(text(document, 'asin'));
  return asin === undefined ? [] : [{ type: 'ASIN', value: asin }];
}

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

/** All ISRCs but the first, which the track has. */
const furtherIsrcs = (track: Json): string[] =>
  [...new Set(texts(child(track, 'recording'), 'isrcs').map(isrcOf))]
    .filter((code) => code !== undefined)
    .sort()
    .slice(1);

interface Event {
  readonly date?: string | undefined;
  readonly country?: string | undefined;
}

/** Release events after the first. */
export function eventsAfterFirst(document: Json): Event[] | undefined {
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
  readonly begin_date?: string | undefined;
  readonly end_date?: string | undefined;
}

/** Roles of labels and places for a release or its recordings; both are collected. */
export function companiesOfDocument(document: Json, gathering: Gathering): Company[] | undefined {
  const recordings = children(document, 'media').flatMap((medium) => childOfEach(tracksIn(medium), 'recording'));
  const companies = new Map<string, Company>();
  for (const owner of [document, ...recordings])
    for (const company of companiesIn(owner, gathering)) {
      const name = `${company.role} ${company.iri}`;
      companies.set(name, together(companies.get(name), company));
    }
  if (companies.size === 0) return undefined;
  return [...companies].sort(([a], [b]) => compareText(a, b)).map(([, company]) => company);
}

/** From the first to the last day of all sessions. */
function together(some: Company | undefined, other: Company): Company {
  const [begin] = [some?.begin_date, other.begin_date].filter((date) => date !== undefined).sort();
  const end = [some?.end_date, other.end_date]
    .filter((date) => date !== undefined)
    .sort()
    .at(-1);
  return { ...other, begin_date: begin, end_date: end };
}

export const organizationsOf = (owner: Json, gathering: Gathering): Company[] =>
  companiesIn(owner, gathering).map(({ iri, role }) => ({ iri, role }));

function companiesIn(owner: Json, gathering: Gathering): Company[] {
  return children(owner, 'relations').flatMap((relation) => {
    const party = child(relation, 'place') ?? child(relation, 'label');
    const [id, name, type] = [mbidOf(party), short(text(party, 'name')), text(relation, 'type')];
    if (id === undefined || name === undefined || type === undefined) return [];
    gathering.addRecord(named, 'Organization', iri.organization(id), {
      name,
      organization_type: short(text(party, 'type'))?.toLowerCase(),
    });
    const [begin_date, end_date] = [partialDateOf(text(relation, 'begin')), partialDateOf(text(relation, 'end'))];
    return [{ iri: iri.organization(id), role: companyRoles[type] ?? titled(type), begin_date, end_date }];
  });
}

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

/** All tracks of a medium. */
function tracksIn(medium: Json): Json[] {
  const pregap = child(medium, 'pregap');
  return [...children(medium, 'tracks'), ...children(medium, 'data-tracks'), ...(pregap === undefined ? [] : [pregap])];
}

export interface PlacedTrack {
  readonly track: Json;
  readonly title: string | undefined;
  readonly position: number;
  readonly notes: string | undefined;
}

/** Tracks in order, with positions from one. A hidden pregap track is the first, and moves the others. */
export function placedTracks(medium: Json): PlacedTrack[] {
  const pregap = child(medium, 'pregap');
  const moved = pregap === undefined ? 0 : 1;
  const placed = tracksIn(medium).map((track, index) => ({
    track,
    title: short(text(track, 'title')) ?? short(text(child(track, 'recording'), 'title')),
    ...(track === pregap
      ? { position: 1, notes: 'Hidden before the first track (pregap).' }
      : { position: Math.max(1, number(track, 'position') ?? index + 1) + moved, notes: undefined }),
  }));
  return placed.sort((a, b) => a.position - b.position);
}

export function gatherFormat(
  medium: Json,
  index: number,
  release: { readonly id: string; readonly status: string | undefined },
  gathering: Gathering,
): string {
  const position = number(medium, 'position') ?? index + 1;
  const format = isUuid(medium.id) ? medium.id : uuidOf(`musicbrainz:medium:${release.id}:${position}`);
  const printed = short(text(medium, 'format'));
  // The size of '12" Vinyl' is in its text: Discogs knows more descriptions, which give way to any of this source.
  const descriptions = [statuses[release.status ?? '']].filter((one) => one !== undefined);
  gathering.addRecord(own, 'ReleaseFormat', iri.format(release.id, format), {
    position: Math.max(1, position),
    format_type: formatWithin(printed ?? ''),
    title: short(text(medium, 'title')),
    descriptions: descriptions.length > 0 ? descriptions : undefined,
    text: printed === undefined || plain.has(printed) ? undefined : printed,
  });
  return format;
}

/** Format names that add nothing to the type. */
const plain = new Set(['CD', 'Vinyl', 'Cassette', 'Digital Media', 'DVD', 'Blu-ray', 'SACD', 'MiniDisc', 'Other']);

/** Collectors' words for unofficial releases. */
const statuses: Readonly<Record<string, string>> = {
  Promotion: 'Promo',
  Bootleg: 'Unofficial Release',
  Withdrawn: 'Withdrawn',
  Cancelled: 'Cancelled',
  Expunged: 'Expunged',
};
