import { afterAll, describe, expect, setDefaultTimeout, test } from 'bun:test';
import { discogs } from '../../src/import/sources/discogs';
import { musicbrainz } from '../../src/import/sources/musicbrainz';
import { comparableExport } from '../support/comparable';
import { limitOf } from '../support/runs';
import { seededStore } from '../support/server';
import { uuid } from '../support/uuids';
import { fileOf, releases, removeFiles } from './discogs-fakes';
import { linesOf } from './musicbrainz-documents';
import { importSource } from './reconciliation';

setDefaultTimeout(limitOf(120_000));

afterAll(removeFiles);

const artist = { id: uuid(1), name: 'Ana Lund', 'sort-name': 'Lund, Ana', type: 'Person' };
const credited = [{ name: artist.name, joinphrase: '', artist }];

/** An album of MusicBrainz with its only release, which has a catalog number. */
interface Album {
  readonly title: string;
  readonly year?: string;
  readonly films?: readonly string[];
  readonly barcode?: string;
}

const groupOf = ({ title, films = [], year = '' }: Album, index: number) => ({
  id: uuid(10 + index),
  title,
  'primary-type': 'Album',
  'secondary-types': ['Soundtrack'],
  'secondary-type-ids': ['22a628ad-c082-3c4f-b1b6-d41665107b88'],
  'first-release-date': year,
  'artist-credit': credited,
  relations: films.map((film) => ({
    type: 'IMDb',
    direction: 'forward',
    'target-type': 'url',
    url: { id: uuid(900), resource: `https://www.imdb.com/title/${film}/` },
  })),
});

const releaseOf = (album: Album, index: number) => ({
  id: uuid(20 + index),
  title: album.title,
  status: 'Official',
  date: album.year ?? '',
  barcode: album.barcode ?? null,
  'artist-credit': credited,
  'release-group': groupOf(album, index),
  media: [{ position: 1, format: 'CD', tracks: [{ id: uuid(30 + index), position: 1, number: '1', title: 'Cue', length: 72_000 }] }],
});

const discogsRelease = ({ title, year = '', barcode = '' }: Album, index: number): string =>
  `<release id="${6_600_000 + index}" status="Accepted"><artists><artist><id>5003</id><name>Ana Lund</name></artist></artists>
  <title>${title}</title><extraartists><artist><id>5003</id><name>Ana Lund</name><role>Composed By</role></artist></extraartists>
  <formats><format name="CD" qty="1" text=""/></formats><genres><genre>Stage &amp; Screen</genre></genres>
  <styles><style>Soundtrack</style><style>Score</style></styles><released>${year}</released>
  <tracklist><track><position>1</position><title>Cue</title><duration>1:12</duration></track></tracklist>
  <identifiers>${barcode && `<identifier type="Barcode" value="${barcode}"/>`}</identifiers></release>`;

type File = 'd' | 'g' | 'r';

/** Imports the files of each command. */
async function importedBy(commands: readonly string[], albums: readonly Album[]) {
  const store = await seededStore();
  const files: Record<File, string> = {
    d: releases(...albums.map(discogsRelease)),
    g: linesOf(...albums.map(groupOf)),
    r: linesOf(...albums.map(releaseOf)),
  };
  const names = { d: 'discogs_releases.xml', g: 'release-group.jsonl', r: 'release.jsonl' };
  for (const command of commands) {
    const paths = ([...command] as File[]).map((file) => fileOf(files[file], names[file]));
    const source = command === 'd' ? discogs(paths) : musicbrainz(paths, { includeNoncommercial: false });
    expect((await importSource(store, source)).kept).toBe(0);
  }
  return store;
}

const film: readonly Album[] = [
  { title: 'Inception: Music From the Motion Picture', year: '2010-07-13', films: ['tt1375666'], barcode: '093624964964' },
  { title: 'Inception (Expanded Edition)' },
];

const orders = [
  ['d', 'g', 'r'],
  ['d', 'r', 'g'],
  ['g', 'd', 'r'],
  ['g', 'r', 'd'],
  ['r', 'd', 'g'],
  ['r', 'g', 'd'],
  ['d', 'gr'],
  ['d', 'rg'],
  ['gr', 'd'],
  ['rg', 'd'],
];

describe('the same catalog results from imports in any order', () => {
  test.each<[string, readonly Album[]]>([
    ['film', film],
    ['film with the smaller album last', film.toReversed()],
    [
      'series',
      [
        { title: 'Harbour: Season One (Original Television Soundtrack)', year: '2011', films: ['tt2000001'], barcode: '093624964964' },
        { title: 'Harbour (Original Television Soundtrack)', year: '2013' },
      ],
    ],
    [
      'game',
      [
        { title: 'Deep Mine (Original Game Soundtrack)', year: '2009', films: ['tt3000001'], barcode: '093624964964' },
        { title: 'Deep Mine: Original Video Game Score', year: '2012' },
      ],
    ],
    [
      'two films of one release group',
      [
        {
          title: 'Night Train / Day Boat (Original Soundtracks)',
          year: '2001',
          films: ['tt4000001', 'tt4000002'],
          barcode: '093624964964',
        },
        { title: 'Night Train (Original Motion Picture Soundtrack)', year: '1999' },
      ],
    ],
    [
      'three albums of a film',
      [
        { title: 'The Lake (Original Score)', year: '1994' },
        { title: 'The Lake (Music From the Motion Picture)', year: '1994', films: ['tt5000001'], barcode: '093624964964' },
        { title: 'The Lake: Complete Score', year: '2014', films: ['tt5000001'] },
      ],
    ],
    [
      'remake',
      [
        { title: 'The Lion (Original Score)', year: '1994', films: ['tt6000001'], barcode: '093624964964' },
        { title: 'The Lion (Original 2019 Soundtrack)', year: '2019', films: ['tt6000002'] },
      ],
    ],
  ])('%s', async (_, albums) => {
    const expected = comparableExport(await importedBy(['g', 'r', 'd'], albums));
    for (const commands of orders) expect([commands, comparableExport(await importedBy(commands, albums))]).toEqual([commands, expected]);
  });
});
