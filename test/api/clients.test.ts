import { beforeAll, describe, expect, test } from 'bun:test';
import Jsona from 'jsona';
import { deserialise } from 'kitsu-core';
import { catalog } from '../../src/catalog';
import { listPath } from '../support/catalog-routes';
import { demoRecord, demoRecordNamed, demoRecords, demoReference } from '../support/demo-records';
import { nonEmpty } from '../support/non-empty';
import { addItem } from '../support/owned-items';
import { type Document, demoServer, startServer, type TestServer } from '../support/server';
import { uuid } from '../support/uuids';

// JSON:API client libraries read the documents without configuration.

// biome-ignore lint/suspicious/noExplicitAny: clients define their own models.
type Model = any;

interface Client {
  readonly read: (document: Document) => Model;
  readonly related: (model: Model, relationship: string) => Model;
}

const jsona = new Jsona();

const clients: [string, Client][] = [
  [
    'jsona',
    {
      read: (document) => jsona.deserialize(structuredClone(document) as never),
      related: (model, relationship) => model[relationship],
    },
  ],
  [
    'kitsu-core',
    {
      read: (document) => deserialise(structuredClone(document)).data,
      related: (model, relationship) => model[relationship].data,
    },
  ],
];

let server: TestServer;
beforeAll(async () => {
  server = await demoServer();
});

describe.each(clients)('%s', (_, client) => {
  test('reads an artist', async () => {
    const record = demoRecordNamed('Artist', 'John Williams');
    const artist = client.read(await server.read(record.id));
    expect(artist).toMatchObject({ id: record.id, type: 'Artist', ...record.attributes });
  });

  // In the list, since the single read has members as attributes too, and clients differ in which of the two they keep.
  test('reads the included members of a group', async () => {
    const { id } = demoRecordNamed('Artist', 'The Beatles');
    const groups = client.read(await server.read('/api/artists?name=beatles&include=members'));
    const group = groups.find((artist: Model) => artist.id === id);
    const names = client.related(group, 'members').map(({ name }: Model) => name);
    expect(names).toEqual(['John Lennon', 'Paul McCartney', 'George Harrison', 'Ringo Starr']);
  });

  test('reads a list of artists', async () => {
    const artists = client.read(await server.read('/api/artists?type=choir&itemsPerPage=100'));
    const choirs = demoRecords('Artist').filter(({ attributes }) => attributes._type === 'choir');
    const named = (models: { id: string; name?: unknown }[]) => models.map(({ id, name }) => `${id} ${name}`).sort();
    expect(named(artists)).toEqual(named(choirs.map(({ id, attributes }) => ({ id, name: attributes.name }))));
    expect(choirs.length).toBeGreaterThan(0);
  });

  test('reads portrayals with performer, character and production', async () => {
    const document = await server.read('/api/portrayals?include=performer,fictionalArtist,production&itemsPerPage=100');
    const portrayals = client.read(document);
    const records = demoRecords('Portrayal');
    expect(portrayals).toHaveLength(records.length);
    for (const record of nonEmpty(records)) {
      const portrayal = portrayals.find(({ id }: { id: string }) => id === record.id);
      expect(portrayal.aspects).toEqual(record.attributes.aspects);
      for (const [name, called] of [
        ['performer', 'name'],
        ['fictionalArtist', 'name'],
        ['production', 'title'],
      ] as const) {
        if (!record.relationships?.[name]?.data) continue;
        const leadsTo = demoRecord(demoReference(record, name));
        expect(client.related(portrayal, name)).toMatchObject({ id: leadsTo.id, [called]: leadsTo.attributes[called] as string });
      }
    }
  });

  test('reads a compound track with its parts', async () => {
    const record = demoRecordNamed('ReleaseTrack', 'Symphony For Shafted Souls (The Big Chase)');
    const track = client.read(await server.read(record.id));
    expect(track).toMatchObject({ id: record.id, _type: 'compound', minutes: 13, seconds: 11, title: record.attributes.title as string });
    const parts = (record.attributes.sub_tracks as { title: string }[]).map(({ title }) => title);
    expect(track.sub_tracks.map(({ title }: { title: string }) => title)).toEqual(parts);
    expect(parts.length).toBeGreaterThan(1);
  });
});

describe('both clients flatten', () => {
  const [[, oneClient], [, otherClient]] = clients as [[string, Client], [string, Client]];

  /** Expects that attributes survive beside relationships, and that both clients reach the same records. */
  function expectFlattened(document: Document, included: readonly string[]): void {
    const [ones, others] = [oneClient.read(document), otherClient.read(document)];
    expect(document.data.length).toBeGreaterThan(0);
    for (const [index, { attributes, relationships = {} }] of document.data.entries()) {
      for (const model of [ones[index], others[index]]) expect(model).toMatchObject(attributes);
      for (const name of included) {
        const { data } = relationships[name];
        const ids = [data ?? []].flat().map(({ id }: { id: string }) => id);
        for (const [client, model] of [
          [oneClient, ones[index]],
          [otherClient, others[index]],
        ] as const)
          expect([ids.length > 0 ? client.related(model, name) : []].flat().map(({ id }: { id: string }) => id)).toEqual(ids);
      }
    }
  }

  test.each(catalog.shown.map((kind) => [kind.type, kind] as const))(
    'each %s with all its attributes and related records',
    async (_, kind) => {
      const names = Object.keys(kind.relationships);
      expectFlattened(await server.read(`${listPath(kind)}?itemsPerPage=100&include=${names}`), names);
    },
  );

  test.each(['collection', 'wishlist'] as const)('each item of a %s with its attributes and its release', async (list) => {
    const own = await startServer(
      [1, 2].map((number) => ({ type: 'Release', id: `/api/releases/${uuid(number)}`, attributes: { title: `Score ${number}` } })),
    );
    for (const number of [1, 2]) await addItem(own, list, uuid(number));
    const document = await own.read(`/api/users/me/${list}?include=releaseRecord`);
    expectFlattened(document, ['releaseRecord']);
    expect(oneClient.read(document)[0]).toMatchObject({ release: { title: 'Score 1' }, releaseRecord: { title: 'Score 1' } });
  });
});
