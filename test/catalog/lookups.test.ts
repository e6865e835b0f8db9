import { beforeAll, describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { issueApiToken } from '../../src/accounts/tokens';
import { createUser, findUser } from '../../src/accounts/users';
import { normalizeBarcode, normalizeCatalogNumber, normalizeIsrc } from '../../src/store/values/identifiers';
import {
  entry,
  format as numberedFormat,
  release as numberedRelease,
  track as numberedTrack,
  production,
  to,
} from '../records/numbered-records';
import { jsonApiCheck } from '../support/json-schema';
import { addItem } from '../support/owned-items';
import { type Document, startServer } from '../support/server';
import { uuid } from '../support/uuids';

// Look-ups of releases and tracks by barcode, catalog number and ISRC.

const release = (number: number): string => `/api/releases/${uuid(number)}`;
const format = (number: number): string => `${release(number)}/formats/${uuid(100 + number)}`;
const track = (number: number): string => `${format(number)}/tracks/${uuid(200 + number)}`;
const releaseOf = (number: number, attributes: object) => numberedRelease(number, `Release ${number}`, attributes);

const trackOf = (number: number, attributes: object, relationships?: object) => [
  numberedFormat(number, 100 + number),
  numberedTrack(number, 100 + number, 200 + number, { position: 1, title: `Track ${number}`, ...attributes }, relationships),
];

const recording = `${release(3)}/recordings/${uuid(300)}`;

const records = [
  releaseOf(1, { barcode: '0 75992-59964 1', labels: [{ catalog_number: 'UKLM 1001' }, { catalog_number: 'EX-7' }] }),
  releaseOf(2, { barcode: '4017914610467', labels: [{ catalog_number: 'uklm-1001' }] }),
  releaseOf(3, { barcode: '4017914610467' }),
  releaseOf(4, { identifiers: [{ type: 'Barcode', value: '7 24352 83622 3' }] }),
  releaseOf(5, { barcode: '5099747429422, 0886971234567' }),
  releaseOf(6, { barcode: '４９８８００５１２３４５２' }),
  production(900, 'Psycho'),
  ...[1, 4].map((number) => entry(400 + number, 900, number)),
  ...trackOf(1, { isrc_code: 'GBAYE6900531' }),
  ...trackOf(2, { _type: 'compound', sub_tracks: [{ id: uuid(250), position: 1, title: 'Part', isrc_code: 'USRC17607839' }] }),
  { type: 'ReleaseRecording', id: recording, attributes: { title: 'Prelude', isrc_code: 'GBAYE6900531' } },
  ...trackOf(3, {}, { recording: to('ReleaseRecording', recording) }),
];

interface Match {
  readonly parameter: string;
  readonly value: string;
  readonly ids: readonly string[];
}

interface LookupMeta {
  readonly totalItems: number;
  readonly matches: readonly Match[];
  readonly owned?: readonly object[];
  readonly wanted?: readonly object[];
}

const server = await startServer(records);
const userId = findUser(server.store, 'tester')?.id as string;
await createUser(server.store, 'stranger', 'correct horse battery');
const stranger = await issueApiToken(server.store, 'stranger', 'tests');

const query = (name: string, ...values: string[]): string =>
  values.map((value) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`).join('&');
const metaOf = ({ meta }: Document): LookupMeta => meta as unknown as LookupMeta;
const idsOf = ({ data }: Document): string[] => data.map(({ id }: { id: string }) => id);
const found = async (...parts: string[]): Promise<Document> => server.read(`/api/releases?${parts.join('&')}`);

describe('a look-up', () => {
  test.each([
    ['barcode', '075992599641'],
    ['barcode', '0075992599641'],
    ['barcode', ' 0 75992 59964 1 '],
    ['barcode', '75992599641'],
    ['barcode', '00075992599641'],
    ['catalogNumber', 'ex7'],
    ['catalogNumber', 'E x - 7'],
  ])('finds a release by any spelling of its identifier: %s %p', async (name, value) => {
    const document = await found(query(name, value));
    expect(idsOf(document)).toEqual([release(1)]);
    expect(metaOf(document).matches).toEqual([{ parameter: name, value, ids: [release(1)] }]);
  });

  test.each([
    ['724352836223', 4],
    ['0724352836223', 4],
    ['00724352836223', 4],
    ['5099747429422', 5],
    ['4988005123452', 6],
    ['４９８８００５１２３４５２', 6],
  ])('finds further barcodes, the first of two, and full-width digits: %s', async (value, number) => {
    expect(idsOf(await found(query('barcode', value)))).toEqual([release(number)]);
    const hits = await server.read(`/api/search?q=${encodeURIComponent(value)}`);
    expect(JSON.stringify(hits.data)).toContain(release(number));
  });

  test('finds every release with the value and lists them as matches', async () => {
    const document = await found(query('barcode[]', '4017914610467'), query('catalogNumber[]', 'UKLM1001'));
    expect(idsOf(document)).toEqual([release(1), release(2), release(3)]);
    expect(metaOf(document).matches).toEqual([
      { parameter: 'barcode', value: '4017914610467', ids: [release(2), release(3)] },
      { parameter: 'catalogNumber', value: 'UKLM1001', ids: [release(1), release(2)] },
    ]);
  });

  test('lists a value without releases as an empty match', async () => {
    const document = await found(query('barcode[]', '1', '075992599641'));
    expect(idsOf(document)).toEqual([release(1)]);
    expect(metaOf(document).matches).toEqual([
      { parameter: 'barcode', value: '1', ids: [] },
      { parameter: 'barcode', value: '075992599641', ids: [release(1)] },
    ]);
    const nothing = await found(query('catalogNumber', 'none'));
    expect(nothing.data).toEqual([]);
    expect(metaOf(nothing)).toMatchObject({ totalItems: 0, matches: [{ value: 'none', ids: [] }], owned: [], wanted: [] });
  });

  test('has one match per spelling of a value, and one for a repeated spelling', async () => {
    const { matches } = metaOf(await found(query('barcode[]', '075992599641', '0075992599641', '075992599641')));
    expect(matches.map(({ value, ids }) => [value, ids])).toEqual([
      ['075992599641', [release(1)]],
      ['0075992599641', [release(1)]],
    ]);
  });

  test('takes 100 values and refuses 101', async () => {
    const values = Array.from({ length: 100 }, (_, index) => `${5_000_000_000_000 + index}`);
    const { matches } = metaOf(await found(query('barcode[]', ...values.slice(1), '4017914610467')));
    expect(matches).toHaveLength(100);
    const response = await server.request(`/api/releases?${query('barcode[]', ...values, '4017914610467')}`);
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({
      errors: [{ detail: 'barcode[] takes at most 100 values.', source: { parameter: 'barcode[]' } }],
    });
  });

  test.each([
    ['barcode', 'none'],
    ['barcode', ''],
    ['catalogNumber', ' - '],
    ['isrc', 'GBAYE690053'],
    ['isrc[]', 'nonsense'],
  ])('refuses malformed values with the allowed format: %s %p', async (name, value) => {
    const response = await server.request(`/api/releases?${query(name, value)}`);
    expect(response.status).toBe(400);
    const { errors } = (await response.json()) as { errors: [{ detail: string; source: object }] };
    expect(errors[0].source).toEqual({ parameter: name });
    expect(errors[0].detail).toStartWith(`${name} must be a`);
  });
});

describe('a list with a look-up', () => {
  test('can be filtered, ordered and paged, with all matches on each page', async () => {
    const parts = [query('barcode[]', '4017914610467', '075992599641'), 'order[title]=desc', 'itemsPerPage=2'];
    const first = await found(...parts);
    expect(idsOf(first)).toEqual([release(3), release(2)]);
    const second = await server.read(first.links?.next as string);
    expect(idsOf(second)).toEqual([release(1)]);
    expect(metaOf(second)).toMatchObject({ totalItems: 3, matches: metaOf(first).matches });
    const filtered = await found(query('barcode[]', '4017914610467', '075992599641'), 'title=release 1');
    expect(metaOf(filtered).matches.map(({ ids }) => ids)).toEqual([[], [release(1)]]);
    expect(metaOf(filtered).totalItems).toBe(1);
  });

  test('has matches and holdings only with a look-up', async () => {
    const { meta } = await server.read('/api/releases');
    expect(Object.keys(meta ?? {}).sort()).toEqual(['currentPage', 'itemsPerPage', 'totalItems']);
  });

  test('matches JSON:API', async () => {
    expect(jsonApiCheck()(await found(query('barcode[]', 'UKLM 1/2', '4017914610467')))).toEqual([]);
  });
});

describe('ISRCs', () => {
  test.each(['GBAYE6900531', 'gb-aye-69-00531'])('find releases by their tracks and recordings: %p', async (value) => {
    expect(idsOf(await found(query('isrc', value)))).toEqual([release(1), release(3)]);
  });

  test('find tracks by their own, their recordings and their parts', async () => {
    const document = await server.read(`/api/tracks?${query('isrc[]', 'GBAYE6900531', 'us-rc1-76-07839')}`);
    expect(idsOf(document)).toEqual([track(1), track(2), track(3)]);
    expect(metaOf(document).matches).toEqual([
      { parameter: 'isrc', value: 'GBAYE6900531', ids: [track(1), track(3)] },
      { parameter: 'isrc', value: 'us-rc1-76-07839', ids: [track(2)] },
    ]);
    for (const row of document.data) expect((await server.read(row.id)).data).toEqual(row);
  });

  test('are looked up in the list of all tracks, which has every track once', async () => {
    const document = await server.read('/api/tracks');
    expect(idsOf(document).sort()).toEqual([track(1), track(2), track(3)]);
    expect(document.links?.self).toBe('/api/tracks?page=1');
    expect((await server.request(`/api/tracks/${uuid(201)}`)).status).toBe(404);
  });
});

describe('holdings in a look-up', () => {
  const keep = async (list: 'collection' | 'wishlist', number: number, token?: string): Promise<string> =>
    (await addItem(server, list, release(number), {}, token)).id;
  const ask = async (path: string, token = server.token) => {
    const response = await server.request(path, { headers: { authorization: `Bearer ${token}` } });
    return { meta: metaOf((await response.json()) as Document), headers: response.headers };
  };
  const both = `/api/releases?${query('barcode[]', '075992599641', '4017914610467')}`;
  let owned = '';
  let other = '';
  let wanted = '';

  beforeAll(async () => {
    owned = await keep('collection', 2);
    other = await keep('collection', 4);
    wanted = await keep('wishlist', 1);
    await keep('collection', 1, stranger);
  });

  test('include the same edition and other editions of the production', async () => {
    const { meta } = await ask(both);
    expect(meta.owned).toEqual([
      { release: release(1), edition: 'another', shared: 'production', item: other, itemRelease: release(4) },
      { release: release(2), edition: 'this', shared: 'release', item: owned, itemRelease: release(2) },
    ]);
    expect(meta.wanted).toEqual([{ release: release(1), edition: 'this', shared: 'release', item: wanted, itemRelease: release(1) }]);
  });

  test('include the release of a track', async () => {
    const { meta } = await ask(`/api/tracks?${query('isrc', 'USRC17607839')}`);
    expect(meta.owned).toEqual([{ release: release(2), edition: 'this', shared: 'release', item: owned, itemRelease: release(2) }]);
    expect(meta.wanted).toEqual([]);
  });

  test('are those of the viewer only', async () => {
    const { meta } = await ask(both, stranger);
    expect(meta.owned).toMatchObject([{ release: release(1), edition: 'this', itemRelease: release(1) }]);
    expect(JSON.stringify(meta)).not.toContain(userId);
    expect(meta.wanted).toEqual([]);
  });

  test('are limited by the scopes of the token', async () => {
    const token = (...scopes: ('catalog:read' | 'collection:read' | 'wishlist:read')[]) =>
      issueApiToken(server.store, 'tester', scopes.join(), { scopes });
    const members = async (limited: string) =>
      Object.keys((await ask(both, limited)).meta).filter((name) => ['owned', 'wanted'].includes(name));
    expect(await members(await token('catalog:read'))).toEqual([]);
    expect(await members(await token('catalog:read', 'collection:read'))).toEqual(['owned']);
    expect(await members(await token('catalog:read', 'wishlist:read'))).toEqual(['wanted']);
    expect(await members(server.token)).toEqual(['owned', 'wanted']);
  });

  test('make the response private and uncacheable', async () => {
    expect((await ask(both)).headers.get('cache-control')).toBe('private, no-store');
    const limited = await issueApiToken(server.store, 'tester', 'catalog alone', { scopes: ['catalog:read'] });
    expect((await ask(both, limited)).headers.get('cache-control')).toBe('private, no-cache');
    expect((await ask('/api/releases')).headers.get('cache-control')).toBe('private, no-cache');
  });
});

describe('normalization', () => {
  const noise = fc.constantFrom('', ' ', '-', ' - ', '  ');
  /** Inserts spaces and hyphens anywhere in a text. */
  const scattered = (text: string) =>
    fc
      .array(noise, { minLength: text.length, maxLength: text.length })
      .map((gaps) => [...text].map((char, at) => char + gaps[at]).join(''));
  const digits = (length: number) => fc.stringMatching(new RegExp(`^[0-9]{${length}}$`));

  test('reduces a barcode to its digits', () => {
    fc.assert(
      fc.property(
        digits(13).chain((code) => fc.tuple(fc.constant(code), scattered(code))),
        ([code, written]) => normalizeBarcode(written) === code,
      ),
    );
  });

  test('equates a UPC-A with the EAN-13 that has a leading zero', () => {
    fc.assert(fc.property(digits(12), (code) => normalizeBarcode(code) === normalizeBarcode(`0${code}`)));
  });

  test('ignores case, spaces and hyphens in catalog numbers', () => {
    fc.assert(
      fc.property(
        fc.stringMatching(/^[A-Z0-9.]{1,12}$/).chain((number) => fc.tuple(fc.constant(number), scattered(number.toLowerCase()))),
        ([number, written]) => normalizeCatalogNumber(written) === normalizeCatalogNumber(number),
      ),
    );
  });

  test('ignores case and hyphens in ISRCs, and rejects everything else', () => {
    fc.assert(
      fc.property(
        fc.stringMatching(/^[A-Z]{2}[A-Z0-9]{3}[0-9]{7}$/).chain((code) => fc.tuple(fc.constant(code), scattered(code.toLowerCase()))),
        ([code, written]) => normalizeIsrc(written) === code,
      ),
    );
    fc.assert(fc.property(fc.string(), (text) => normalizeIsrc(text) === null || /^[A-Z0-9]{12}$/.test(normalizeIsrc(text) as string)));
  });

  test('is idempotent', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        for (const normalize of [normalizeBarcode, normalizeCatalogNumber, normalizeIsrc]) {
          const once = normalize(text);
          if (once !== null && normalize(once) !== once) return false;
        }
        return true;
      }),
    );
  });
});

test.each([
  ['75992599641', '0075992599641'],
  ['00075992599641', '0075992599641'],
  ['0000040123455', '40123455'],
  ['10012345678902', '10012345678902'],
  ['1234567', '1234567'],
])('the barcode %s is compared as %s', (code, normalized) => expect(normalizeBarcode(code)).toBe(normalized));
