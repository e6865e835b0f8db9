// Placeholders of imported files become whole from other sites, in the background.
import { afterEach, describe, expect, test } from 'bun:test';
import { issueApiToken } from '../../src/accounts/tokens';
import { deleteUser, getUser } from '../../src/accounts/users/users';
import type { Fake } from '../import/mirror-fakes';
import { artist, barcodeOf, disc, worldOf as newWorld, searchSite, until } from '../support/completed-world';
import { type Changed, EditorOf, editorOf } from '../support/edited-server';
import { edition } from '../support/musicbrainz-site';
import { liveOf } from '../support/server';

let open: Fake[] = [];

afterEach(() => {
  for (const site of open) site[Symbol.dispose]();
  open = [];
});

const worldOf: typeof newWorld = (site, ...more) => {
  if (site) open.push(site);
  return newWorld(site, ...more);
};

const header = 'Title,Artist,Barcode,Catalog number,Label,Format,Year,Notes';

const importFile = async (user: EditorOf, lines: readonly string[], list = 'collection'): Promise<void> => {
  const { status, body } = await user.sendText(
    'POST',
    `/api/users/me/${list}/import?unmatched=provisional`,
    [header, ...lines, ''].join('\n'),
    {
      'content-type': 'text/csv',
    },
  );
  if (status !== 200 || body.data.attributes.added !== lines.length) throw new Error(JSON.stringify(body));
};

const path = '/api/users/me/completion';
const start = (user: EditorOf): Promise<Changed> => user.send('POST', path);
const progressOf = async (user: EditorOf) => (await user.read(path)).body.data.attributes;
const rowsOf = async (user: EditorOf, state = '') => (await user.read(`${path}/rows${state && `?state=${state}`}`)).body.data;
const act = (user: EditorOf, row: { id: string }, action: string, attributes?: object): Promise<Changed> =>
  attributes ? user.post('CompletionRow', `${row.id}/${action}`, attributes) : user.send('POST', `${row.id}/${action}`);
const accept = (user: EditorOf, row: { id: string }, id: string, source = 'musicbrainz'): Promise<Changed> =>
  act(user, row, 'acceptance', { source, id });
const copiesOf = async (user: EditorOf) =>
  (await user.read('/api/users/me/collection')).body.data.map((copy: { attributes: object }) => copy.attributes);
const codeOf = ({ status, body }: Changed) => [status, body.errors[0].code];

/** A user with a list of these lines, in a world with this site. */
async function collectorOf(site: Fake | undefined, lines: readonly string[] = three, role: 'user' | 'editor' = 'user') {
  const server = await worldOf(site);
  const user = await editorOf(server, 'anna', role);
  await importFile(user, lines);
  return { server, user };
}

async function complete(user: EditorOf) {
  expect((await start(user)).status).toBe(200);
  await until(async () => (await progressOf(user)).state !== 'running');
  return progressOf(user);
}

const counted = ({ complete, review, not_found, failed, waiting }: Record<string, number>) => ({
  complete,
  review,
  not_found,
  failed,
  waiting,
});

const goldfinger = disc(1, 'Goldfinger');
const thunderball = disc(2, 'Thunderball');
const lion = disc(3, 'The Lion in Winter');

const three = [
  `Goldfinger (Original Soundtrack),John Barry,${barcodeOf(1)},,,CD,1990,signed by nobody`,
  `Thunderball,John Barry,,ABC-2,Silva Screen,CD,1990,`,
  `An Unknown Film,Nobody Special,,,,CD,1990,`,
];

describe.each(['user', 'editor'] as const)('completing the collection of a %s', (role) => {
  test('takes a barcode with the title, leaves less to review, and reports what it does not find', async () => {
    const { user } = await collectorOf(searchSite([goldfinger, thunderball, lion]), three, role);
    expect((await progressOf(user)).placeholders).toBe(3);
    const progress = await complete(user);
    expect([progress.state, progress.placeholders, counted(progress)]).toEqual([
      'done',
      2,
      { complete: 1, review: 1, not_found: 1, failed: 0, waiting: 0 },
    ]);
    const copies = await copiesOf(user);
    const whole = copies.find(({ notes }: { notes: string | null }) => notes === 'signed by nobody');
    expect(whole.release.id).toBe(goldfinger.id);
    const [review] = await rowsOf(user, 'review');
    expect(review.attributes).toMatchObject({ title: 'Thunderball', found_by: 'catalog_number', is_clear: true });
    expect(review.attributes.candidates[0]).toMatchObject({
      id: thunderball.id,
      agrees: expect.arrayContaining(['title', 'artist', 'catalog_number']),
      differs: [],
    });
    const [missing] = await rowsOf(user, 'not_found');
    expect(missing.attributes.title).toBe('An Unknown Film');
  });

  test('accepts, dismisses and undoes; copies keep their fields', async () => {
    const { user } = await collectorOf(
      searchSite([goldfinger, thunderball]),
      [...three, `Thunderball,John Barry,,ABC-2,Silva Screen,CD,1990,second`],
      role,
    );
    await complete(user);
    const [review] = await rowsOf(user, 'review');
    const accepted = await accept(user, review, thunderball.id);
    expect([accepted.status, accepted.body.data.attributes.state, accepted.body.data.attributes.release]).toEqual([
      200,
      'complete',
      `/api/releases/${thunderball.id}`,
    ]);
    expect(codeOf(await accept(user, review, thunderball.id))).toEqual([409, 'completion_row_closed']);
    expect((await copiesOf(user)).filter(({ release }: { release: { id: string } }) => release.id === thunderball.id)).toHaveLength(2);
    const undone = await act(user, review, 'undo');
    expect([undone.status, undone.body.data.attributes.state]).toEqual([200, 'review']);
    const back = (await copiesOf(user)).filter(({ release }: { release: { id: string } }) =>
      review.attributes.placeholder.endsWith(release.id),
    );
    expect(back.map(({ notes }: { notes: string | null }) => notes).toSorted()).toEqual([null, 'second']);
    expect((await act(user, review, 'dismissal')).body.data.attributes.state).toBe('dismissed');
    expect((await act(user, review, 'undo')).body.data.attributes.state).toBe('review');
    expect(codeOf(await act(user, review, 'undo'))).toEqual([409, 'completion_not_undoable']);
    expect((await user.read(review.attributes.placeholder)).body.data.attributes.title).toBe('Thunderball');
  });

  test('accepts all clear candidates at once', async () => {
    const { user } = await collectorOf(
      searchSite([goldfinger, thunderball, lion]),
      [...three, 'The Lion in Winter,John Barry,,,,CD,1990,'],
      role,
    );
    expect(await complete(user)).toMatchObject({ complete: 1, review: 2, clear: 2 });
    expect((await user.send('POST', `${path}/acceptance`)).status).toBe(200);
    await until(async () => (await progressOf(user)).state === 'done');
    expect(counted(await progressOf(user))).toEqual({ complete: 3, review: 0, not_found: 1, failed: 0, waiting: 0 });
  });

  test('never takes a candidate of another artist, year or format by itself', async () => {
    const others = [
      disc(1, 'Goldfinger', { 'artist-credit': [artist('Shirley Bassey', 2)] }),
      disc(2, 'Thunderball', { date: '2003' }),
      disc(3, 'The Lion in Winter', { media: edition(3).media.map((medium) => ({ ...medium, format: '12" Vinyl' })) }),
      disc(4, 'Something Else'),
    ];
    const server = await worldOf(searchSite(others));
    const user = await editorOf(server, 'anna', role);
    await importFile(
      user,
      ['Goldfinger', 'Thunderball', 'The Lion in Winter', 'Born Free'].map(
        (title, index) => `${title},John Barry,${barcodeOf(index + 1)},,,CD,1990,`,
      ),
    );
    expect(await complete(user)).toMatchObject({ complete: 0, review: 4, clear: 0 });
    const differing = (await rowsOf(user)).map(
      ({ attributes }: { attributes: { candidates: { differs: string[] }[] } }) => attributes.candidates[0]?.differs,
    );
    expect(differing.toSorted()).toEqual([['artist'], ['format'], ['title'], ['year']]);
  });

  test('leaves editions with one barcode to review, unless one agrees in more', async () => {
    const twins = [goldfinger, disc(7, 'Goldfinger', { barcode: barcodeOf(1) })];
    const { user } = await collectorOf(searchSite(twins), [`Goldfinger,John Barry,${barcodeOf(1)},,,CD,1990,`], role);
    expect(await complete(user)).toMatchObject({ complete: 0, review: 1, clear: 0 });
    const other = await editorOf(await worldOf(searchSite(twins)), 'bert', role);
    await importFile(other, [`Goldfinger,John Barry,${barcodeOf(1)},ABC-7,Silva Screen,CD,1990,`]);
    expect(await complete(other)).toMatchObject({ complete: 1, review: 0 });
    expect((await copiesOf(other))[0].release.id).toBe(twins[1]?.id);
  });
});

test.each([
  ['Rocky,Bill Conti', 'Rocky II', 'Bill Conti', ['artist', 'catalog_number', 'format'], []],
  ['Ghostbusters,Elmer Bernstein', 'Ghostbusters', 'Various Artists', ['title', 'catalog_number', 'format'], []],
  ['La Haine,Artistes divers', 'La Haine', 'Assassin', ['title', 'catalog_number', 'format'], []],
  ['La Haine,Artistes divers', 'La Haine', 'Various Artists', ['title', 'artist', 'catalog_number', 'format'], []],
  ['Ben-Hur,"Rózsa, Miklós"', 'Ben Hur', 'Miklos Rozsa', ['title', 'artist', 'catalog_number', 'format'], []],
  ['Vertigo,Bernard Herrmann', 'Vertigo', 'Muir Mathieson', ['title', 'catalog_number', 'format'], ['artist']],
])('what agrees is equal: %s and %s by %s', async (line, title, credit, agrees, differs) => {
  const { user } = await collectorOf(searchSite([disc(1, title, { 'artist-credit': [artist(credit)] })]), [`${line},,ABC-1,,CD,,`]);
  await complete(user);
  const [{ attributes }] = await rowsOf(user);
  expect([attributes.candidates[0].agrees, attributes.candidates[0].differs]).toEqual([agrees, differs]);
});

describe.each(['user', 'editor'] as const)('a row of a %s', (role) => {
  test('has the values of the placeholder, and later the candidate that it became', async () => {
    const { user } = await collectorOf(
      searchSite([thunderball]),
      [`Thunderball,John Barry,${barcodeOf(7)},ABC-2,Silva Screen,2xLP,1965,`],
      role,
    );
    await complete(user);
    const [review] = await rowsOf(user);
    expect(review.attributes).toMatchObject({
      barcode: barcodeOf(7),
      release_date: '1965',
      labels: [{ name: 'Silva Screen', catalog_number: 'ABC-2' }],
      formats: [{ format_type: 'vinyl', quantity: 2 }],
      accepted: null,
    });
    expect(review.attributes.candidates[0].differs).toEqual(['barcode', 'year', 'format']);
    const { body } = await accept(user, review, thunderball.id);
    expect(body.data.attributes.accepted).toEqual(review.attributes.candidates[0]);
  });
});

test('a placeholder with the MBID of the file becomes the release itself', async () => {
  const server = await worldOf(searchSite([goldfinger]));
  const user = await editorOf(server, 'anna', 'editor');
  const file = `release_id,release_title,artist_credit\n${goldfinger.id},Goldfinger,John Barry\n`;
  await user.sendText('POST', '/api/users/me/collection/import?unmatched=provisional', file, { 'content-type': 'text/csv' });
  expect(await complete(user)).toMatchObject({ complete: 1, placeholders: 0 });
  const { attributes } = (await user.read(`/api/releases/${goldfinger.id}`)).body.data;
  expect([attributes.track_count > 1, attributes.provisional ?? false]).toEqual([true, false]);
  expect(codeOf(await act(user, (await rowsOf(user))[0], 'undo'))).toEqual([409, 'completion_not_undoable']);
});

test('a wish moves along, and one for the release itself is not doubled', async () => {
  const server = await worldOf(searchSite([goldfinger, thunderball]));
  const user = await editorOf(server, 'anna', 'user');
  await importFile(user, [`Goldfinger,John Barry,${barcodeOf(1)},,,CD,1990,mine`], 'wishlist');
  await user.post('Release', '/api/releases', {}, undefined, { from: { source: 'musicbrainz', id: goldfinger.id } });
  await user.post('WishlistItem', '/api/users/me/wishlist', { notes: 'other', release: { id: `/api/releases/${goldfinger.id}` } });
  expect(await complete(user)).toMatchObject({ complete: 1 });
  const wishes = async () =>
    (await user.read('/api/users/me/wishlist')).body.data.map(({ attributes }: { attributes: { notes: string } }) => attributes.notes);
  expect(await wishes()).toEqual(['other']);
  expect((await act(user, (await rowsOf(user))[0], 'undo')).status).toBe(200);
  expect((await wishes()).toSorted()).toEqual(['mine', 'other']);
});

test('a release of the catalog is a candidate, and taken by itself for its barcode and title', async () => {
  const site = searchSite([]);
  const server = await worldOf(site);
  const editor = await editorOf(server, 'erika', 'editor');
  const member = await editorOf(server, 'mia', 'user');
  await importFile(member, [`Goldfinger,John Barry,${barcodeOf(1)},,,CD,1990,mine`, 'Bladerunner,,,,,CD,1994,']);
  const artists = [{ iri: await editor.make('Artist', '/api/artists', { _type: 'person', name: 'John Barry' }) }];
  const known = await editor.make('Release', '/api/releases', { title: 'Goldfinger', barcode: barcodeOf(1), artists });
  const other = await editor.make('Release', '/api/releases', { title: 'Blade Runner', release_date: '1994' });
  expect(await complete(member)).toMatchObject({ complete: 1, review: 1, clear: 0 });
  expect(site.requests.filter(({ path }) => path.includes('barcode'))).toEqual([]);
  const [review] = await rowsOf(member, 'review');
  expect(review.attributes.candidates).toEqual([expect.objectContaining({ source: 'catalog', release: other, title: 'Blade Runner' })]);
  expect((await accept(member, review, other.slice(-36), 'catalog')).status).toBe(200);
  const owned = (await copiesOf(member)).map(({ release }: { release: { id: string } }) => `/api/releases/${release.id}`);
  expect(owned.toSorted()).toEqual([known, other].toSorted());
});

test('a release that is not the candidate is never taken', async () => {
  const liar = disc(9, 'Liar');
  let isLying = true;
  const site = searchSite([goldfinger, thunderball], (path) =>
    isLying && path.startsWith('/ws/2/release/') ? Response.json(liar) : undefined,
  );
  const { user } = await collectorOf(site);
  expect(await complete(user)).toMatchObject({ complete: 0, review: 1, failed: 1 });
  expect((await rowsOf(user, 'failed'))[0].attributes.reason).toBe('completion_other_release');
  const [review] = await rowsOf(user, 'review');
  expect(codeOf(await accept(user, review, thunderball.id))).toEqual([409, 'completion_other_release']);
  expect((await user.read(`/api/releases/${liar.id}`)).status).toBe(404);
  isLying = false;
  expect((await accept(user, review, thunderball.id)).status).toBe(200);
  expect(await complete(user)).toMatchObject({ complete: 2, failed: 0 });
});

test('a row for which the site is never of use fails, and the others go on', async () => {
  const site = searchSite([goldfinger, thunderball], (path) => (path.includes('ABC-2') ? new Response('{{{') : undefined));
  const { server, user } = await collectorOf(site);
  await start(user);
  for (let pauses = 0; pauses < 4; pauses++) {
    await until(() => server.pauses.length > 0);
    server.pauses.splice(0);
    server.goOn();
  }
  await until(async () => (await progressOf(user)).state === 'done');
  expect(counted(await progressOf(user))).toEqual({ complete: 1, review: 0, not_found: 1, failed: 1, waiting: 0 });
});

test('an outcome that was undone is not taken again with all clear ones', async () => {
  const { user } = await collectorOf(searchSite([goldfinger, thunderball]));
  await complete(user);
  await act(user, (await rowsOf(user, 'complete'))[0], 'undo');
  expect(await progressOf(user)).toMatchObject({ review: 2, clear: 1 });
  await user.send('POST', `${path}/acceptance`);
  await until(async () => (await progressOf(user)).state === 'done');
  expect(await complete(user)).toMatchObject({ complete: 1, review: 1, clear: 0 });
});

test('an editor who became a member undoes nothing in the catalog', async () => {
  const { server, user } = await collectorOf(searchSite([goldfinger]), three, 'editor');
  await complete(user);
  const [row] = await rowsOf(user, 'complete');
  await server.store.write(() => server.store.writer.run("UPDATE user SET role = 'user' WHERE username = 'anna'"));
  expect(codeOf(await act(user, row, 'undo'))).toEqual([403, 'editors_only']);
  expect((await user.read(row.attributes.placeholder)).body.data.id).toBe(row.attributes.release);
});

test('nothing of an undone import is left to review', async () => {
  const { user } = await collectorOf(searchSite([goldfinger, thunderball]));
  await complete(user);
  const [run] = (await user.read('/api/users/me/collection/imports')).body.data;
  expect((await user.send('DELETE', run.id)).status).toBe(200);
  expect(counted(await progressOf(user))).toEqual({ complete: 0, review: 0, not_found: 0, failed: 0, waiting: 0 });
});

test('a member moves only their own copy of a public placeholder', async () => {
  const server = await worldOf(searchSite([goldfinger]));
  const [editor, member] = [await editorOf(server, 'erika', 'editor'), await editorOf(server, 'mia', 'user')];
  const line = `Goldfinger,John Barry,${barcodeOf(1)},,,CD,1990,`;
  await importFile(editor, [line]);
  await member.sendText('POST', '/api/users/me/collection/import', `${header}\n${line}\n`, { 'content-type': 'text/csv' });
  const [{ release }] = await copiesOf(editor);
  expect(await complete(member)).toMatchObject({ complete: 1 });
  expect([(await copiesOf(member))[0].release.id, (await copiesOf(editor))[0].release.id]).toEqual([goldfinger.id, release.id]);
});

test('the same file again finds the releases that its placeholders became', async () => {
  const { user } = await collectorOf(searchSite([goldfinger, thunderball]));
  await complete(user);
  await accept(user, (await rowsOf(user, 'review'))[0], thunderball.id);
  const { body } = await user.sendText('POST', '/api/users/me/collection/import?unmatched=provisional', [header, ...three, ''].join('\n'), {
    'content-type': 'text/csv',
  });
  expect(body.data.attributes).toMatchObject({ added: 0, duplicates: 3 });
});

test('waits while the site is down, says until when, and goes on', async () => {
  let isDown = true;
  const { server, user } = await collectorOf(
    searchSite([goldfinger, thunderball], () => (isDown ? new Response('', { status: 500 }) : undefined)),
  );
  await start(user);
  for (const seconds of [30, 30, 30, 40, 80]) {
    await until(() => server.pauses.length > 0);
    expect(server.pauses.splice(0)).toEqual([seconds * 1000]);
    const { state, paused_until, waiting } = await progressOf(user);
    expect([state, paused_until > new Date().toISOString(), waiting]).toEqual(['running', true, 3]);
    if (seconds === 80) isDown = false;
    server.goOn();
  }
  await until(async () => (await progressOf(user)).state === 'done');
  expect(counted(await progressOf(user))).toEqual({ complete: 1, review: 1, not_found: 1, failed: 0, waiting: 0 });
});

test('is resumed by the next server', async () => {
  const gate = Promise.withResolvers<undefined>();
  const first = await worldOf(searchSite([goldfinger], () => gate.promise));
  const anna = await editorOf(first, 'anna', 'user');
  await importFile(anna, three);
  await start(anna);
  const second = await worldOf(searchSite([goldfinger, thunderball]), first.store);
  await second.app.beginJobs();
  const again = new EditorOf(second, await issueApiToken(first.store, 'anna', 'second'));
  await until(async () => (await progressOf(again)).state === 'done');
  expect(counted(await progressOf(again))).toMatchObject({ complete: 1, review: 1, not_found: 1 });
  gate.resolve(undefined);
});

test('ends without a trace when its user is deleted in the middle', async () => {
  const gate = Promise.withResolvers<undefined>();
  const site = searchSite([goldfinger], (path) => (path.includes(goldfinger.id) ? gate.promise : undefined));
  const server = await worldOf(site);
  const anna = await editorOf(server, 'anna', 'user');
  await editorOf(server, 'bert', 'admin');
  await importFile(anna, three);
  await start(anna);
  await until(() => site.requests.some(({ path }) => path.includes(goldfinger.id)));
  await deleteUser(server.store, getUser(server.store, 'anna'), liveOf(server.store));
  gate.resolve(undefined);
  const count = (table: string) => server.store.reader.get<{ count: number }>(`SELECT count(*) AS count FROM ${table}`)?.count;
  await until(() => count('release') === 1);
  expect([count('completion'), count('completion_row'), count('collection_item')]).toEqual([0, 0, 0]);
});

test.each([
  ['is disabled', "UPDATE user SET disabled_at = '2026-01-01T00:00:00.000+00:00' WHERE username = 'anna'"],
  ['may not edit any more', "UPDATE user SET role = 'user' WHERE username = 'anna'"],
])('ends when its user %s', async (_, change) => {
  const gate = Promise.withResolvers<undefined>();
  const site = searchSite([goldfinger], (path) => (path.includes('barcode') ? gate.promise : undefined));
  const server = await worldOf(site);
  const anna = await editorOf(server, 'anna', 'editor');
  await importFile(anna, three);
  await start(anna);
  await until(() => site.requests.length > 0);
  await server.store.write(() => server.store.writer.run(change));
  gate.resolve(undefined);
  const state = () => server.store.reader.get<object>('SELECT state, reason FROM completion');
  await until(() => JSON.stringify(state()) !== '{"state":"running","reason":null}');
  expect(state()).toEqual({ state: 'stopped', reason: 'forbidden' });
});

test('two users take turns, one request each', async () => {
  const gate = Promise.withResolvers<undefined>();
  const site = searchSite([], () => gate.promise);
  const server = await worldOf(site);
  const users = [await editorOf(server, 'anna', 'user'), await editorOf(server, 'bert', 'user')];
  for (const [number, user] of users.entries())
    await importFile(
      user,
      Array.from({ length: 4 }, (_, index) => `${'ab'[number]}title${index},,,,,CD,1990,`),
    );
  for (const user of users) await start(user);
  gate.resolve(undefined);
  for (const user of users) await until(async () => (await progressOf(user)).state === 'done');
  const owners = site.requests.map(({ path }) => /"(.)title/.exec(decodeURIComponent(path))?.[1]).join('');
  expect(owners).toBe('abababab');
});

test('can be stopped and started again', async () => {
  const gate = Promise.withResolvers<undefined>();
  const site = searchSite([goldfinger, thunderball], () => gate.promise);
  const { user } = await collectorOf(site);
  const running = (await start(user)).body.data.attributes;
  expect([running.state, running.waiting, running.seconds_left > 0]).toEqual(['running', 3, true]);
  expect((await user.send('POST', `${path}/cancellation`)).body.data.attributes.state).toBe('stopped');
  gate.resolve(undefined);
  expect(await complete(user)).toMatchObject({ complete: 1, review: 1, not_found: 1 });
});

describe('a release by hand', () => {
  test('is looked up again by a code, and accepted', async () => {
    const { user } = await collectorOf(searchSite([goldfinger, thunderball]), ['Feuerball,,,XYZ-1,Nobody,CD,,']);
    const [{ release }] = await copiesOf(user);
    const first = await user.post('CompletionRow', `${path}/rows`, { release: release.id });
    expect([first.status, first.body.data.attributes.state]).toEqual([200, 'not_found']);
    const found = await user.post('CompletionRow', `${path}/rows`, { release: release.id, code: 'Thunderball' });
    expect(found.body.data.attributes.candidates.map(({ id }: { id: string }) => id)).toEqual([thunderball.id]);
    expect((await accept(user, found.body.data, thunderball.id)).status).toBe(200);
    expect((await copiesOf(user))[0].release.id).toBe(thunderball.id);
  });

  test('of the catalog without an id is merged by an editor', async () => {
    const server = await worldOf(searchSite([goldfinger]));
    const editor = await editorOf(server, 'erika', 'editor');
    const iri = await editor.make('Release', '/api/releases', { title: 'Goldfinger', barcode: barcodeOf(1) });
    const found = await editor.post('CompletionRow', `${path}/rows`, { release: iri });
    expect((await accept(editor, found.body.data, goldfinger.id)).status).toBe(200);
    expect((await editor.read(iri)).body.data.id).toBe(`/api/releases/${goldfinger.id}`);
    const member = await editorOf(server, 'mia', 'user');
    expect(codeOf(await member.post('CompletionRow', `${path}/rows`, { release: `/api/releases/${goldfinger.id}` }))).toEqual([
      404,
      'no_record',
    ]);
  });
});

describe('is refused', () => {
  test('for rows of others, candidates that are gone, and wrong bodies', async () => {
    const server = await worldOf(searchSite([goldfinger, thunderball]));
    const [anna, bert] = [await editorOf(server, 'anna', 'user'), await editorOf(server, 'bert', 'user')];
    await importFile(anna, three);
    await complete(anna);
    const [review] = await rowsOf(anna, 'review');
    const own = { id: `${path}/rows/${review.id.slice(-36)}` };
    expect((await bert.read(own.id)).status).toBe(404);
    expect(codeOf(await accept(bert, own, thunderball.id))).toEqual([404, 'no_row']);
    expect((await act(bert, own, 'dismissal')).status).toBe(404);
    expect((await act(bert, own, 'undo')).status).toBe(404);
    expect((await bert.read(review.id)).status).toBe(404);
    expect(codeOf(await bert.post('CompletionRow', `${path}/rows`, { release: review.attributes.placeholder }))).toEqual([
      404,
      'no_record',
    ]);
    expect(codeOf(await accept(anna, review, goldfinger.id))).toEqual([409, 'completion_no_candidate']);
    expect((await accept(anna, review, '1', 'elsewhere')).status).toBe(409);
    expect((await anna.post('Release', `${path}/rows`, { release: review.id })).status).toBe(400);
    expect((await anna.post('CompletionRow', `${path}/rows`, { release: 7 })).status).toBe(400);
    expect(codeOf(await act(anna, review, 'acceptance', {}))).toEqual([400, 'wrong_member']);
    expect((await anna.send('POST', `${path}?all=yes`)).status).toBe(400);
  });

  test('where no site is connected', async () => {
    const { user } = await collectorOf(undefined);
    expect(codeOf(await start(user))).toEqual([403, 'online_off']);
    expect(await progressOf(user)).toMatchObject({ state: 'none', placeholders: 3 });
  });

  test('for tokens without the scopes', async () => {
    const server = await worldOf(searchSite([]));
    await editorOf(server, 'anna', 'user');
    const withScopes = async (...scopes: ('collection:read' | 'collection:write' | 'wishlist:write' | 'catalog:read')[]) =>
      new EditorOf(server, await issueApiToken(server.store, 'anna', scopes.join(), { scopes }));
    expect(codeOf(await start(await withScopes('collection:read', 'catalog:read')))).toEqual([403, 'insufficient_scope']);
    expect(codeOf(await start(await withScopes('collection:write', 'wishlist:write')))).toEqual([403, 'insufficient_scope']);
    expect((await start(await withScopes('collection:write', 'wishlist:write', 'catalog:read'))).status).toBe(200);
    expect((await server.request(path)).status).toBe(401);
  });
});
