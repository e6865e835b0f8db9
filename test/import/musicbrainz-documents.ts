// Invented dump documents: a film, its soundtrack and unrelated records.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { uuid as id } from '../support/uuids';

const soundtrack = '22a628ad-c082-3c4f-b1b6-d41665107b88';
const url = (resource: string) => ({ type: 'a link', 'target-type': 'url', direction: 'forward', url: { id: id(900), resource } });
const by = (type: string, artist: object, more: object = {}) => ({
  type,
  'target-type': 'artist',
  direction: 'backward',
  attributes: [],
  artist,
  'source-credit': '',
  'target-credit': '',
  ...more,
});

const austria = { id: id(1), name: 'Austria', 'iso-3166-1-codes': ['AT'] };
export const vienna = {
  id: id(2),
  name: 'Wien',
  type: 'City',
  'iso-3166-2-codes': ['AT-9'],
  relations: [{ type: 'part of', direction: 'backward', area: austria }],
};

const ana = { id: id(10), name: 'Ana Lund', 'sort-name': 'Lund, Ana', type: 'Person', country: 'AT', disambiguation: '' };
const players = { id: id(11), name: 'Vienna Film Orchestra', type: 'Orchestra', country: 'AT', disambiguation: '' };
const owl = { id: id(12), name: 'Captain Owl', type: 'Character', country: null, disambiguation: '' };
const voice = { id: id(13), name: 'Vera Voice', type: 'Person', country: 'XW', disambiguation: 'actor' };

export const composer = {
  ...ana,
  'life-span': { begin: '1950', end: null, ended: false },
  'begin-area': { id: id(2), name: 'Wien', type: null, 'iso-3166-2-codes': ['AT-9'] },
  aliases: [
    { name: 'Anna Lundström', type: 'Legal name', locale: null, primary: null },
    { name: 'A. Lund', type: 'Artist name', locale: 'de', primary: true },
    { name: 'anna lundstrom', type: 'Search hint', locale: null, primary: null },
  ],
  relations: [url('https://www.imdb.com/name/nm0000001/')],
};
export const orchestra = {
  ...players,
  relations: [by('member of band', ana, { begin: '1980' }), by('member of band', { id: id(19), name: 'A Stranger' }, { begin: '1970' })],
};
export const character = { ...owl, 'life-span': { begin: '1990', end: '1999' }, relations: [by('voice actor', voice)] };
export const actor = { ...voice, relations: [{ ...by('voice actor', owl), direction: 'forward' }] };
export const stranger = { id: id(19), name: 'A Stranger', type: 'Person' };

export const label = { id: id(20), name: 'Varèse Sarabande', country: 'US', 'life-span': { begin: '1978', end: null } };
export const otherLabel = { id: id(21), name: 'Another Label', country: 'US' };

export const filmGroup = {
  id: id(30),
  title: 'Night Train: Original Motion Picture Soundtrack',
  'primary-type': 'Album',
  'secondary-type-ids': [soundtrack],
  relations: [url('https://www.imdb.com/title/tt0012345/')],
};
export const albumGroup = {
  id: id(31),
  title: 'Castle of Stars (Original Game Soundtrack)',
  'primary-type': 'Album',
  'secondary-type-ids': [soundtrack],
};
export const otherGroup = { id: id(32), title: 'Songs', 'primary-type': 'Album', 'secondary-type-ids': [], disambiguation: soundtrack };

export const cueWork = { id: id(40), title: 'Départ', type: null, relations: [by('composer', ana)] };
export const filmWork = {
  id: id(41),
  title: 'The Night Train',
  type: 'Soundtrack',
  relations: [by('composer', ana), url('https://www.imdb.com/title/tt0012345/')],
};
export const otherWork = { id: id(42), title: 'A Song', type: 'Song', relations: [by('composer', stranger)] };

const credit = [
  { name: 'Ana Lund', joinphrase: ' & ', artist: ana },
  { name: 'Vienna Film Orchestra', joinphrase: '', artist: players },
];

const track = (number: number, title: string, length: number | null, recording: object = {}) => ({
  id: id(number),
  number: 'A1',
  position: number - 60,
  title,
  length,
  'artist-credit': credit,
  recording: { id: id(number + 20), title, length, isrcs: [], disambiguation: '', relations: [], ...recording },
});

export const filmRelease = {
  id: id(50),
  title: 'Night Train',
  date: '1994-05-00',
  country: 'XW',
  barcode: '',
  packaging: 'Jewel Case',
  'artist-credit': credit,
  'label-info': [{ 'catalog-number': 'VSD-1', label: { id: id(20), name: 'Varèse Sarabande' } }],
  'release-group': filmGroup,
  relations: [url('https://www.discogs.com/release/123'), by('performer', owl), by('performer', voice)],
  media: [
    {
      position: 1,
      format: 'CD',
      title: '',
      pregap: { ...track(64, 'Hidden', 1_000), position: 0 },
      tracks: [
        track(61, 'De\u0301part', 123_500, {
          isrcs: ['US-ABC-12-34567'],
          disambiguation: 'film version',
          relations: [
            by('performing orchestra', players),
            by('conductor', ana),
            { type: 'performance', direction: 'forward', work: { id: id(40), title: 'Départ' } },
          ],
        }),
        track(62, 'Arrivée', null),
      ],
      'data-tracks': [track(63, 'Trailer', 60_000)],
    },
  ],
};
export const otherRelease = { ...filmRelease, id: id(51), 'release-group': otherGroup };

/** A real release, turned into a soundtrack. */
export const realScore = (): string =>
  readFileSync(join(import.meta.dir, 'fixtures/musicbrainz-score.json'), 'utf8').replace(
    '"secondary-type-ids":[]',
    `"secondary-type-ids":["${soundtrack}"]`,
  );

/** A file of JSON lines. */
export const linesOf = (...values: readonly object[]): string => values.map((value) => JSON.stringify(value)).join('\n');
