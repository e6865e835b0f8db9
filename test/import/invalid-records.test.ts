import { beforeAll, describe, expect, test } from 'bun:test';
import { SetupError } from '../../src/errors';
import { importRecords } from '../../src/import/seed';
import { link, merged, track as numberedTrack, production, to } from '../records/numbered-records';
import { artist, artistIri } from '../support/numbered-artists';
import { numbered, startServer, type TestServer } from '../support/server';
import { uuid } from '../support/uuids';

/** Imports records that must be refused, and returns the message. */
async function refusalOf(server: TestServer, ...records: unknown[]): Promise<string> {
  const error = await importRecords(server.store, numbered(records, 'new.jsonl')).then(
    () => new Error('The records were accepted.'),
    (reason: unknown) => reason,
  );
  if (!(error instanceof SetupError)) throw error;
  return error.message;
}

describe('an import with an invalid record', () => {
  const film = (attributes: object) => production(20, 'Film', attributes);
  const redirect = (attributes: object, artist: string) => ({
    type: 'SlugRedirect',
    id: 'old',
    attributes: { resource_type: 'Artist', ...attributes },
    relationships: { resource: to('Artist', artist) },
  });
  const release = `/api/releases/${uuid(30)}`;
  const format = `${release}/formats/${uuid(31)}`;
  const otherRelease = `/api/releases/${uuid(32)}`;
  const nowhere = uuid(999);
  const credit = (rest: object) => ({ iri: artistIri(1), credit_role: 'composer', ...rest });
  const portrayal = (relationships: object, attributes: object = {}) => ({
    type: 'Portrayal',
    id: `/api/portrayals/${uuid(50)}`,
    attributes,
    relationships,
  });
  const track = (attributes: object) => numberedTrack(30, 31, 60, { position: 1, title: 'Track', ...attributes });
  const membership = (relationships?: object) => ({
    type: 'ArtistGroupMember',
    id: `${artistIri(1)}/group-memberships/${uuid(40)}`,
    attributes: {},
    ...(relationships && { relationships }),
  });

  let server: TestServer;
  beforeAll(async () => {
    server = await startServer([
      artist(1, { slug: 'taken' }),
      artist(2, { name: 'Kermit', fictional: true }),
      film({}),
      { type: 'Release', id: release, attributes: { title: 'Album' } },
      { type: 'Release', id: otherRelease, attributes: { title: 'Other Album' } },
      { type: 'ReleaseFormat', id: format, attributes: {} },
    ]);
  });

  const invalid: readonly (readonly [flaw: string, record: unknown, reason: RegExp])[] = [
    ['that is a string', 'Max Steiner', /JSON object/],
    ['that is null', null, /JSON object/],
    ['that is a list', [artist(5)], /JSON object/],
    ['without a type', { id: artistIri(5), attributes: {} }, /type/],
    ['whose id is a number', { type: 'Artist', id: 5, attributes: {} }, /id/],
    ['whose attributes are a list', { type: 'Artist', id: artistIri(5), attributes: [] }, /attributes/],
    ['with an unknown member', { ...artist(5), notes: 'mine' }, /notes/],
    ['of an unknown type', { type: 'Composition', id: `/api/compositions/${uuid(5)}` }, /Composition/],
    ['of a type in lower case', { ...artist(5), type: 'artist' }, /"artist"/],
    ['of a type named like a property of every object', { ...artist(5), type: 'constructor' }, /constructor/],
    ['whose id is a bare UUID', { ...artist(5), id: uuid(5) }, new RegExp(`${uuid(5)}.*Artist`)],
    ['whose IRI is of another type', { ...artist(5), id: `/api/labels/${uuid(5)}` }, /\/api\/labels\/.*Artist/],
    ['whose IRI has no UUID', { ...artist(5), id: '/api/artists/max-steiner' }, /max-steiner/],
    ['whose IRI has a trailing slash', { ...artist(5), id: `${artistIri(5)}/` }, /Artist/],
    ['with an unknown attribute', artist(5, { shoe_size: 43 }), /shoe_size/],
    ['without a name', { type: 'Artist', id: artistIri(5), attributes: { _type: 'person' } }, /name/],
    ['with an empty name', artist(5, { name: '' }), /name/],
    ['with a name too long', artist(5, { name: 'x'.repeat(256) }), /name/],
    ['with a name that is not a string', artist(5, { name: 5 }), /name/],
    ['with notes too long', artist(5, { biography: 'x'.repeat(10_001) }), /biography/],
    ['with month 13', artist(5, { begin_date: '1950-13' }), /begin_date/],
    ['with a day after the end of the month', artist(5, { begin_date: '2023-02-29' }), /begin_date/],
    ['with a truncated date', artist(5, { end_date: '1950-1' }), /end_date/],
    ['with a date and a time', artist(5, { end_date: '1950-01-01T00:00' }), /end_date/],
    ['with an end_date on a fictional artist', artist(5, { fictional: true, end_date: '1990' }), /fictional|end_date/],
    ['with an invalid time', artist(5, { created_at: 'yesterday' }), /created_at/],
    ['with a country name', artist(5, { country: 'Poland' }), /country/],
    ['with a string as a boolean', artist(5, { fictional: 'yes' }), /fictional/],
    ['with the slug of another record', artist(5, { slug: 'taken' }), /slug/],
    [
      'below an unknown artist',
      { type: 'ArtistAlias', id: `/api/artists/${nowhere}/aliases/${uuid(6)}`, attributes: { variation: 'X' } },
      new RegExp(nowhere),
    ],
    ['without a required relationship', membership(), /group/],
    ['with a relationship to an unknown record', membership({ group: to('Artist', `/api/artists/${nowhere}`) }), new RegExp(nowhere)],
    ['with a relationship to a slug', membership({ group: to('Artist', 'the-beatles') }), /the-beatles/],
    ['with a relationship to a record of another type', membership({ group: to('Label', `/api/labels/${uuid(2)}`) }), /label/i],
    ['that makes an artist a member of itself', membership({ group: to('Artist', artistIri(1)) }), /member|group/],
    ['with an unknown relationship', { ...artist(5), relationships: { spouse: to('Artist', artistIri(1)) } }, /spouse/],
    ['of a portrayal by a fictional performer', portrayal({ performer: to('Artist', artistIri(2)) }), /performer/],
    ['of a portrayal of a real artist', portrayal({ fictionalArtist: to('Artist', artistIri(1)) }), /fictional/],
    [
      'of a portrayal in an unknown production',
      portrayal({ production: to('Production', `/api/productions/${nowhere}`) }),
      new RegExp(nowhere),
    ],
    ['of a portrayal with an unknown aspect', portrayal({}, { aspects: ['dance'] }), /aspects/],
    ['of a portrayal with a repeated aspect', portrayal({}, { aspects: ['voice', 'voice'] }), /aspects/],
    [
      'with a javascript: link',
      { ...link('artists', 1, 7, 'x', '1'), attributes: { provider: 'x', external_id: '1', url: 'javascript:alert(1)' } },
      /url/,
    ],
    [
      'with a credit of an unknown artist',
      production(21, 'F', { composers: [{ iri: `/api/artists/${nowhere}`, credit_role: 'composer' }] }),
      new RegExp(nowhere),
    ],
    ['with a credit role that is not a string', track({ credits: [credit({ credit_role: 5 })] }), /^credits\.0\.credit_role: /],
    ['of an unknown artist type', artist(5, { _type: 'persons' }), /^_type: This must be one of person, group, orchestra, choir\.$/],
    ['with a malformed slug', artist(5, { slug: 'A b' }), /^slug: .*separated by single hyphens/],
    ['with an unknown credit role', track({ credits: [credit({ credit_role: 'tea-maker' })] }), /tea-maker/],
    ['with two credits at the same position', track({ credits: [credit({ position: 1 }), credit({ position: 1 })] }), /position|UNIQUE/],
    ['with a year as a string', film({ year: '1977' }), /year/],
    ['with a truncated release date', film({ release_date: '1977' }), /release_date/],
    ['of a track without a position', { ...track({}), attributes: { title: 'Track' } }, /position/],
    ['of a track of 75 seconds', track({ seconds: 75 }), /seconds/],
    ['of a track of negative length', track({ minutes: -1 }), /minutes/],
    ['of a track with a truncated ISRC', track({ isrc_code: 'DEG93' }), /isrc_code/],
    ['of a track under another release', { ...track({}), id: `${otherRelease}/formats/${uuid(31)}/tracks/${uuid(60)}` }, /another release/],
    [
      'of a track that has sub-tracks but is not compound',
      track({ sub_tracks: [{ id: uuid(61), position: 1, title: 'Part' }] }),
      /sub_tracks/,
    ],
    ['of a track with a sub-track without an id', track({ _type: 'compound', sub_tracks: [{ position: 1, title: 'Part' }] }), /sub_tracks/],
    ['of a redirect to an unknown record', redirect({ slug: 'old' }, `/api/artists/${nowhere}`), new RegExp(nowhere)],
    ['of a redirect without a slug', redirect({}, artistIri(1)), /slug/],
    ['of a merge into an unknown record', merged('Artist', 'artists', 8, 999), new RegExp(nowhere)],
    ['of a merge of an unknown type', { ...merged('Artist', 'artists', 8, 1), attributes: { resource_type: 'Band' } }, /resource_type/],
    ['of a merge into itself', merged('Artist', 'artists', 1, 1), /itself|merged_into_id/],
  ];

  const everything = () =>
    Promise.all(
      ['/api/artists?itemsPerPage=100', '/api/productions', '/api/portrayals', `${artistIri(1)}/groups`, `${format}/tracks`].map(
        server.read,
      ),
    );

  test.each(invalid)('%s names file, line and reason, and writes nothing of its batch', async (_, record, reason) => {
    const before = await everything();

    const message = await refusalOf(server, artist(100), artist(1, { name: 'Changed' }), record, artist(102));

    expect(message).toStartWith('new.jsonl, line 3: ');
    expect(message.slice('new.jsonl, line 3: '.length)).toMatch(reason);
    expect(await everything()).toEqual(before);
  });

  test('that repeats the slug of a new record is refused at its line', async () => {
    const message = await refusalOf(server, artist(9, { slug: 'same' }), artist(10, { slug: 'same' }));

    expect(message).toMatch(/^new\.jsonl, line 2: .*slug/);
    expect((await server.request(artistIri(9))).status).toBe(404);
  });

  test('names its line after the first batch, and keeps earlier batches', async () => {
    const many = Array.from({ length: 1_100 }, (_, index) => artist(1_000 + index, { name: `Number ${index}` }));
    const own = await startServer();

    const message = await refusalOf(own, ...many, artist(5, { shoe_size: 43 }));

    expect(message).toStartWith('new.jsonl, line 1101: ');
    expect((await own.read('/api/artists')).meta?.totalItems).toBe(1_000);
  });
});
