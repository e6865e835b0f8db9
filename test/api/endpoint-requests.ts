import { expect } from 'bun:test';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { TOTP } from 'otpauth';
import { addApp } from '../../src/accounts/credentials/authenticator-app';
import { issueApiToken } from '../../src/accounts/tokens';
import { createUser } from '../../src/accounts/users';
import { createBackup } from '../../src/backups/create-backup';
import { RunJournal } from '../../src/import/run/journal';
import { productionOfFilm } from '../../src/import/sources/musicbrainz/records';
import { composer } from '../import/musicbrainz-documents';
import { Authenticator } from '../support/authenticator';
import { EditorOf } from '../support/edited-server';
import { generatedRecords } from '../support/imports';
import { edition } from '../support/musicbrainz-site';
import { clientSecret, type OpenIdProvider, providerCallback } from '../support/openid-provider';
import { itemTypes } from '../support/owned-items';
import { png } from '../support/pictures';
import { emptyStore, serverOf, startServer, type TestServer } from '../support/server';
import { openFileCopy } from '../support/store-on-disk';
import { unknownUuid } from '../support/uuids';

export const password = 'correct horse battery';
const secret = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP';
const totp = new TOTP({ secret });
export const releaseUuid = '00000000-0000-4000-8000-000000000001';
export interface RequestOptions {
  readonly params?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  readonly query?: string;
  readonly to?: TestServer;
}

export const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

const once = <T>(make: () => T): (() => T) => {
  let made: { readonly value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
};

const csv = `release_id,release_title\r\n${unknownUuid},The Day the Earth Stood Still\r\n`;

interface World {
  readonly server: TestServer;
  /** The administrator of the examples, who signs in and is deleted. */
  readonly anna: { readonly id: string; readonly token: string };
  /** A folder for data directories. */
  readonly folder: string;
  readonly provider: OpenIdProvider;
}

/** Valid requests for endpoints whose declared example needs other parameters or existing records. */
export function validRequestsFor({ server, anna, folder, provider }: World): Readonly<Record<string, () => Promise<RequestOptions>>> {
  /** A server whose catalog is in files; `disk` is shared by requests that do not get in each other's way. */
  async function onDisk() {
    const data = join(folder, crypto.randomUUID());
    const to = await serverOf(openFileCopy(data, emptyStore()), { data });
    await createUser(to.store, 'anna', password, 'admin');
    return { to, data, headers: bearer(await issueApiToken(to.store, 'anna', 'tests')) };
  }
  const disk = once(onDisk);

  const startOfImport = JSON.stringify({ data: { type: 'ImportRun', attributes: { files: ['records.jsonl'] } } });

  async function withImportFile(content: string | Uint8Array = generatedRecords(5)) {
    const { to, data, headers } = await onDisk();
    mkdirSync(join(data, 'imports'));
    writeFileSync(join(data, 'imports', 'records.jsonl'), content);
    return { to, headers, params: { name: 'records.jsonl' } };
  }

  async function startedImport(content: string | Uint8Array) {
    const { to, headers } = await withImportFile(content);
    const sent = { ...headers, 'content-type': 'application/vnd.api+json' };
    const { data } = (await (await to.request('/api/imports', { method: 'POST', headers: sent, body: startOfImport })).json()) as {
      data: { attributes: { _id: string } };
    };
    return { to, headers, params: { id: data.attributes._id } };
  }

  const backups = once(async () => {
    const { data } = await disk();
    const [database, folder] = [join(data, 'leitmotif.db'), join(data, 'backups')];
    const task = { database, folder, covers: join(data, 'covers'), reason: 'asked', extent: 'all' } as const;
    return [createBackup(task).name, createBackup(task).name] as const;
  });

  const asEditor = (): EditorOf => new EditorOf(server, anna.token);

  async function refreshToken(): Promise<string> {
    const body = JSON.stringify({ username: 'anna', password });
    const response = await server.request('/api/token', { method: 'POST', headers: { 'content-type': 'application/json' }, body });
    return ((await response.json()) as { refresh_token: string }).refresh_token;
  }

  /** A server whose user anna has an authenticator app, with what her session and her app know. */
  async function withApp() {
    const to = await startServer();
    await createUser(to.store, 'anna', password, 'admin');
    const post = async (path: string, sent: object, headers = {}) => {
      const all = { ...headers, 'content-type': 'application/vnd.api+json' };
      return (await to.request(path, { method: 'POST', headers: all, body: JSON.stringify(sent) })).json();
    };
    const { session_token: session } = (await post('/api/sessions', { username: 'anna', password })) as { session_token: string };
    const attributes = { secret, code: totp.generate() };
    const { data } = (await post('/api/users/me/credentials', { data: { type: 'Credential', attributes } }, bearer(session))) as {
      data: { attributes: { _id: string } };
    };
    const id = data.attributes._id;
    return { to, headers: bearer(session), params: { id }, post, code: totp.generate({ timestamp: Date.now() + 30_000 }) };
  }

  async function codeFor(): Promise<string> {
    const { id } = await createUser(server.store, 'dora', password);
    const response = await server.request(`/api/users/${id}/password-reset`, { method: 'POST', headers: bearer(anna.token) });
    return ((await response.json()) as { data: { attributes: { code: string } } }).data.attributes.code;
  }

  async function importRun(): Promise<string> {
    await new RunJournal(server.store, { source: 'mirror', inputs: ['https://other.example'] }).end('done');
    return (server.store.reader.query('SELECT id FROM import_run').get() as { id: string }).id;
  }

  async function invitation(): Promise<string> {
    await asEditor().make('Invitation', '/api/invitations', {});
    return firstOf('/api/invitations');
  }

  async function revision(): Promise<string> {
    await artist();
    return firstOf('/api/revisions');
  }

  const artist = async (): Promise<string> =>
    (await asEditor().make('Artist', '/api/artists', { name: 'Wendy Carlos', _type: 'person' })).slice(-36);

  async function addition(): Promise<string> {
    const scopes = ['catalog:read', 'collection:write'] as const;
    const member = new EditorOf(server, await issueApiToken(server.store, 'anna', crypto.randomUUID(), { scopes: [...scopes] }));
    return (await member.make('Release', '/api/releases', { title: 'An Addition' })).slice(-36);
  }

  async function twoLabels(): Promise<{ data: { type: string; attributes: object; relationships: object } }> {
    const label = async () => ({ data: { type: 'Label', id: await asEditor().make('Label', '/api/labels', { name: 'Varèse' }) } });
    const relationships = { one: await label(), other: await label() };
    return { data: { type: 'SettledPair', attributes: { decision: 'different' }, relationships } };
  }

  async function settledPair(): Promise<string> {
    const { type, attributes, relationships } = (await twoLabels()).data;
    return (await asEditor().make(type, '/api/settled-pairs', attributes, relationships)).slice(-36);
  }

  async function sessionToEnd(): Promise<string> {
    await refreshToken();
    return firstOf('/api/users/me/sessions');
  }

  const firstOf = async (list: string): Promise<string> => (await asEditor().read(list)).body.data[0]?.attributes._id ?? 'nothing';

  async function tokenToRevoke(): Promise<string> {
    await issueApiToken(server.store, 'anna', 'to be revoked');
    return (server.store.reader.query("SELECT id FROM token WHERE name = 'to be revoked'").get() as { id: string }).id;
  }

  /** Adds an item to Anna's list, or returns the existing item of a wishlist. */
  async function newItem(list: 'collection' | 'wishlist'): Promise<{ type: string; id: string }> {
    const type = itemTypes[list];
    await asEditor().post(type, `/api/users/me/${list}`, { release: { id: releaseUuid } });
    return { type, id: await firstOf(`/api/users/me/${list}`) };
  }

  async function withMail() {
    const to = await startServer([], { smtpUrl: 'smtp://127.0.0.1:1', smtpFrom: 'leitmotif@example.org', publicUrl: 'http://localhost' });
    await createUser(to.store, 'anna', password, 'admin');
    return { to, headers: bearer(await issueApiToken(to.store, 'anna', 'tests')) };
  }

  /** Deliveries to an address of this machine are refused without a connection. */
  function webhookRequests(name: 'own' | 'catalog') {
    const path = name === 'own' ? '/api/users/me/webhooks' : '/api/webhooks';
    const made = async () => {
      const events = [name === 'own' ? 'item.added' : 'record.created'];
      const [old] = (await asEditor().read(path)).body.data;
      return old?.id ?? (await asEditor().make('Webhook', path, { name: 'Phone', url: 'https://localhost/', events }));
    };
    const params = async () => ({ params: { id: (await made()).slice(-36) } });
    const repeated = async () => {
      const id = await made();
      const { data } = (await asEditor().send('POST', `${id}/deliveries`)).body;
      return { params: { id: id.slice(-36), delivery: data.id } };
    };
    const changed = async () => ({
      ...(await params()),
      body: { data: { type: 'Webhook', id: (await made()).slice(-36), attributes: { name: 'Tablet' } } },
    });
    return [
      ...['', 'Delete', 'Deliveries', 'Test'].map((act) => [`${name}Webhook${act}`, params] as const),
      ...[['Retry', repeated] as const, ['Change', changed] as const].map(([act, request]) => [`${name}Webhook${act}`, request] as const),
    ];
  }

  /** A share of a wishlist of a release with a cover, and the wish on it. */
  async function shared(): Promise<{ params: { id: string; secret: string }; share: { id: string } }> {
    await covered();
    const wish = await newItem('wishlist');
    const { _id, url } = (await asEditor().post('Share', '/api/users/me/shares', { title: 'Birthday' })).body.data.attributes;
    return { params: { id: wish.id.slice(-36), secret: url.slice(-22) }, share: { id: _id } };
  }

  async function newLoan(): Promise<{ type: string; id: string }> {
    const { id } = await newItem('collection');
    await asEditor().post('Loan', '/api/users/me/loans', {
      borrower: 'Ben',
      lent_on: '2020-01-01',
      returned_on: '2020-01-02',
      item: { id },
    });
    return { type: 'Loan', id: await firstOf('/api/users/me/loans') };
  }

  async function earlierValue(): Promise<{ itemId: string; id: string }> {
    const { id: itemId } = await newItem('collection');
    const item = `/api/users/me/collection/${itemId}`;
    for (const current_value_cents of [100, 200]) await asEditor().patch(item, { current_value_cents });
    return { itemId, id: await firstOf(`${item}/values`) };
  }

  /** A server with a provider, and what the callback of a sign-in there says. */
  async function provided(settings: object = {}) {
    const to = await startServer([], {
      oidcIssuer: provider.issuer,
      oidcClientId: 'leitmotif',
      oidcClientSecret: clientSecret,
      ...settings,
    });
    await createUser(to.store, 'anna', password, 'admin');
    const headers = { 'content-type': 'application/json' };
    const post = async (path: string, body: object) =>
      (await to.request(path, { method: 'POST', headers: { ...headers, authorization: '' }, body: JSON.stringify(body) })).json();
    const browser = '0'.repeat(32);
    const { url } = (await post('/api/sessions/provider', { browser })) as { url: string };
    const answer = new URL(await provider.browse(url, providerCallback)).search.slice(1);
    return { to, post, browser, answer, token: await issueApiToken(to.store, 'anna', 'tests') };
  }

  async function photographed(): Promise<{ itemId: string; id: string }> {
    const { id: itemId } = await newItem('collection');
    const photos = `/api/users/me/collection/${itemId}/photos`;
    const headers = { ...bearer(anna.token), 'content-type': 'image/png' };
    await server.request(photos, { method: 'POST', headers, body: new Uint8Array(png(5, 5)) });
    return { itemId, id: await firstOf(photos) };
  }

  async function covered(): Promise<{ id: string }> {
    const headers = { ...bearer(anna.token), 'content-type': 'image/png' };
    await server.request(`/api/releases/${releaseUuid}/cover`, { method: 'PUT', headers, body: new Uint8Array(png(5, 5)) });
    return { id: releaseUuid };
  }

  /** Adds a release from MusicBrainz. */
  async function fromMusicbrainz(): Promise<string> {
    const { id } = edition(1);
    await asEditor().post('Release', '/api/releases', {}, undefined, { from: { source: 'musicbrainz', id } });
    return id;
  }

  /** Looks up a new release, and dismisses it if told so. */
  async function completionRow(isDismissed = false): Promise<string> {
    const release = await asEditor().make('Release', '/api/releases', { title: 'Night Train' });
    const path = '/api/users/me/completion/rows';
    const { body } = await asEditor().post('CompletionRow', path, { release, code: '030206526721' });
    if (isDismissed) await asEditor().send('POST', `${body.data.id}/dismissal`);
    return body.data.attributes._id;
  }

  async function pendingRow(list: string): Promise<string> {
    await asEditor().sendText('POST', `/api/users/me/${list}/import`, csv, { 'content-type': 'text/csv' });
    return firstOf(`/api/users/me/${list}/import/unmatched`);
  }

  /** An import that can be undone, since no other has its row. */
  async function pastImport(list: string): Promise<string> {
    const row = `release_title\r\n${Bun.randomUUIDv7()}\r\n`;
    await asEditor().sendText('POST', `/api/users/me/${list}/import`, row, { 'content-type': 'text/csv' });
    return firstOf(`/api/users/me/${list}/imports`);
  }

  return {
    refreshTokens: async () => ({ body: { refresh_token: await refreshToken() } }),
    invalidateTokens: async () => ({ body: { refresh_token: await refreshToken() } }),
    register: async () => ({ headers: { authorization: '' }, body: { data: { type: 'User', attributes: { username: 'bob', password } } } }),
    user: async () => ({ params: { id: anna.id } }),
    changeMe: async () => ({ body: { data: { type: 'User', id: anna.id, attributes: { email: 'anna@example.net' } } } }),
    changeUser: async () => {
      const { id } = await createUser(server.store, 'carl', password);
      return { params: { id }, body: { data: { type: 'User', id, attributes: { disabled: true } } } };
    },
    deleteMe: async () => {
      await createUser(server.store, 'otto', password, 'admin');
      return { body: { password } };
    },
    addDemo: async () => {
      const to = await startServer();
      await createUser(to.store, 'anna', password, 'admin');
      return { to, headers: { authorization: `Bearer ${await issueApiToken(to.store, 'anna', 'demo')}` } };
    },
    createSessionByCode: async () => {
      const { to, post, code } = await withApp();
      const { pending } = (await post('/api/sessions', { username: 'anna', password })) as { pending: string };
      return { to, body: { pending, code } };
    },
    createSessionByPasskey: async () => {
      const { to, headers, post } = await withApp();
      const key = new Authenticator('http://localhost');
      const attributes = { credential: key.create((await post('/api/users/me/passkey-options', {}, headers)) as { challenge: string }) };
      await post('/api/users/me/credentials', { data: { type: 'Credential', attributes } }, headers);
      const browser = '0'.repeat(32);
      const options = (await post('/api/sessions/passkey-options', { browser })) as { challenge: string };
      return { to, body: { browser, credential: key.get(options) } };
    },
    beginProviderSignIn: async () => ({ to: (await provided()).to }),
    createSessionByProvider: async () => {
      provider.person = { sub: 'new', preferred_username: 'berta' };
      const { to, browser, answer } = await provided({ oidcRegistration: 'yes' });
      return { to, body: { browser, answer } };
    },
    linkProviderIdentity: async () => {
      const { to, post, browser, answer } = await provided();
      const { pending } = (await post('/api/sessions/provider/callback', { browser, answer })) as { pending: string };
      return { to, body: { browser, pending, username: 'anna', password } };
    },
    testProvider: async () => {
      const { to, token } = await provided();
      return { to, headers: bearer(token) };
    },
    linkIdentityOfUser: async () => ({ body: { user: anna.id, issuer: 'https://auth.example.org', subject: '1' } }),
    passkeyOptions: async () => {
      const { to, headers } = await withApp();
      return { to, headers };
    },
    addCredential: async () => {
      const { to, headers, params, code } = await withApp();
      await to.request(`/api/users/me/credentials/${params.id}`, {
        method: 'DELETE',
        headers: { ...headers, 'content-type': 'application/json' },
        body: JSON.stringify({ password }),
      });
      return { to, headers, body: { data: { type: 'Credential', attributes: { secret, code } } } };
    },
    renameCredential: async () => {
      const { to, headers, params } = await withApp();
      const data = { type: 'Credential', id: `/api/users/me/credentials/${params.id}`, attributes: { name: 'Phone' } };
      return { to, headers, params, body: { data } };
    },
    removeCredential: withApp,
    createRecoveryCodes: withApp,
    resetSecondFactor: async () => {
      const { to, headers } = await withApp();
      const { id, key } = await createUser(to.store, 'dora', password);
      await addApp(to.store, { userKey: key, name: 'Phone', secret }, totp.generate());
      return { to, headers, params: { id } };
    },
    createPasswordReset: async () => ({ params: { id: anna.id } }),
    resetPassword: async () => ({ body: { code: await codeFor(), password } }),
    importRun: async () => ({ params: { id: await importRun() } }),
    startImport: async () => ({ ...(await withImportFile()), body: startOfImport }),
    // Enough records that the import is still running when it is cancelled.
    cancelImport: async () => startedImport(generatedRecords(20_000)),
    // A truncated file always fails. A cancelled import may complete first, and then cannot be resumed.
    resumeImport: async () => {
      const sent = await startedImport(gzipSync(generatedRecords(5)).subarray(0, -20));
      const path = `/api/imports/${sent.params.id}`;
      const stateOf = async () => (await (await sent.to.request(path, { headers: sent.headers })).json()).data.attributes.state;
      while ((await stateOf()) === 'running') await Bun.sleep(20);
      expect(await stateOf()).toBe('failed');
      return sent;
    },
    uploadImportFile: async () => ({ ...(await disk()), params: { name: 'records.jsonl' }, body: generatedRecords(1) }),
    deleteImportFile: async () => withImportFile(),
    settlePair: async () => ({ body: await twoLabels() }),
    rejectRelease: async () => ({ params: { id: await addition() } }),
    takeSettledPairBack: async () => ({ params: { id: await settledPair() } }),
    invitation: async () => ({ params: { id: await invitation() } }),
    withdrawInvitation: async () => ({ params: { id: await invitation() } }),
    endSession: async () => ({ params: { id: await sessionToEnd() } }),
    apiToken: async () => ({ params: { id: await firstOf('/api/users/me/tokens') } }),
    revokeApiToken: async () => ({ params: { id: await tokenToRevoke() } }),
    itemValueList: async () => ({ params: { itemId: (await newItem('collection')).id } }),
    itemPhotoList: async () => ({ params: { itemId: (await photographed()).itemId } }),
    addItemPhoto: async () => ({ params: { itemId: (await newItem('collection')).id }, body: new Uint8Array(png(6, 6)) }),
    itemPhoto: async () => ({ params: await photographed() }),
    changeItemPhoto: async () => {
      const params = await photographed();
      return { params, body: { data: { type: 'ItemPhoto', id: params.id, attributes: { caption: 'Obi' } } } };
    },
    removeItemPhoto: async () => ({ params: await photographed() }),
    itemPhotoFile: async () => ({ params: await photographed() }),
    deleteItemValue: async () => ({ params: await earlierValue() }),
    collectionChangeMany: async () => ({ body: { data: [{ ...(await newItem('collection')), attributes: { notes: 'Mono' } }] } }),
    wishlistChangeMany: async () => ({ body: { data: [{ ...(await newItem('wishlist')), attributes: { notes: 'Mono' } }] } }),
    collectionDeleteMany: async () => ({ body: { data: [await newItem('collection')] } }),
    wishlistDeleteMany: async () => ({ body: { data: [await newItem('wishlist')] } }),
    loansChangeMany: async () => ({ body: { data: [{ ...(await newLoan()), attributes: { notes: 'Mono' } }] } }),
    loansDeleteMany: async () => ({ body: { data: [await newLoan()] } }),
    collectionImport: async () => ({ body: csv }),
    wishlistImport: async () => ({ body: csv }),
    collectionImportUndo: async () => ({ params: { id: await pastImport('collection') } }),
    wishlistImportUndo: async () => ({ params: { id: await pastImport('wishlist') } }),
    collectionImportRowDelete: async () => ({ params: { id: await pendingRow('collection') } }),
    completionRow: async () => ({ params: { id: await completionRow() } }),
    lookUpCompletion: async () => ({ body: { data: { type: 'CompletionRow', attributes: { release: releaseUuid } } } }),
    acceptCompletion: async () => ({
      params: { id: await completionRow() },
      body: { data: { type: 'CompletionRow', attributes: { source: 'musicbrainz', id: edition(2).id } } },
    }),
    dismissCompletion: async () => ({ params: { id: await completionRow() } }),
    undoCompletion: async () => ({ params: { id: await completionRow(true) } }),
    onlineCover: async () => ({ params: { id: edition(1).id } }),
    releasePictures: async () => ({ params: { id: await fromMusicbrainz() } }),
    releasePicture: async () => ({ params: { id: await fromMusicbrainz(), picture: '17' } }),
    releaseRefresh: async () => ({ params: { id: await fromMusicbrainz() }, query: '?dry_run=true' }),
    productionRefresh: async () => ({ params: { id: productionOfFilm('tt0000100') }, query: '?dry_run=true' }),
    artistRefresh: async () => ({ params: { id: (await fromMusicbrainz()) && composer.id } }),
    mailTest: withMail,
    requestPasswordReset: withMail,
    ...Object.fromEntries((['own', 'catalog'] as const).flatMap((name) => webhookRequests(name))),
    share: async () => ({ params: (await shared()).share }),
    changeShare: async () => {
      const { share } = await shared();
      const id = `/api/users/me/shares/${share.id}`;
      return { params: share, body: { data: { type: 'Share', id, attributes: { title: 'Christmas' } } } };
    },
    revokeShare: async () => ({ params: (await shared()).share }),
    sharedList: shared,
    sharedCover: shared,
    reserveWish: async () => ({ ...(await shared()), headers: { authorization: '', 'reservation-key': 'k'.repeat(22) } }),
    giveBackWish: async () => {
      const { params } = await shared();
      const headers = { authorization: '', 'content-type': 'application/vnd.api+json', 'reservation-key': 'k'.repeat(22) };
      const body = JSON.stringify({ data: { type: 'Reservation' } });
      await server.request(`/api/shared/${params.secret}/items/${params.id}/reservation`, { method: 'PUT', headers, body });
      return { params, headers: { 'reservation-key': 'k'.repeat(22) } };
    },
    releaseCover: async () => ({ params: await covered() }),
    releaseCoverPut: async () => ({ params: { id: releaseUuid }, body: new Uint8Array(png(5, 5)) }),
    releaseCoverDelete: async () => ({ params: await covered() }),
    revision: async () => ({ params: { id: await revision() } }),
    revisionRevert: async () => ({ params: { id: await revision() } }),
    wishlistImportRowDelete: async () => ({ params: { id: await pendingRow('wishlist') } }),
    change: async () => ({ params: { id: '1' } }),
    search: async () => ({ query: '?q=psycho' }),
    resolve: async () => ({ query: '?slug=psycho&type=Release' }),
    externalLinks: async () => ({ query: '?externalId=7027' }),
    collectionCompleteness: async () => ({ query: `?record=/api/artists/${await artist()}` }),
    artistCredits: async () => ({ params: { artistId: await artist() } }),
    pageAddressPart: async () => ({ params: { part: 'releases-1' } }),
    vocabulary: async () => ({ params: { name: 'track_type' } }),
    // Of its own, since a backup that runs in the background would keep others from being deleted.
    makeBackup: async () => onDisk(),
    copyBackups: async () => {
      const { to, headers } = await onDisk();
      const body = JSON.stringify({ data: { type: 'Settings', id: '/api/settings', attributes: { backup_target: folder } } });
      await to.request('/api/settings', { method: 'PATCH', headers: { ...headers, 'content-type': 'application/vnd.api+json' }, body });
      return { to, headers };
    },
    downloadBackup: async () => ({ ...(await disk()), params: { backupName: (await backups())[0] } }),
    verifyBackup: async () => ({ ...(await disk()), params: { backupName: (await backups())[0] } }),
    removeBackup: async () => ({ ...(await disk()), params: { backupName: (await backups())[1] } }),
  };
}
