import { afterAll, describe, expect, test } from 'bun:test';
import { FakeCatalog, fileOf, importReleases, release, releases, removeFiles } from './discogs-fakes';

afterAll(removeFiles);

async function releaseOf(content: string) {
  const catalog = await importReleases(release(1, content));
  return catalog.find('Release', 'A Score');
}

const withNotes = (notes: string) => releaseOf(`<notes>${notes}</notes>`);
const withFormat = (text: string, ...descriptions: readonly string[]) =>
  releaseOf(
    `<formats><format name="CD" qty="1" text="${text}"><descriptions>${descriptions.map((one) => `<description>${one}</description>`).join('')}</descriptions></format></formats>`,
  );

describe('the size of an edition', () => {
  test.each([
    ['Limited to 3,000 copies', 3_000],
    ['limited edition of 1500 units.', 1_500],
    ['Limited to 500 numbered copies worldwide', 500],
    ['Limited edition pressing of 2.000 copies', 2_000],
    ['Download Card Included. 2500 copies pressed.', 2_500],
    ['An edition of just 1 000 copies', 1_000],
    ['Only 300 copies', 300],
  ])('is read from notes: %s', async (notes, size) => {
    expect((await withNotes(notes)).edition_size).toBe(size);
  });

  test.each([
    ['3000 copies', 3_000],
    ['180g, 500 numbered copies', 500],
  ])('is read from the text of a format: %s', async (text, size) => {
    expect((await withFormat(text)).edition_size).toBe(size);
  });

  test.each([
    'Sold 500 copies in its first week.',
    'Sold more than 1,000,000 copies.',
    'Limited to members of the club.',
    'Recorded in 1982. Copies exist with a blue cover.',
    'Limited to 500 copies on red and limited to 1000 copies on black vinyl.',
  ])('is not read from unrelated or contradictory notes: %s', async (notes) => {
    expect(await withNotes(notes)).not.toHaveProperty('edition_size');
  });
});

describe('copies', () => {
  test.each(['Hand-numbered on the back.', 'A numbered limited edition.', 'Individually numbered copies.'])(
    'are numbered according to the notes: %s',
    async (notes) => {
      expect((await withNotes(notes)).numbered).toBe(true);
    },
  );

  test('are numbered according to the description of a format unless its text denies that', async () => {
    expect((await withFormat('', 'Limited Edition', 'Numbered')).numbered).toBe(true);
    expect(await withFormat('Unnumbered', 'Limited Edition')).not.toHaveProperty('numbered');
    expect(await withFormat('not numbered')).not.toHaveProperty('numbered');
    expect(await withNotes('The pages of the booklet are numbered.')).not.toHaveProperty('numbered');
  });
});

describe('the version of a track', () => {
  test.each([
    ['Main Title (Film Version)', { versions: ['film_version'] }],
    ['Main Title [As Used In The Film]', { versions: ['film_version'] }],
    ['Love Theme (Album Version) [previously unreleased]', { versions: ['album_version', 'previously_unreleased'] }],
    ['The Skeleton (Rescored Alternate)', { versions: ['alternate'] }],
    ['Luthor’s Luau (Source)', { source_cue: true }],
    ['Alternate Worlds', {}],
    ['The Source (Reprise)', {}],
    ['Love Theme (Long Version)', {}],
  ])('is read from the brackets of its title: %s', async (title, expected) => {
    const catalog = new FakeCatalog();
    const tracks = `<tracklist><track><position>1</position><title>${title}</title></track></tracklist>`;
    await catalog.import([fileOf(releases(release(1, tracks)))]);
    const { versions, source_cue } = catalog.find('ReleaseTrack', title) as { versions?: string[]; source_cue?: boolean };
    expect({ ...(versions && { versions }), ...(source_cue !== undefined && { source_cue }) }).toEqual(expected);
  });
});
