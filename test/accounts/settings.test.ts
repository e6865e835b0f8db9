import { describe, expect, test } from 'bun:test';
import { issueApiToken } from '../../src/accounts/tokens';
import { createUser } from '../../src/accounts/users';
import { type ConfiguredSettings, readSettings } from '../../src/config';
import { importRecords } from '../../src/import/seed';
import { emptyStore, numbered, serverOf, type TestServer } from '../support/server';

const password = 'correct horse battery';

/** A server with an administrator; `given` are its settings from the command line, environment or file. */
async function administered(given: Partial<ConfiguredSettings> = {}) {
  const server = await serverOf(emptyStore(), given);
  await createUser(server.store, 'anna', password, 'admin');
  const token = await issueApiToken(server.store, 'anna', 'tests');
  return { server, send: sender(server, token), token };
}

const sender =
  (server: TestServer, token: string) =>
  (path: string, method = 'GET', attributes?: object) =>
    server.request(path, {
      method,
      headers: { authorization: `Bearer ${token}`, ...(attributes && { 'content-type': 'application/vnd.api+json' }) },
      ...(attributes && { body: JSON.stringify({ data: { type: 'Settings', id: '/api/settings', attributes } }) }),
    });

interface Shown {
  data: { attributes: Record<string, string>; meta: { fixed: Record<string, string> } };
  meta?: object;
}
const shown = async (response: Response): Promise<Shown> => (await response.json()) as Shown;

const register = (server: TestServer, username: string) =>
  server.request('/api/users', {
    method: 'POST',
    headers: { authorization: '', 'content-type': 'application/vnd.api+json' },
    body: JSON.stringify({ data: { type: 'User', attributes: { username, password } } }),
  });

const aboutOf = async (server: TestServer) => ((await (await server.request('/api')).json()) as { meta: Record<string, unknown> }).meta;

const copies = Object.fromEntries(
  ['target', 'recipient', 's3_endpoint', 's3_region', 's3_key_id', 's3_secret'].map((name) => [`backup_${name}`, '']),
);

const others = {
  ...copies,
  second_factor: 'optional',
  backup_every: '1d',
  backup_keep: '7d',
  online_sources: 'off',
  contact: '',
  discogs_token: '',
  passwords: 'yes',
  oidc_issuer: '',
  oidc_client_id: '',
  oidc_client_secret: '',
  oidc_scopes: 'openid profile email',
  oidc_role_claim: '',
  oidc_registration: 'no',
  ...{ smtp_url: '', smtp_from: '', webhook_networks: '' },
};

describe('the settings of the server', () => {
  test('have defaults, and changes take effect at once', async () => {
    const { server, send } = await administered();
    expect(await shown(await send('/api/settings'))).toEqual({
      data: {
        id: '/api/settings',
        type: 'Settings',
        attributes: { registration: 'closed', catalog_visibility: 'private', search_engines: 'no', editing: 'editors', ...others },
        meta: { fixed: {} },
        links: { self: '/api/settings' },
      },
    } as never);
    expect((await register(server, 'bert')).status).toBe(403);
    const answer = await shown(await send('/api/settings', 'PATCH', { registration: 'open', catalog_visibility: 'public', shoes: 1 }));
    expect([answer.data.attributes, answer.meta]).toEqual([
      { registration: 'open', catalog_visibility: 'public', search_engines: 'no', editing: 'editors', ...others },
      { ignoredAttributes: ['shoes'] },
    ]);
    expect((await register(server, 'bert')).status).toBe(201);
    expect(await aboutOf(server)).toMatchObject({ registration: 'open', catalogVisibility: 'public', searchEngines: 'no', isSetUp: true });
    expect(await shown(await send('/api/settings', 'PATCH', { registration: 'closed' }))).not.toHaveProperty('meta');
    expect((await register(server, 'carl')).status).toBe(403);
  });

  test('survive a restart and yield to settings given at the start', async () => {
    const { server, send, token } = await administered();
    await send('/api/settings', 'PATCH', { registration: 'open', search_engines: 'yes' });
    server.store.writer.run("DELETE FROM user WHERE username = 'tester'");
    const again = await serverOf(server.store, { registration: 'invitation', givenBy: { registration: '--registration' } });
    const { data } = await shown(await sender(again, token)('/api/settings'));
    expect(data.attributes).toEqual({
      registration: 'invitation',
      catalog_visibility: 'private',
      search_engines: 'yes',
      editing: 'editors',
      ...others,
    });
    expect(data.meta.fixed).toEqual({ registration: '--registration' });
  });

  test('given at the start cannot be changed, and the error names their source', async () => {
    const { send } = await administered({ registration: 'open', givenBy: { registration: 'LEITMOTIF_REGISTRATION' } });
    const refused = await send('/api/settings', 'PATCH', { registration: 'closed', search_engines: 'yes', editing: 'editors' });
    expect(refused.status).toBe(409);
    expect(((await refused.json()) as { errors: [object] }).errors[0]).toMatchObject({
      detail: 'registration is set by LEITMOTIF_REGISTRATION on the server and cannot be changed here.',
      source: { pointer: '/data/attributes/registration' },
    });
    const { data } = await shown(await send('/api/settings'));
    expect(data.attributes).toMatchObject({ registration: 'open', search_engines: 'no' });
    expect((await send('/api/settings', 'PATCH', { ...data.attributes, search_engines: 'yes' })).status).toBe(200);
  });

  test('given at the start can be sent back unchanged in any notation', async () => {
    const { send } = await administered({ backupEvery: 48, givenBy: { backupEvery: 'backup_every in leitmotif.toml' } });
    expect((await send('/api/settings', 'PATCH', { backup_every: '48h', backup_keep: '3w' })).status).toBe(200);
    const refused = await send('/api/settings', 'PATCH', { backup_every: '1d' });
    expect([refused.status, (await refused.json()).errors[0].detail]).toEqual([
      409,
      'backup_every is set by backup_every in leitmotif.toml on the server and cannot be changed here.',
    ]);
    expect((await shown(await send('/api/settings'))).data.attributes).toMatchObject({ backup_every: '2d', backup_keep: '3w' });
  });

  test('accept only their documented values', async () => {
    const { send } = await administered();
    for (const attributes of [{ registration: 'maybe' }, { registration: null }, { catalog_visibility: true }, { search_engines: 1 }])
      expect((await send('/api/settings', 'PATCH', attributes)).status).toBe(422);
  });

  test('mask the Discogs token, keep it when the mask is sent back, and require it for Discogs', async () => {
    const { send } = await administered();
    const online = { online_sources: 'discogs', contact: 'anna@example.org' };
    expect((await send('/api/settings', 'PATCH', online)).status).toBe(422);
    const { data } = await shown(await send('/api/settings', 'PATCH', { ...online, discogs_token: 'abcdef' }));
    expect(data.attributes).toMatchObject({ online_sources: 'discogs', discogs_token: '(hidden)' });
    expect((await send('/api/settings', 'PATCH', data.attributes)).status).toBe(200);
    expect((await send('/api/settings', 'PATCH', { discogs_token: '' })).status).toBe(422);
    expect((await send('/api/settings', 'PATCH', { discogs_token: 'a b' })).status).toBe(422);
    expect((await send('/api/settings', 'PATCH', { online_sources: 'off', discogs_token: '' })).status).toBe(200);
  });

  test('ask other sites only with a contact, or the public URL of the server', async () => {
    const { send } = await administered();
    const violations = async (attributes: object) =>
      ((await (await send('/api/settings', 'PATCH', attributes)).json()) as { meta?: { errors?: { source: object }[] } }).meta?.errors?.map(
        ({ source }) => source,
      );
    const pointer = '/data/attributes/contact';
    expect(await violations({ online_sources: 'musicbrainz' })).toEqual([{ pointer }]);
    expect(await violations({ online_sources: 'musicbrainz', contact: 'anna@example.org' })).toBeUndefined();
    expect(await violations({ contact: '' })).toEqual([{ pointer }]);
    expect(await violations({ registration: 'open' })).toBeUndefined();
    expect(await violations({ online_sources: 'off', contact: '' })).toBeUndefined();
    const named = await administered({ publicUrl: 'https://films.example' });
    expect((await named.send('/api/settings', 'PATCH', { online_sources: 'musicbrainz' })).status).toBe(200);
  });

  test('decide who may edit the catalog', async () => {
    const { server, send, token: administrator } = await administered();
    const iri = '/api/artists/0199a0b4-5c6d-7e8f-9a0b-1c2d3e4f5a6b';
    await importRecords(server.store, numbered([{ type: 'Artist', id: iri, attributes: { name: 'Ada', _type: 'person' } }]));
    await createUser(server.store, 'erika', password, 'editor');
    const tokens = [server.token, await issueApiToken(server.store, 'erika', 'tests'), administrator];
    const answers = async (editing: string, disambiguation: string) => {
      expect((await send('/api/settings', 'PATCH', { editing })).status).toBe(200);
      const edits = tokens.map(async (token, index) => {
        const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/vnd.api+json', 'if-match': '*' };
        const data = { type: 'Artist', id: iri, attributes: { disambiguation: `${disambiguation} ${index}` } };
        const response = await server.request(iri, { method: 'PATCH', headers, body: JSON.stringify({ data }) });
        const { errors } = (await response.json()) as { errors?: { code: string }[] };
        return errors?.[0]?.code ?? response.status;
      });
      return Promise.all(edits);
    };
    expect(await answers('users', 'a')).toEqual([200, 200, 200]);
    expect(await answers('editors', 'b')).toEqual(['editors_only', 200, 200]);
    expect(await answers('off', 'c')).toEqual(['editing_off', 'editing_off', 'editing_off']);
  });

  test('fall back to the default for a value from a newer version', async () => {
    const { server, send } = await administered();
    server.store.writer.run("INSERT INTO setting VALUES ('registration', 'by lot'), ('colour', 'blue')");
    expect((await shown(await send('/api/settings'))).data.attributes.registration).toBe('closed');
  });
});

test('readSettings reports where each setting was given', () => {
  const { givenBy } = readSettings({ port: '1' }, { LEITMOTIF_CATALOG_VISIBILITY: 'public', LEITMOTIF_CONFIG: '/dev/null' });
  expect(givenBy).toEqual({ port: '--port', catalogVisibility: 'LEITMOTIF_CATALOG_VISIBILITY' });
});
