import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import type { ListedDisc, ListedTrack } from '../../src/catalog/tracks/listed-tracks';
import { readTrackList, writeTrackList } from '../../src/catalog/tracks/track-list';
import { mostListedTracks } from '../../src/catalog/tracks/track-list-reader';
import { trackVersions } from '../../src/catalog/vocabularies/vocabularies';
import { sentenceOf } from '../../src/messages/message';
import { oneLine } from '../../src/store/values/folding';
import { runs } from '../support/runs';

const first = (line: string) => readTrackList(line).discs[0]?.tracks[0];
const titles = (tracks: readonly ListedTrack[] = []) => tracks.map(({ title }) => title);
const problems = (text: string) => readTrackList(text).odd.map(({ line, problem, isTaken }) => [line, sentenceOf(problem), isTaken]);

test.each(['Total time: 72:11', 'Total Playing Time 45:03', 'TT: 61:20', 'Total: 38:55', 'Gesamtspielzeit: 72:11', 'Running time: 45:00'])(
  'the total length of a disc is not a track: %s',
  (line) => {
    const { discs, odd } = readTrackList(`1. One 2:30\n${line}\nTotal Recall 3:00\n`);
    expect([discs.flatMap(({ tracks }) => titles(tracks)), odd]).toEqual([['One', 'Total Recall'], []]);
  },
);

describe('a line of a track list', () => {
  test.each([
    ['1. Main Title 3:45', '1', 'Main Title', 225],
    ['A1 Prelude (2:10)', 'A1', 'Prelude', 130],
    ['01 - Title - 02:33', '1', 'Title', 153],
    ['1) Love Theme', '1', 'Love Theme', undefined],
    ['1-05 Title', '1-05', 'Title', undefined],
    ['CD1-05 Title', 'CD1-05', 'Title', undefined],
    ['b2a Bridge 1:00', 'B2a', 'Bridge', 60],
    ['12\tEnd Credits\t10:02', '12', 'End Credits', 602],
    ['2-03 The Chase [1:02:03]', '2-03', 'The Chase', 3_723],
    ['1 Everything 12:34:56', '1', 'Everything', 45_296],
    ["2. Theme 3'45", '2', 'Theme', 225],
    ['B2. The Murder ... 0:59', 'B2', 'The Murder', 59],
    ['4. The Road........3:00', '4', 'The Road', 180],
    ['5. To Be Continued... 3:00', '5', 'To Be Continued...', 180],
    ['3. 24 Hours 1:00', '3', '24 Hours', 60],
    ['4. 1917 – 2:00', '4', '1917', 120],
    ['A Day in the Life 5:03', undefined, 'A Day in the Life', 303],
    ['A. Prelude', 'A', 'Prelude', undefined],
    ['Suite (From "Jaws") 4:11', undefined, 'Suite (From "Jaws")', 251],
    ['7. Unknown 0:00', '7', 'Unknown', undefined],
    ['1917', undefined, '1917', undefined],
    ['2001: A Space Odyssey 1:40', undefined, '2001: A Space Odyssey', 100],
    ['3:10 to Yuma', undefined, '3:10 to Yuma', undefined],
    ['  5.  Überfall　 3’07” ', '5', 'Überfall', 187],
    ['6. Part 2', '6', 'Part 2', undefined],
    ['夜明け\t4:00', undefined, '夜明け', 240],
  ])('is parsed: %p', (line, number, title, seconds) => {
    const { line: _, parts: __, ...track } = first(line) ?? { line: 0, parts: [], title: '' };
    expect<object>(track).toEqual({ ...(number !== undefined && { number }), title, ...(seconds !== undefined && { seconds }) });
  });

  test.each([
    ['A1\tBernard Herrmann–\tPrelude\t2:10', 'Prelude', 'Bernard Herrmann'],
    ['1\tPrelude\tBernard Herrmann\t2:10', 'Prelude', 'Bernard Herrmann'],
    ['Prelude\tBernard Herrmann\t2:10', 'Prelude', 'Bernard Herrmann'],
  ])('has an artist if it has a column for it: %p', (line, title, artist) => {
    expect(first(line)).toMatchObject({ title, artist, seconds: 130 });
  });
});

test('headings separate discs, and sides prefix their letter to track numbers', () => {
  const list = 'Tracklist:\n\nDisc 1: The Score\nSide A\n1. Prelude\nSide B\n1. Finale\n\nCD 2 of 2\n#\tTitle\tLength\n1\tSong\t2:00\n';
  expect(readTrackList(list)).toEqual({
    discs: [
      {
        heading: 'The Score',
        tracks: [
          { number: 'A1', title: 'Prelude', line: 5, parts: [] },
          { number: 'B1', title: 'Finale', line: 7, parts: [] },
        ],
      },
      { tracks: [{ number: '1', title: 'Song', seconds: 120, line: 11, parts: [] }] },
    ],
    odd: [],
  });
});

test('numbers with a disc part separate discs without headings', () => {
  expect(readTrackList('1-01 One\n1-02 Two\n2-01 Three').discs.map(({ tracks }) => titles(tracks))).toEqual([['One', 'Two'], ['Three']]);
});

test('an indented line is a part of the track above it, unless all lines are indented', () => {
  const [disc] = readTrackList('1. Suite 9:00\n  a. Night 4:00\n\tb. Day 5:00\n2. End').discs;
  expect(disc?.tracks.map(({ title, parts }) => [title, titles(parts)])).toEqual([
    ['Suite', ['Night', 'Day']],
    ['End', []],
  ]);
  expect(titles(readTrackList('   1. One\n   2. Two').discs[0]?.tracks)).toEqual(['One', 'Two']);
});

test('a leading number without punctuation belongs to the title if other lines have no numbers', () => {
  expect(titles(readTrackList('24 Hours\nThe Chase\nFinale').discs[0]?.tracks)).toEqual(['24 Hours', 'The Chase', 'Finale']);
});

test('a length on its own line belongs to the track above it', () => {
  expect(readTrackList('Main Title\n3:45\n2:00')).toMatchObject({
    discs: [{ tracks: [{ title: 'Main Title', seconds: 225 }] }],
    odd: [{ line: 3, problem: { code: 'length_without_title', params: {} }, isTaken: false }],
  });
});

test('problems are reported by line, with whether the line is still a track', () => {
  expect(readTrackList('A1 One 1:00\nB5 Hand to Hand Combat 2:3O').odd).toEqual([
    {
      line: 2,
      text: 'B5 Hand to Hand Combat 2:3O',
      problem: { code: 'length_letter', params: { text: '2:3O', letter: 'O' } },
      isTaken: true,
    },
  ]);
  expect(first('B5 Hand to Hand Combat 2:3O')).toMatchObject({ title: 'Hand to Hand Combat 2:3O' });
  expect(problems('1. One 2:75\n2. Two 2:5\n3. Three 2.30')).toEqual([
    [1, '“2:75” is not a length: a minute has 60 seconds.', true],
    [2, '“2:5” is not a length: seconds have two digits.', true],
    [3, '“2.30” is not a length. Write 2:30 if you mean one.', true],
  ]);
  expect(problems('1. One 99:99:99\n2\tTwo\t1:2:3\n3. Three (1:02:03:04)')).toEqual([
    [1, '“99:99:99” is not a length: a minute has 60 seconds.', true],
    [2, '“1:2:3” is not a length: seconds have two digits.', true],
    [3, '“1:02:03:04” is not a length such as 3:45 or 1:02:03.', true],
  ]);
  const known = 'At the end of a line, after the length, #film_version, #album_version, #alternate, #previously_unreleased name a version.';
  expect(problems('1. One 1:00 #nonsense\n2. Two #alternate 2:00\n3:00 #alternate\n4. Take #2 1:00')).toEqual([
    [1, `“#nonsense” is not understood. ${known}`, true],
    [2, `“#alternate” is not understood. ${known}`, true],
    [3, 'A length without a title.', false],
    [3, `“#alternate” is not understood. ${known}`, false],
  ]);
  expect(problems('  1a. Part\n1. Track\n2. Track')).toEqual([[1, 'A part without a track before it. It is read as a track.', true]]);
  expect(problems('1. One 1:00\n2. Two 1:00\n3. Three 1:00\nBonus')).toEqual([
    [4, 'This has neither number nor length. Is it a track or a heading?', true],
  ]);
  expect(problems('Disc 1\n1. One\nDisc 2\n')).toEqual([[3, 'A disc without tracks.', false]]);
});

test('titles that are too long and excess tracks are reported and omitted, never truncated', () => {
  expect(readTrackList(`1. ${'x'.repeat(256)}\n2. Two`)).toMatchObject({
    discs: [{ tracks: [{ title: 'Two' }] }],
    odd: [{ line: 1, problem: { code: 'title_too_long', params: { max: 255 } }, isTaken: false }],
  });
  const { discs, odd } = readTrackList('1. Track\n'.repeat(5_000));
  expect(discs[0]?.tracks).toHaveLength(mostListedTracks);
  expect(odd).toMatchObject([{ line: mostListedTracks + 1, isTaken: false }]);
});

const word = fc.constantFrom('Main', 'Theme', 'The', 'Love', 'Überfall', 'End', 'of', 'Night');
const plainTitle = fc.array(word, { minLength: 1, maxLength: 4 }).map((words) => words.join(' '));

test('a list in any of the common layouts is parsed correctly', () => {
  const track = fc.record({ title: plainTitle, seconds: fc.option(fc.integer({ min: 1, max: 5_999 }), { nil: undefined }) });
  const layout = fc.constantFrom<(number: string, title: string, length: string) => string>(
    (number, title, length) => `${number}. ${title}${length && ` ${length}`}`,
    (number, title, length) => `${number} - ${title}${length && ` - ${length}`}`,
    (number, title, length) => `${number}) ${title}${length && ` (${length})`}`,
    (number, title, length) => `${number}\t${title}${length && `\t${length}`}`,
  );
  fc.assert(
    fc.property(fc.array(track, { minLength: 1, maxLength: 20 }), layout, fc.boolean(), (tracks, write, isSided) => {
      const numbers = tracks.map((_, index) => (isSided ? `A${index + 1}` : String(index + 1)));
      const lengthOf = (seconds: number | undefined) =>
        seconds === undefined ? '' : `${Math.trunc(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
      const text = tracks.map(({ title, seconds }, index) => write(numbers[index] ?? '', title, lengthOf(seconds))).join('\n');
      const read = readTrackList(text).discs[0]?.tracks.map(({ number, title, seconds }) => [number, title, seconds]);
      expect(read).toEqual(tracks.map(({ title, seconds }, index) => [numbers[index], title, seconds]));
    }),
  );
});

const line = (maxLength: number) =>
  fc
    .oneof(
      plainTitle,
      fc.string({ unit: 'grapheme', maxLength }),
      fc.constantFrom(...'Disc 2|Side A|–|-|3:45|24 Hours|A1|01|1. Prelude 2:00|Tracklist|#1.|a –|...|007|Take #alternate'.split('|')),
    )
    .map((text) => oneLine(text, 255))
    .filter((text) => text !== undefined);

const optional = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined });

const listed = (parts: fc.Arbitrary<ListedTrack[]>): fc.Arbitrary<ListedTrack> =>
  fc
    .record({
      title: line(40),
      number: optional(fc.oneof(fc.constantFrom('1', '2', 'A1', '1-01', '2-01', '01', 'a1'), line(10))),
      artist: optional(line(20)),
      seconds: optional(fc.integer({ min: 1, max: 360_059 })),
      versions: optional(fc.subarray([...trackVersions.words], { minLength: 1 })),
      parts,
    })
    .map((track) => ({ ...withoutUndefined(track), line: 0 }));

const withoutUndefined = <T extends object>(record: T): T =>
  Object.fromEntries(Object.entries(record).filter(([, value]) => value !== undefined)) as T;

const withoutLines = (discs: readonly ListedDisc[]): unknown =>
  JSON.parse(JSON.stringify(discs, (name, value) => (name === 'line' ? undefined : value)));

test('any list survives writing and reading', () => {
  const part = listed(fc.constant([]));
  const tracks = fc.array(listed(fc.oneof({ weight: 3, arbitrary: fc.constant<ListedTrack[]>([]) }, fc.array(part, { maxLength: 3 }))), {
    minLength: 1,
    maxLength: 8,
  });
  const disc = fc.record({ heading: optional(line(30)), tracks }).map(withoutUndefined);
  fc.assert(
    fc.property(fc.array(disc, { maxLength: 3 }), (discs) => {
      expect(withoutLines(readTrackList(writeTrackList(discs)).discs)).toEqual(withoutLines(discs));
    }),
    { numRuns: runs(100) },
  );
});

test('a list is written in a plain layout', () => {
  const text = 'A1 Main Title 2:19 #film_version #alternate\nA2 Out to Sea\n  A2a Calm 1:00:05\n';
  expect(writeTrackList(readTrackList(text).discs)).toBe(text);
});

test('any text is parsed completely, into titles that the catalog accepts', () => {
  let titles = 0;
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 500 }), (text) => {
      for (const { tracks } of readTrackList(text).discs)
        for (const { title } of tracks) {
          titles++;
          expect(title).toMatch(/^\S(?:[^\p{Cc}]{0,253}\S)?$/su);
        }
    }),
  );
  expect(titles).toBeGreaterThan(0);
});

test('repetitive texts do not make the parser slow', () => {
  for (const piece of [' ', '\t', '.', ' -', '1 ', '1:', '(', '0', 'A1', 'CD 1 ', ' . ', '–\t', '…', ' of ']) {
    const line = piece.repeat(1_000).slice(0, 999);
    expect(readTrackList(`${line}x\n`.repeat(200)).odd.length).toBeLessThanOrEqual(100);
  }
  expect(readTrackList(`${' .'.repeat(5_000)}x\n`.repeat(1_000)).odd).toHaveLength(100);
});
