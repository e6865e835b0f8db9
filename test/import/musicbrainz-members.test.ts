import { expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { newContext } from '../../src/import/sources/musicbrainz/context';
import { membersOf } from '../../src/import/sources/musicbrainz/members';
import { mapRelease } from '../../src/import/sources/musicbrainz/release';
import { nothingKnown } from './mirror-fakes';
import * as documents from './musicbrainz-documents';

type About = keyof typeof membersOf;
type Json = Readonly<Record<string, unknown>>;

/** The object types of nested members; members of documents that are not imported are omitted. */
const within: Partial<Record<About, Readonly<Record<string, About>>>> = {
  release: {
    'artist-credit': 'artist-credit',
    'label-info': 'label-info',
    'release-group': 'release-group',
    media: 'medium',
    relations: 'relation',
    'release-events': 'release-event',
  },
  'release-group': { 'artist-credit': 'artist-credit', relations: 'relation' },
  medium: { tracks: 'track', 'data-tracks': 'track', pregap: 'track', discs: 'disc' },
  track: { 'artist-credit': 'artist-credit', recording: 'recording' },
  recording: { relations: 'relation' },
  'artist-credit': { artist: 'named artist' },
  'label-info': { label: 'named label' },
  'release-event': { area: 'named area' },
  relation: {
    artist: 'named artist',
    place: 'named place',
    label: 'named label',
    url: 'named page',
    series: 'named series',
    work: 'named work',
  },
  artist: { 'begin-area': 'named area', 'end-area': 'named area', 'life-span': 'life-span', aliases: 'alias', relations: 'relation' },
  label: { 'life-span': 'life-span', relations: 'relation' },
  work: { relations: 'relation' },
  area: { relations: 'relation' },
  'named work': { relations: 'relation' },
};

/** The members of an object and its nested objects that are not listed in {@link membersOf}. */
function undecided(about: About, value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap((item) => undecided(about, item));
  if (typeof value !== 'object' || value === null) return [];
  const { imported, again, notTaken } = membersOf[about];
  const decided = new Set([...imported, ...again, ...notTaken]);
  return Object.entries(value as Json).flatMap(([name, member]) => {
    const inner = within[about]?.[name];
    return [...(decided.has(name) ? [] : [`${about} ${name}`]), ...(inner === undefined ? [] : undecided(inner, member))];
  });
}

const fixtures = join(import.meta.dir, 'fixtures');
const realDocuments: readonly (readonly [About, string])[] = [
  ['release', 'musicbrainz-release.json'],
  ['release', 'musicbrainz-score.json'],
];

test('every member of the sample documents is listed as imported, redundant or ignored', () => {
  for (const [about, file] of realDocuments)
    expect([file, [...new Set(undecided(about, JSON.parse(readFileSync(join(fixtures, file), 'utf8'))))]]).toEqual([file, []]);
  const lines = readFileSync(join(fixtures, 'musicbrainz-members.jsonl'), 'utf8').trim().split('\n');
  expect(lines.length).toBeGreaterThan(4);
  for (const line of lines) {
    const { about, document } = JSON.parse(line) as { about: About; document: Json };
    expect([about, [...new Set(undecided(about, document))]]).toEqual([about, []]);
  }
});

test('no member of a document is listed twice', () => {
  for (const [about, { imported, again, notTaken }] of Object.entries(membersOf)) {
    const all = [...imported, ...again, ...notTaken];
    expect([about, all.filter((name, index) => all.indexOf(name) !== index)]).toEqual([about, []]);
  }
});

test('ignored members with a value are counted', () => {
  const context = newContext({ ...nothingKnown, findRole: (name) => name.toLowerCase() });
  const odd = {
    ...documents.filmRelease,
    quality: 'normal',
    'text-representation': { language: 'eng', script: 'Latn' },
    aliases: [],
    tags: [{ name: 'film', count: 1 }],
    relations: [
      { type: 'launch event', direction: 'backward', event: { id: 'x', name: 'A concert' } },
      { type: 'mixed in', direction: 'backward', area: { id: 'y', name: 'Wien' } },
      { type: 'lyrics', direction: 'forward', url: { id: 'z', resource: 'https://lyrics.example/1' } },
      { type: 'booking', direction: 'backward', attributes: [], artist: documents.composer },
    ],
  };
  const mapped = mapRelease(odd, context);
  const release = { type: 'Release', attributes: expect.objectContaining({ language: 'en' }) };
  expect(mapped?.records).toContainEqual(expect.objectContaining({ record: expect.objectContaining(release) }));
  expect(context.notTaken.counts).toEqual({
    'release quality': 1,
    'release tags': 1,
    'relations (launch event)': 1,
    'relations (mixed in)': 1,
    'relations (lyrics)': 1,
    'credits (booking)': 1,
    'packaging (Jewel Case)': 1,
  });
});
