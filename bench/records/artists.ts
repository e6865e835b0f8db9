import type { Random } from '../random';
import { createdAt, externalLink, type GeneratedIris, partialDate, relationshipTo } from './record';
import { biography, cities, countries, groupName, personName } from './words';

// Shares as in a catalog of film music.
const shareOfGroups = 0.05;
const shareWithAliases = 0.2;
const shareWithDates = 0.7;
const shareOfDead = 0.3;
const shareOfFictional = 0.02;
const shareWithLinks = 0.3;

/** Artists with aliases, links and group memberships. */
export function* artistRecords(random: Random, iris: GeneratedIris, artists: number): Generator<object> {
  for (let number = 0; number < artists; number++) {
    const id = `/api/artists/${random.uuid()}`;
    const isGroup = random.chance(shareOfGroups);
    const fictional = !isGroup && random.chance(shareOfFictional);
    (isGroup ? iris.groups : fictional ? iris.fictional : iris.people).push(id);
    yield { type: 'Artist', id, attributes: isGroup ? group(random) : person(random, fictional) };
    if (random.chance(shareWithLinks)) yield externalLink(random, 'ArtistExternalLink', id, 'discogs');
    if (!random.chance(shareWithAliases)) continue;
    yield alias(random, id, 1);
    if (random.chance(0.5)) yield alias(random, id, 2);
  }
  for (const id of iris.groups) yield* memberships(random, id, iris.people);
}

function person(random: Random, fictional: boolean): object {
  return {
    name: personName(random),
    _type: 'person',
    country: random.chance(0.9) ? random.pick(countries) : null,
    real_name: random.chance(0.1) ? personName(random) : null,
    begin_city: random.chance(0.4) ? random.pick(cities) : null,
    ...(random.chance(shareWithDates) && lifetime(random, fictional)),
    biography: random.chance(0.15) ? biography(random) : null,
    fictional,
    created_at: createdAt,
  };
}

function group(random: Random): object {
  return {
    name: groupName(random),
    _type: random.pick(['group', 'orchestra', 'choir']),
    country: random.pick(countries),
    begin_date: random.chance(shareWithDates) ? partialDate(random, random.between(1900, 2015)) : null,
    created_at: createdAt,
  };
}

function alias(random: Random, artist: string, position: number): object {
  return {
    type: 'ArtistAlias',
    id: `${artist}/aliases/${random.uuid()}`,
    attributes: { variation: personName(random), _type: random.pick(aliasTypes), position, created_at: createdAt },
  };
}

const aliasTypes = ['name_variation', 'legal_name', 'birth_name', 'stage_name', 'pseudonym', 'native_name'];

/** Three to five members, or fewer in a very small catalog. */
function* memberships(random: Random, group: string, people: readonly string[]): Generator<object> {
  const members = new Set(people.length === 0 ? [] : Array.from({ length: random.between(3, 5) }, () => random.pick(people)));
  for (const [index, member] of [...members].entries()) {
    yield {
      type: 'ArtistGroupMember',
      id: `${member}/group-memberships/${random.uuid()}`,
      attributes: { position: index + 1, created_at: createdAt },
      relationships: { group: relationshipTo('Artist', group) },
    };
  }
}

/** Fictional artists have no end date. */
function lifetime(random: Random, fictional: boolean): { begin_date: string; end_date?: string } {
  const born = random.between(1850, 2000);
  const begin_date = partialDate(random, born);
  if (fictional || !random.chance(shareOfDead)) return { begin_date };
  return { begin_date, end_date: partialDate(random, born + random.between(40, 90)) };
}
