import { beforeAll, describe, expect, test } from 'bun:test';
import Jsona from 'jsona';
import { deserialise } from 'kitsu-core';
import { demoRecord, demoRecordNamed, demoRecords, demoReference } from './support/demo-records';
import { type Document, demoServer, type TestServer } from './support/server';

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
    for (const record of records) {
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
