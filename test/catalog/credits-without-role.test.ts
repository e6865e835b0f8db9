import { expect, test } from 'bun:test';
import { artist, release } from '../records/numbered-records';
import { pageOf } from '../support/pages';
import { startServer } from '../support/server';

const herrmann = artist(1, 'Bernard Herrmann');
const psycho = release(2, 'Psycho', {
  artists: [{ iri: herrmann.id }],
  credits: [{ iri: herrmann.id, credit_role: 'conductor', detail: 'Orchestra', tracks: '1 to 10' }],
});

const server = await startServer([herrmann, psycho]);

test('a credit without a role has an empty one, and a credit with a detail shows it', async () => {
  const { attributes } = (await server.read(psycho.id)).data;

  expect(attributes.artists[0]).toMatchObject({ credit_role: '' });
  expect(attributes.artists[0]).not.toHaveProperty('detail');
  expect(attributes.credits[0]).toMatchObject({ credit_role: 'conductor', detail: 'Orchestra', tracks: '1 to 10' });
});

test('the credits of an artist list credits without a role as Artist', async () => {
  const { data, meta } = await server.read(`${herrmann.id}/credits`);
  const { roles } = meta as unknown as { roles: object[] };

  expect(roles).toEqual([
    { credit_role: '', role: 'Artist', credits: 1 },
    { credit_role: 'conductor', role: 'Conductor', credits: 1 },
  ]);
  expect(data[0]).toMatchObject({
    attributes: { credit_role: '', role: 'Artist', title: 'Psycho' },
    relationships: { role: { data: null } },
  });
});

test.each([
  ['en', 'Artist and conductor'],
  ['de', 'Künstler und Dirigent'],
  ['fr', 'Artiste et direction d’orchestre'],
])('the page of an artist names the role of credits without one in the language of the reader: %s', async (language, roles) => {
  const { text } = await pageOf(server, '/artists/bernard-herrmann', { token: server.token, headers: { 'accept-language': language } });
  expect(text).toStartWith(`${roles} Bernard Herrmann`);
});
