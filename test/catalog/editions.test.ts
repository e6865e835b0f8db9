import { describe, expect, test } from 'bun:test';
import { demoRecordNamed } from '../support/demo-records';
import { nonEmpty } from '../support/non-empty';
import { demoServer } from '../support/server';

const server = await demoServer();

type Row = { id: string; attributes: { title: string; release_date: string | null; country: string | null } };
const rowsOf = async (path: string): Promise<Row[]> => (await server.read(path)).data;

const album = demoRecordNamed('Album', 'Blade Runner').id;

describe('the editions of an album', () => {
  test('are its releases, oldest first', async () => {
    const releases = await rowsOf(`${album}/releases`);

    expect(releases.map(({ attributes }) => attributes.release_date)).toEqual(['1994', '1994', '2007-12', '2013']);
  });

  test('exclude the release itself in the list of a release', async () => {
    const all = (await rowsOf(`${album}/releases`)).map(({ id }) => id);
    for (const id of nonEmpty(all)) expect((await rowsOf(`${id}/editions`)).map((row) => row.id)).toEqual(all.filter((one) => one !== id));
  });

  test('are empty for a release without an album', async () => {
    const [alone] = (await rowsOf('/api/releases?itemsPerPage=100')).filter(
      (row) => !(row as unknown as { relationships: { album: { data: unknown } } }).relationships.album.data,
    );
    const document = await server.read(`${alone?.id}/editions`);

    expect(document.data).toEqual([]);
    expect(document.meta?.totalItems).toBe(0);
  });

  test('have albums that are listed under their production', async () => {
    const { id } = demoRecordNamed('Production', 'Blade Runner');
    expect((await rowsOf(`${id}/albums`)).map((row) => row.id)).toContain(album);
  });
});

describe('editions in filters and facets', () => {
  test('are found by matrix number in any spelling', async () => {
    for (const written of ['2C 062 04002 A 21 / M6 264012 / P', '2c062-04002a21m6264012p'])
      expect((await rowsOf(`/api/releases?identifier=${encodeURIComponent(written)}`)).map(({ attributes }) => attributes.title)).toEqual([
        'Yellow Submarine',
      ]);
  });

  test('select albums by attributes of any edition', async () => {
    const found = async (query: string) => (await rowsOf(`/api/albums?${query}&itemsPerPage=100`)).map(({ id }) => id);

    expect(await found('format=vinyl&q=blade runner')).toEqual([album]);
    expect(await found('genre=Electronic&country=GB')).toContain(album);
    expect(await found('format=cassette')).not.toContain(album);
  });

  test('count once per album', async () => {
    const { meta } = await server.read('/api/albums?q=blade runner&facets=format,style,director,country');
    const { facets } = meta as unknown as { facets: Record<string, { value: string; name: string; count: number }[]> };

    expect(facets.format?.map(({ value, count }) => [value, count])).toEqual([
      ['cd', 1],
      ['vinyl', 1],
    ]);
    expect(facets.director?.map(({ name }) => name)).toEqual(['Ridley Scott']);
    expect(facets.country?.map(({ value }) => value).sort()).toEqual(['GB', 'US']);
  });
});
