import type { SourceLine } from '../src/import/import';
import { Random } from './random';

/** Shares of a catalog of people who make film music. */
const shareOfGroups = 0.05;
const shareWithAliases = 0.2;
const shareWithDates = 0.7;
const shareOfDead = 0.3;

/** The records of this many artists, their aliases and memberships; the same ones each time. */
export async function* generatedRecords(artists: number): AsyncGenerator<SourceLine> {
  const random = new Random(1);
  const people: string[] = [];
  const groups: string[] = [];
  let line = 0;
  const given = (value: object): SourceLine => ({ file: 'the generated catalog', line: ++line, value });
  for (let number = 0; number < artists; number++) {
    const id = random.uuid();
    const isGroup = random.chance(shareOfGroups);
    (isGroup ? groups : people).push(id);
    yield given({ type: 'Artist', id: `/api/artists/${id}`, attributes: isGroup ? group(random) : person(random) });
    if (!random.chance(shareWithAliases)) continue;
    yield given(alias(random, id, 1));
    if (random.chance(0.5)) yield given(alias(random, id, 2));
  }
  for (const id of groups) for (const membership of memberships(random, id, people)) yield given(membership);
}

function person(random: Random): object {
  const dates = random.chance(shareWithDates) ? lifetime(random) : {};
  return {
    name: personName(random),
    _type: 'person',
    country: random.chance(0.9) ? random.pick(countries) : null,
    real_name: random.chance(0.1) ? personName(random) : null,
    begin_city: random.chance(0.4) ? random.pick(cities) : null,
    ...dates,
    biography: random.chance(0.15) ? `${random.pick(biographies)} ${random.pick(biographies)}` : null,
    fictional: !('end_date' in dates) && random.chance(0.02),
    created_at: createdAt,
  };
}

function group(random: Random): object {
  return {
    name: `${random.pick(groupBeginnings)} ${surname(random)} ${random.pick(groupEndings)}`,
    _type: random.pick(['group', 'orchestra', 'choir']),
    country: random.pick(countries),
    begin_date: random.chance(shareWithDates) ? partialDate(random, random.between(1900, 2015)) : null,
    created_at: createdAt,
  };
}

function alias(random: Random, artist: string, position: number): object {
  return {
    type: 'ArtistAlias',
    id: `/api/artists/${artist}/aliases/${random.uuid()}`,
    attributes: { variation: personName(random), type: random.pick(aliasTypes), position, created_at: createdAt },
  };
}

/** Three to five members; a catalog too small for that has fewer. */
function memberships(random: Random, group: string, people: readonly string[]): object[] {
  const members = new Set(people.length === 0 ? [] : Array.from({ length: random.between(3, 5) }, () => random.pick(people)));
  return [...members].map((member, index) => ({
    type: 'ArtistGroupMember',
    id: `/api/artists/${member}/group-memberships/${random.uuid()}`,
    attributes: { position: index + 1, created_at: createdAt },
    relationships: { group: { data: { type: 'Artist', id: `/api/artists/${group}` } } },
  }));
}

function lifetime(random: Random): { begin_date: string; end_date?: string } {
  const born = random.between(1850, 2000);
  const begin_date = partialDate(random, born);
  return random.chance(shareOfDead) ? { begin_date, end_date: partialDate(random, born + random.between(40, 90)) } : { begin_date };
}

/** A year, a month or a day: the three precisions. */
function partialDate(random: Random, year: number): string {
  const twoDigits = (lowest: number, highest: number) => String(random.between(lowest, highest)).padStart(2, '0');
  const parts = [String(year), twoDigits(1, 12), twoDigits(1, 28)];
  return parts.slice(0, random.pick([1, 2, 3, 3, 3])).join('-');
}

/** Some names come twice, as they do among people; most do not. */
function personName(random: Random): string {
  const middle = random.chance(0.2) ? ` ${random.pick(initials)}.` : '';
  return `${random.pick(firstNames)}${middle} ${surname(random)}`;
}

const surname = (random: Random): string =>
  random.pick(surnameBeginnings) + (random.chance(0.6) ? random.pick(surnameMiddles) : '') + random.pick(surnameEndings);

const createdAt = '2026-01-15T09:30:00.000+00:00';
const initials = [...'ABCDEFGHJKLMNOPRSTVW'];
const aliasTypes = ['name_variation', 'legal_name', 'birth_name', 'stage_name', 'pseudonym', 'native_name'];
const words = (text: string): string[] => text.split(' ');
const countries = words('US US US GB GB FR FR DE IT IT JP PL ES SE CZ HU RU IN BR CA AU AT NL DK NO FI IE MX AR KR CN GR');
const cities = words('London Paris Warszawa Kraków München Köln Wien Praha Budapest Roma Milano København Göteborg Tōkyō Montréal Łódź');
const firstNames = words(
  'Anna Bernard Clara Dimitri Élise Ennio François Georges Hans Henryk Ingrid Jerzy Jóhann José Katarzyna Krzysztof László Lena Łukasz Maja Márta Michał Miklós Nina Nino Ólafur Óscar Philip Rachel René Ryuichi Søren Sofía Stanisław Thomas Tōru Ulrike Vangelis Wojciech Yōko Zbigniew Zoë Alexandre Björk Carter Dario Elmer Franz Hildur James',
);
const surnameBeginnings = words(
  'Her Gór Wil Mor Kil Pre Ró Zim Del Des Jar Kaw Shi Tak Mül Schö Bjö Lind Ber Stra Des Gol Kor Pod Now Wój Sza Fer Gar Mar Ros Bac Tur Vel Zar Håk Åke Ong',
);
const surnameMiddles = words('r ma li ko zi ne ra ti so va be du ny la mi go pé ścz en ol');
const surnameEndings = words(
  'mann ecki iams ricone ar isner zsa mer ue plat re oto asaki emitsu ler berg nsson qvist stein vinsky ów ak czyk ańska rini ello ez ssi ova ström',
);
const groupBeginnings = words('The Royal Radio National Grand New Kammer Choeur Orchestre Philharmonia');
const groupEndings = words('Ensemble Quartet Orchestra Singers Trio Chorus Sinfonia Band Collective Players');
const biographies = [
  'Wrote for the stage before turning to film, and taught composition for many years.',
  'Known for spare orchestration and long melodic lines that return in changed harmony.',
  'Studied at the conservatory and played in its orchestra, then worked as an arranger for radio.',
  'Received two national prizes; most of the manuscripts are kept in the city library.',
];
