import { afterAll, describe, expect, test } from 'bun:test';
import { runImport } from '../../src/import/run/run';
import { ndjsonSource } from '../../src/import/sources/ndjson';
import { fileOf, removeFiles } from '../import/discogs-fakes';
import { values } from '../import/reconciliation';
import { editing } from '../records/editing';
import { editedServer } from '../support/edited-server';
import { artistIri as iri } from '../support/numbered-artists';
import { seededStore } from '../support/server';
import { uuid } from '../support/uuids';

const person = (name: string, more: object = {}) => ({ name, _type: 'person', ...more });

describe('an edit', () => {
  test('needs a visible name on one line, without lone surrogates', async () => {
    const editor = await editedServer();
    for (const name of [
      '   ',
      '\u200b\u200b',
      '\ufeff',
      'a\nb',
      'a\u001bb',
      'a\ud800',
      '\u00ad\u2060',
      '\u2800',
      '\u0301',
      '\u{1D159}',
      '\uFFFC',
    ]) {
      const { status, body } = await editor.post('Artist', '/api/artists', person(name));
      expect({ name, status, pointer: body.meta.errors?.[0].source.pointer }).toEqual({
        name,
        status: 422,
        pointer: '/data/attributes/name',
      });
    }
    for (const name of ['?', '½', '…', '久石譲', 'e\u0301', '👩\u200d🎤']) {
      expect({ name, status: (await editor.post('Artist', '/api/artists', person(name))).status }).toEqual({ name, status: 201 });
    }
  });

  test('of a barcode needs a digit', async () => {
    const editor = await editedServer();
    for (const barcode of ['none', 'Ohne', '–']) {
      const { status, body } = await editor.post('Release', '/api/releases', { title: 'Psycho', barcode });
      expect([status, body.meta.errors?.[0].code]).toEqual([422, 'invalid_barcode']);
    }
    expect((await editor.post('Release', '/api/releases', { title: 'Psycho', barcode: '４９８８００５１２３４５２' })).status).toBe(201);
  });

  test('names the position of an invalid text in a document; prose can have several lines', async () => {
    const editor = await editedServer();
    const tracks = [{ title: 'Main' }, { title: '\u200b' }];
    const { status, body } = await editor.post('Release', '/api/releases', { title: 'Psycho', formats: [{ tracks }] });
    expect([status, body.meta.errors[0].source.pointer]).toEqual([422, '/data/attributes/formats/0/tracks/1/title']);
    expect((await editor.post('Release', '/api/releases', { title: 'Psycho', artist_credit: '\u2800' })).status).toBe(422);
    expect((await editor.post('Release', '/api/releases', { title: 'Psycho', notes: 'One.\nTwo.' })).status).toBe(201);
  });

  test('needs links without spaces, and an end after its beginning', async () => {
    const editor = await editedServer();
    const link = { provider: 'discogs', external_id: '7', url: 'http://a b' };
    const made = await editor.make('Artist', '/api/artists', person('Ada', { begin_date: '1990', end_date: '1990-05' }));
    const linked = await editor.post('ArtistExternalLink', `${made}/external-links`, link);
    expect([linked.status, linked.body.meta.errors[0].source.pointer]).toEqual([422, '/data/attributes/url']);
    const backwards = await editor.patch(made, { end_date: '1950' });
    expect([backwards.status, backwards.body.meta.errors[0].source.pointer]).toEqual([422, '/data/attributes/end_date']);
    expect((await editor.patch(made, { end_date: '1990-01-02', begin_date: '1990-01-02' })).status).toBe(200);
    const both = await editor.patch(made, { end_date: '1990-01-02', begin_date: '1991' });
    expect([both.status, both.body.meta.errors[0].source.pointer]).toEqual([422, '/data/attributes/begin_date']);
  });

  test('needs sessions that end after they begin, but keeps invalid ones of a source', async () => {
    const editor = await editedServer();
    const { give } = editing(editor.server.store);
    const [studio, release] = [`/api/organizations/${uuid(1)}`, `/api/releases/${uuid(2)}`];
    const session = (begin_date: string, end_date: string, role = 'Recorded At') => ({ iri: studio, role, begin_date, end_date });
    await give({ type: 'Organization', id: studio, attributes: { name: 'Abbey Road' } });
    await give({ type: 'Release', id: release, attributes: { title: 'Tides', companies: [session('1990', '1989')] } });
    const refused = await editor.patch(release, { companies: [session('1990', '1989'), session('1995-06', '1995-05', 'Mixed At')] });
    expect([refused.status, refused.body.meta.errors[0].source.pointer, refused.body.meta.errors[0].code]).toEqual([
      422,
      '/data/attributes/companies/1/end_date',
      'end_before_begin',
    ]);
    expect((await editor.patch(release, { companies: [session('1990', '1989'), session('1995', '1995-05', 'Mixed At')] })).status).toBe(
      200,
    );
  });

  test('keeps invalid values of a source, and can be undone to them', async () => {
    const editor = await editedServer();
    const { give } = editing(editor.server.store);
    const name = 'a\nb';
    await give({ type: 'Artist', id: iri(1), attributes: person(name, { begin_date: '1990', end_date: '1950' }) });

    expect((await editor.patch(iri(1), { name, country: 'GB' })).status).toBe(200);
    const { body } = await editor.patch(iri(1), { name: 'a b' });
    expect((await editor.revert(body.meta.revision)).status).toBe(201);
    expect((await editor.read(iri(1))).body.data.attributes.name).toBe(name);
  });
});

test('a merge omits values that contradict those of the target', async () => {
  const editor = await editedServer();
  const source = await editor.make('Artist', '/api/artists', person('a', { end_date: '1990', country: 'GB' }));
  const target = await editor.make('Artist', '/api/artists', person('b', { fictional: true }));
  const { status, body } = await editor.merge(source, { type: 'Artist', id: target });
  expect(status).toBe(200);
  expect(body.data.attributes).toMatchObject({ fictional: true, end_date: null, country: 'GB' });
});

test('an empty relationship is refused with an example', async () => {
  const editor = await editedServer();
  for (const data of [[], {}, 'x', { type: 'Album' }]) {
    const { status, body } = await editor.post('Release', '/api/releases', { title: 'x' }, { album: { data } });
    expect([status, body.meta.errors[0].meta.message]).toEqual([422, 'Name one record in data, such as {"type": "Album", "id": "…"}.']);
  }
});

test('an id in a document must be that of a child record; the server assigns those of new ones', async () => {
  const editor = await editedServer();
  const foreign = { id: uuid(7), format_type: 'cd', tracks: [{ title: 'x' }] };
  const posted = await editor.post('Release', '/api/releases', { title: 'x', formats: [foreign] });
  expect([posted.status, posted.body.meta.errors[0].source.pointer]).toEqual([422, '/data/attributes/formats/0/id']);

  const release = await editor.make('Release', '/api/releases', { title: 'x', formats: [{ tracks: [{ title: 'x' }] }] });
  const [format] = (await editor.read(`${release}/formats`)).body.data;
  const patched = await editor.patch(release, { formats: [foreign] });
  expect([patched.status, patched.body.meta.errors[0].source.pointer]).toEqual([422, '/data/attributes/formats/0/id']);
  const part = { id: uuid(8), position: 1, title: 'part' };
  const compound = await editor.patch(release, { formats: [{ tracks: [{ title: 'c', _type: 'compound', sub_tracks: [part] }] }] });
  expect([compound.status, compound.body.meta.errors[0].source.pointer]).toEqual([
    422,
    '/data/attributes/formats/0/tracks/0/sub_tracks/0/id',
  ]);
  expect((await editor.read(`${release}/formats`)).body.data[0].id).toBe(format.id);

  const emptied = await editor.patch(release, { formats: [] });
  expect((await editor.patch(release, { formats: [{ id: format.id, tracks: [] }] })).status).toBe(422);
  expect((await editor.revert(emptied.body.meta.revision)).status).toBe(201);
  expect((await editor.read(`${release}/formats`)).body.data[0].id).toBe(format.id);
});

describe('an imported record', () => {
  afterAll(removeFiles);

  test.each([
    ['Artist', 'artists', 'name', { _type: 'person' }],
    ['Label', 'labels', 'name', {}],
    ['Organization', 'organizations', 'name', {}],
    ['Album', 'albums', 'title', {}],
    ['Release', 'releases', 'title', {}],
    ['Production', 'productions', 'title', { _type: 'movie' }],
  ])('needs a visible name: %s', async (type, path, name, more) => {
    const lines = ['\u200b\u2060', ' ', 'Psycho'].map((value, index) =>
      JSON.stringify({ type, id: `/api/${path}/${uuid(index + 1)}`, attributes: { ...more, [name]: value } }),
    );
    const store = await seededStore();
    const report = await runImport(store, ndjsonSource([fileOf(lines.join('\n'), 'records.jsonl')]), { maxRejects: 5 });
    expect([report.outcome, report.rejected]).toEqual(['done', 2]);
    expect(values(store, `SELECT ${name} FROM "${type.toLowerCase()}"`)).toEqual([['Psycho']]);
    store.close();
  });
});

test('a row of a collection file with an invisible title creates no release', async () => {
  const editor = await editedServer();
  const csv = 'barcode,release_title\n,\u200b\u200b\n,Psycho\n';
  const headers = { 'content-type': 'text/csv' };
  const { body } = await editor.sendText('POST', '/api/users/me/collection/import?unmatched=provisional', csv, headers);
  expect(body.data.attributes).toMatchObject({ added: 1, provisional: 1, unmatched: 1 });
});
