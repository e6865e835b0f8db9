import { expect, test } from 'bun:test';
import type { Position } from '../../src/import/source';
import { artistIri } from '../support/numbered-artists';
import { type Fake, fake, id, json, type RecordLike, recordsOf, runOf } from './mirror-fakes';

const artist = (number: number, attributes: Record<string, unknown> = {}, relationships: Record<string, unknown> = {}) => ({
  type: 'Artist',
  id: artistIri(number),
  attributes: { _id: id(number), name: `Artist ${number}`, _type: 'person', ...attributes },
  relationships,
});

const list = (data: unknown[], next?: string, more: Record<string, unknown> = {}) =>
  json({ data, links: { self: '/', ...(next !== undefined && { next }) }, ...more });

/** A server with the documented API only, without Leitmotif extensions. */
const foreign = (answers: Record<string, (times: number) => Response>): Fake =>
  fake((path, times) => {
    const answer = answers[path] ?? answers[path.split('?', 1)[0] as string];
    if (answer) return answer(times);
    return /^\/api\/(artists|portrayals|artists\/roles)(\?|$)/.test(path) || path.endsWith('/external-links') ? list([]) : undefined;
  });

const artistsOf = (server: Fake) => runOf(server.url).then((run) => recordsOf(run).filter(({ type }) => type === 'Artist'));

test('a crawl reads lists page by page with the nested lists of their records', async () => {
  const link = {
    type: 'ArtistExternalLink',
    id: id(77),
    attributes: { provider: 'imdb', external_id: 'nm1', url: 'https://example.org/nm1' },
  };
  using server = foreign({
    '/api/artists?include=members': () => list([artist(1)], '/api/artists?page=2', { meta: { totalItems: 2 } }),
    '/api/artists?page=2': () => list([artist(2)]),
    [`${artistIri(2)}/external-links`]: () => list([link]),
  });

  const run = await runOf(server.url);

  expect(run.error).toBeUndefined();
  expect(recordsOf(run).map(({ id }) => id)).toEqual([artistIri(1), artistIri(2), `${artistIri(2)}/external-links/${id(77)}`]);
  expect(run.items.flatMap(({ records }) => records.map(({ mode }) => mode))).toEqual(['partial', 'partial', 'partial']);
  expect([run.source.exportSequence, run.source.isBehind]).toEqual([undefined, false]);
});

test('computed attributes are dropped, and unknown attributes and values are skipped with a warning', async () => {
  const attributes = {
    display_name: 'Artist 1 (PL)',
    variations: [{ id: id(5), variation: 'A. One', type: 'name_variation', notes: null }],
    country: '',
    begin_date: 'long ago',
    shoe_size: 44,
  };
  using server = foreign({ '/api/artists': () => list([artist(1, attributes)]) });

  const run = await runOf(server.url);

  expect(recordsOf(run) as unknown[]).toEqual([
    { type: 'Artist', id: artistIri(1), attributes: { name: 'Artist 1', _type: 'person', country: null }, relationships: {} },
    {
      type: 'ArtistAlias',
      id: `${artistIri(1)}/aliases/${id(5)}`,
      attributes: { variation: 'A. One', _type: 'name_variation', notes: null, position: 1 },
      relationships: {},
    },
  ]);
  expect(run.source.progress.warnings).toEqual([
    'Artist.begin_date is not supported by this catalog and was skipped (1 time)',
    'Artist has no "shoe_size", which was skipped (1 time)',
  ]);
});

test('record IDs are accepted as UUIDs or IRIs in upper or lower case', async () => {
  using server = foreign({
    '/api/artists': () =>
      list([
        { ...artist(1), id: id(1) },
        { ...artist(2), id: artistIri(2).toUpperCase().replace('/API/ARTISTS', '/api/artists') },
      ]),
  });
  expect((await artistsOf(server)).map(({ id }) => id)).toEqual([artistIri(1), artistIri(2)]);
});

test('memberships are read from the members of a group in lists and in single documents', async () => {
  using server = foreign({
    '/api/artists': () =>
      list([
        artist(1, { _type: 'group' }, { members: { data: [{ type: 'Artist', id: artistIri(3) }] } }),
        artist(2, { _type: 'choir' }),
        artist(3),
        artist(4),
      ]),
    [artistIri(2)]: () => json({ data: artist(2, { _type: 'choir', members: [artistIri(4), artistIri(3)] }) }),
  });

  const run = await runOf(server.url);
  const memberships = recordsOf(run).filter(({ type }) => type === 'ArtistGroupMember');
  const again = recordsOf(await runOf(server.url)).filter(({ type }) => type === 'ArtistGroupMember');

  expect(
    memberships.map(({ id, attributes, relationships }) => [id.slice(0, 49), attributes.position, relationships?.group?.data]),
  ).toEqual([
    [artistIri(3), 1, { type: 'Artist', id: artistIri(1) }],
    [artistIri(4), 1, { type: 'Artist', id: artistIri(2) }],
    [artistIri(3), 2, { type: 'Artist', id: artistIri(2) }],
  ]);
  expect(again).toEqual(memberships);
  expect(server.requests.filter(({ path }) => path === artistIri(3))).toEqual([]);
});

const production = `/api/productions/${id(50)}`;
const portrayal = {
  type: 'Portrayal',
  id: `/api/portrayals/${id(40)}`,
  attributes: { aspects: ['voice'], notes: null },
  relationships: {
    performer: { data: { type: 'Artist', id: artistIri(1) } },
    fictionalArtist: { data: { type: 'Artist', id: artistIri(2) } },
    production: { data: { type: 'Production', id: production } },
  },
};

test('targets of portrayals are read from included records or individually, with the recordings of productions', async () => {
  const credit = {
    iri: artistIri(1),
    id: id(1),
    name: 'Artist 1',
    name_variation: null,
    position: 1,
    join_phrase: null,
    credit_role: 'composer',
  };
  const orchestra = { iri: `/api/organizations/${id(60)}`, id: id(60), name: 'Abbey Road', role: null };
  const recording = {
    type: 'ProductionRecording',
    id: id(70),
    attributes: { title: 'Prelude', notes: '', credits: [credit], organizations: [orchestra] },
  };
  using server = foreign({
    '/api/portrayals': () =>
      list([portrayal], undefined, {
        included: [{ type: 'Production', id: production, attributes: { title: 'Psycho', _type: 'movie', year: 0 } }],
      }),
    [artistIri(1)]: () => json({ data: artist(1) }),
    [artistIri(2)]: () => json({ data: artist(2, { fictional: true }) }),
    [`${production}/recordings`]: () => list([recording]),
  });

  const run = await runOf(server.url);

  expect(run.error).toBeUndefined();
  expect(recordsOf(run).map(({ type }) => type)).toEqual([
    'Production',
    'Artist',
    'Artist',
    'Organization',
    'ProductionRecording',
    'Portrayal',
  ]);
  const [title, , , , music, last] = recordsOf(run) as [RecordLike, RecordLike, RecordLike, RecordLike, RecordLike, RecordLike];
  expect(title.attributes).toEqual({ title: 'Psycho', _type: 'movie', year: null });
  expect(music.attributes.organizations).toEqual([{ iri: orchestra.iri, role: null }]);
  expect(music.attributes.credits).toEqual([
    { iri: artistIri(1), name_variation: null, position: 1, join_phrase: null, credit_role: 'composer' },
  ]);
  expect(last.relationships as unknown).toEqual(portrayal.relationships);
});

test('a server that rejects the include parameter is read without it', async () => {
  using server = foreign({
    '/api/portrayals?include=performer,fictionalArtist,production': () => json({ errors: [] }, { status: 400 }),
    '/api/portrayals': () => list([portrayal]),
    [artistIri(1)]: () => json({ data: artist(1) }),
    [artistIri(2)]: () => json({ data: artist(2) }),
  });

  const run = await runOf(server.url);

  expect(run.error).toBeUndefined();
  expect(Object.keys(recordsOf(run).at(-1)?.relationships ?? {})).toEqual(['performer', 'fictionalArtist']);
  expect(run.source.progress.warnings).toEqual(['A Production that a portrayal refers to could not be read and was skipped (1 time)']);
});

test('a redirected record is imported with a merge from its former ID', async () => {
  using server = foreign({
    '/api/portrayals': () => list([{ ...portrayal, relationships: { performer: portrayal.relationships.performer } }]),
    [artistIri(1)]: () => new Response(null, { status: 301, headers: { location: artistIri(9) } }),
    [artistIri(9)]: () => json({ data: artist(9) }),
  });
  const run = await runOf(server.url);
  expect(recordsOf(run).map(({ type, id }) => [type, id])).toEqual([
    ['Artist', artistIri(9)],
    ['MergedRecord', id(1)],
    ['Portrayal', portrayal.id],
  ]);
});

test('a nested list that is missing for five records is not requested again', async () => {
  const artists = Array.from({ length: 20 }, (_, index) => artist(index + 1));
  using server = fake((path) => (path.startsWith('/api/artists?') ? list(artists) : /roles|portrayals/.test(path) ? list([]) : undefined));
  const run = await runOf(server.url);
  expect(run.error).toBeUndefined();
  expect(recordsOf(run).length).toBe(20);
  expect(server.requests.filter(({ path }) => path.endsWith('/external-links')).length).toBe(5);
});

test('an interrupted crawl resumes at its last page', async () => {
  const answers = {
    '/api/artists?include=members': () => list([artist(1)], '/api/artists?page=2'),
    '/api/artists?page=2': (times: number) => (times <= 4 ? json({}, { status: 500 }) : list([artist(2), artist(3)])),
  };
  using server = foreign(answers);

  const first = await runOf(server.url);
  const from = first.items.at(-1)?.position as Position;
  const second = await runOf(server.url, { from });

  expect(first.error?.message).toContain('responded with 500');
  expect(from).toEqual({ server: server.url, phase: 'crawl', list: 'artists', page: '/api/artists?page=2', received: 1 });
  expect(second.error).toBeUndefined();
  expect(recordsOf(second).map(({ id }) => id)).toEqual([artistIri(2), artistIri(3)]);
  expect(second.items.map(({ position }) => position.list)).toEqual(['artists', 'portrayals']);
  expect(second.items[0]?.position.page).toBe('/api/artists?page=2');
});

test('a completed crawl starts again from the beginning', async () => {
  using server = foreign({ '/api/portrayals': () => list([{ ...portrayal, relationships: {} }]) });
  const first = await runOf(server.url);
  const second = await runOf(server.url, { from: first.items.at(-1)?.position });
  expect(recordsOf(second)).toEqual(recordsOf(first));
});

const page = (number: number) => `/api/artists?page=${number}`;

for (const [name, answers, message] of [
  ['a next link to the same page', { '/api/artists': () => list([artist(1)], '/api/artists?include=members') }, 'so the list never ends.'],
  [
    'a loop of next links',
    {
      '/api/artists': () => list([artist(1)], page(2)),
      [page(2)]: () => list([artist(2)], page(3)),
      [page(3)]: () => list([artist(3)], page(2)),
    },
    'links back to',
  ],
  ['an empty page and a next link', { '/api/artists': () => list([], page(2)) }, 'is empty but has a next page.'],
  [
    'the same records on every page',
    { '/api/artists': () => list([artist(1)], page(2)), [page(2)]: () => list([artist(1)], page(3)) },
    'repeats earlier records',
  ],
  ['a next link to another list', { '/api/artists': () => list([artist(1)], '/api/users/me?page=2') }, 'which is another list.'],
  [
    'a next link to another server',
    { '/api/artists': () => list([artist(1)], 'https://elsewhere.example/api/artists?page=2') },
    'redirects to another server',
  ],
  ['an invalid ID', { '/api/artists': () => list([{ ...artist(1), id: '/api/artists/12' }]) }, 'returned the id "/api/artists/12"'],
  [
    'an ID of another type',
    { '/api/artists': () => list([{ ...artist(1), id: `/api/labels/${id(1)}` }]) },
    'which is not an id of Artist in /api/artists',
  ],
  ['contradictory IDs', { '/api/artists': () => list([artist(1, { _id: id(2) })]) }, 'with the _id'],
  ['another type', { '/api/artists': () => list([{ ...artist(1), type: 'Label' }]) }, 'returned "Label" instead of Artist'],
  [
    'an external link of another artist',
    {
      '/api/artists': () => list([artist(1)]),
      [`${artistIri(1)}/external-links`]: () => list([{ type: 'ArtistExternalLink', id: `${artistIri(2)}/external-links/${id(3)}` }]),
    },
    'returned the id',
  ],
  [
    'an invalid relationship',
    { '/api/portrayals': () => list([{ ...portrayal, relationships: { performer: { data: { type: 'Artist', id: 'x' } } } }]) },
    'links to "x" in performer',
  ],
  [
    'a reference that returns another record',
    { '/api/portrayals': () => list([portrayal]), [artistIri(1)]: () => json({ data: artist(2) }) },
    'returned another record',
  ],
  ['data that is not an array', { '/api/artists': () => json({ data: artist(1) }) }, 'does not match the API: data'],
  ['a next link that is not a string', { '/api/artists': () => json({ data: [], links: { next: 7 } }) }, 'links.next, 7'],
] as [string, Record<string, (times: number) => Response>, string][]) {
  test(`a list with ${name} ends the run with a one-line error`, async () => {
    using server = foreign(answers);
    const run = await runOf(server.url);
    expect(run.error?.message).toContain(message);
    expect(run.error?.message).toContain(server.url);
    expect(run.error?.message).not.toContain('\n');
    expect(server.requests.length).toBeLessThan(30);
  });
}

test('a list with more records than announced ends the run', async () => {
  using server = foreign({});
  const endless = fake((path) => {
    if (!path.startsWith('/api/artists?')) return /roles|portrayals|external-links/.test(path) ? list([]) : undefined;
    const number = Number(/page=(\d+)/.exec(path)?.[1] ?? 1);
    const data = Array.from({ length: 100 }, (_, index) => artist(number * 100 + index));
    return list(data, page(number + 1), { meta: { totalItems: 50, itemsPerPage: 100 } });
  });
  using _ = endless;
  const run = await runOf(endless.url);
  expect(run.error?.message).toContain('but announced 50.');
  expect(server.requests).toEqual([]);
});
