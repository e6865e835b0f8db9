import { describe, expect, test } from 'bun:test';
import { issueApiToken } from '../../src/accounts/tokens';
import { createUser } from '../../src/accounts/users';
import { catalog } from '../../src/catalog';
import { allRecords } from '../../src/export/record-queries';
import { discogs } from '../../src/import/sources/discogs';
import type { Store } from '../../src/store/database/open';
import { password } from '../accounts/requests';
import { fileOf, release, releases } from '../import/discogs-fakes';
import { importSource } from '../import/reconciliation';
import { editing } from '../records/editing';
import { label, release as numberedRelease } from '../records/numbered-records';
import { EditorOf, editedServer } from '../support/edited-server';
import { artist, artistIri as iri } from '../support/numbered-artists';
import { png } from '../support/pictures';
import { uuid } from '../support/uuids';

const into = (number: number) => ({ type: 'Artist', id: uuid(number) });

/** Every exported record without its change time. */
const recordsOf = ({ writer }: Store): string[] =>
  catalog.all
    .flatMap((kind) => (writer.query(allRecords(kind)).all() as { line: string }[]).map(({ line }) => line))
    .map((line) => line.replace(/,?"updated_at":"[^"]*"/, ''))
    .toSorted();

/** Merges two records and returns the IRI of the revision. */
async function merged(editor: EditorOf, from: string, to: { type: string; id: string }): Promise<string> {
  const { status, body } = await editor.merge(from, to);
  expect(status).toBe(200);
  return body.meta.revision;
}

/** A server with two releases of which the tests merge one into the other. */
async function twoReleases() {
  const editor = await editedServer();
  const make = (title: string) => editor.make('Release', '/api/releases', { title });
  return { editor, goes: await make('Mine'), stays: await make('True') };
}

const composers = (...numbers: number[]) => numbers.map((number) => ({ iri: iri(number), credit_role: 'composer' }));

const creditedIn = async (editor: EditorOf, production: string): Promise<string[]> =>
  (await editor.read(production)).body.data.attributes.composers.map((one: { iri: string }) => one.iri);

describe('undoing a merge', () => {
  test('restores addresses, slugs, child records and references of both records', async () => {
    const editor = await editedServer([artist(1, { country: 'GB', biography: 'Born.' }), artist(2), artist(3)]);
    const production = await editor.make('Production', '/api/productions', { title: 'Heat', _type: 'movie', composers: composers(1, 3) });
    const alias = await editor.make('ArtistAlias', `${iri(1)}/aliases`, { variation: 'Ada' });
    await editor.changeSlug('Artist', iri(1), 'one');
    await editor.make('ArtistGroupMember', `${iri(1)}/group-memberships`, {}, { group: { data: { type: 'Artist', id: iri(3) } } });
    const before = recordsOf(editor.server.store);
    const revision = await merged(editor, iri(1), into(2));
    expect(recordsOf(editor.server.store)).not.toEqual(before);

    const { status, body } = await editor.revert(revision);

    expect([status, body.data.attributes.action, body.data.relationships.record.data.id]).toEqual([201, 'added', iri(1)]);
    expect(recordsOf(editor.server.store)).toEqual(before);
    expect((await editor.read(iri(1))).body.data.attributes).toMatchObject({ slug: 'one', country: 'GB' });
    expect((await editor.read(alias)).status).toBe(200);
    expect(await creditedIn(editor, production)).toEqual([iri(1), iri(3)]);
    for (const slug of ['one', 'artist-1'])
      expect((await editor.read(`/api/resolve?type=Artist&slug=${slug}`)).body.data.attributes.resource_id).toBe(uuid(1));
    expect(editor.server.store.writer.query('SELECT id FROM merged_record').all()).toEqual([]);
  });

  test('keeps later changes and restores everything else', async () => {
    const editor = await editedServer([artist(1, { country: 'GB', biography: 'Born.' }), artist(2), artist(3)]);
    const made = (title: string, ...numbers: number[]) =>
      editor.make('Production', '/api/productions', { title, _type: 'movie', composers: composers(...numbers) });
    const [heat, more, other] = [await made('Heat', 1), await made('More', 1), await made('Other', 1)];
    const revision = await merged(editor, iri(1), into(2));
    await editor.patch(iri(2), { country: 'FR' });
    await editor.patch(more, { composers: composers(3, 2) });
    await editor.patch(other, { composers: composers(3) });

    expect((await editor.revert(revision)).status).toBe(201);

    expect((await editor.read(iri(2))).body.data.attributes).toMatchObject({ country: 'FR', biography: null });
    expect(await creditedIn(editor, heat)).toEqual([iri(1)]);
    expect(await creditedIn(editor, more)).toEqual([iri(3), iri(1)]);
    expect(await creditedIn(editor, other)).toEqual([iri(3)]);
  });

  test('is possible once, and cannot itself be undone', async () => {
    const editor = await editedServer([artist(1), artist(2)]);
    const revision = await merged(editor, iri(1), into(2));
    const { body } = await editor.revert(revision);
    const again = await editor.revert(revision);
    expect([again.status, again.body.errors[0].detail]).toEqual([409, 'Revision 2 already undid this.']);
    const undone = await editor.revert(body.data.id);
    expect([undone.status, undone.body.errors[0].detail]).toEqual([
      409,
      'This revision undid a merge. Merge the two records again instead.',
    ]);
    expect((await editor.merge(iri(1), into(2))).status).toBe(200);
  });

  test('is refused while the target is merged or deleted', async () => {
    const editor = await editedServer([artist(1), artist(2), artist(3)]);
    const first = await merged(editor, iri(1), into(2));
    const second = await merged(editor, iri(2), into(3));
    expect((await editor.revert(first)).body.errors[0].detail).toBe(
      'The artist that this was merged into has itself been merged. Undo that first.',
    );
    expect((await editor.revert(second)).status).toBe(201);
    expect((await editor.read(iri(1))).headers.get('location')).toContain(iri(2));
    await editor.delete(iri(2));
    const gone = await editor.revert(first);
    expect([gone.status, gone.body.errors[0].detail]).toEqual([
      409,
      'The artist that this was merged into no longer exists. Restore that first.',
    ]);
    await editor.revert((await editor.read('/api/revisions')).body.data[0].id);
    expect((await editor.revert(first)).status).toBe(201);
    for (const number of [1, 2, 3]) expect((await editor.read(iri(number))).status).toBe(200);
  });

  test('numbers a slug that another record has taken meanwhile', async () => {
    const editor = await editedServer([artist(1), artist(2), artist(3)]);
    const revision = await merged(editor, iri(1), into(2));
    await editor.changeSlug('Artist', iri(3), 'artist-1');
    expect((await editor.revert(revision)).status).toBe(201);
    expect((await editor.read(iri(1))).body.data.attributes.slug).toBe('artist-1-2');
    expect((await editor.read(iri(3))).body.data.attributes.slug).toBe('artist-1');
  });

  test('returns both records to their sources, whose next imports keep them separate', async () => {
    const editor = await editedServer();
    const { give } = editing(editor.server.store);
    await give(artist(1, { country: 'GB' }));
    await give(artist(2));
    const stated = () =>
      editor.server.store.reader.all(
        'SELECT hex(id), fields_key, hex(value_hashes), hex(ranks) FROM imported_record ORDER BY type_key, id',
      );
    const before = stated();
    const revision = await merged(editor, iri(1), into(2));
    await give(artist(1, { country: 'FR' }));
    expect((await editor.revert(revision)).status).toBe(201);
    expect(stated()).toEqual(before);
    expect((await editor.read(iri(1))).body.data.attributes.country).toBe('GB');

    await give(artist(1, { country: 'FR' }));
    await give(artist(2, { biography: 'Other.' }));

    expect((await editor.read(iri(1))).body.data.attributes).toMatchObject({ country: 'FR', biography: null });
    expect((await editor.read(iri(2))).body.data.attributes).toMatchObject({ country: null, biography: 'Other.' });
  });

  test('restores locked fields, which can be unlocked again', async () => {
    const editor = await editedServer();
    const { give } = editing(editor.server.store);
    await give(artist(1, { country: 'US' }));
    await give(artist(2));
    await editor.patch(iri(1), { country: 'GB', biography: 'Long.' });
    await editor.patch(iri(2), { biography: 'Mine.' });
    const lockedFieldsOf = async (number: number) => (await editor.read(iri(number))).body.meta.lockedFields;
    const revision = await merged(editor, iri(1), into(2));
    expect(await lockedFieldsOf(2)).toEqual(['biography', 'country']);
    await give(artist(2, { country: 'IT' }));
    expect((await editor.read(iri(2))).body.data.attributes).toMatchObject({ country: 'GB', biography: 'Mine.' });

    await editor.revert(revision);

    expect([await lockedFieldsOf(1), await lockedFieldsOf(2)]).toEqual([['biography', 'country'], ['biography']]);
    const { body } = await editor.patch(iri(1), {}, { meta: { unlock: ['country'] } });
    expect(body.meta.unlocked).toEqual(['country']);
    await give(artist(1, { country: 'US' }));
    expect((await editor.read(iri(1))).body.data.attributes).toMatchObject({ country: 'US', biography: 'Long.' });
  });
});

describe('items of users', () => {
  const own = async (editor: EditorOf, list: string) =>
    (await editor.read(`/api/users/me/${list}`)).body.data
      .map(
        ({ attributes: { release, notes, priority } }: { attributes: { release: { title: string }; notes: string; priority: number } }) => [
          release.title,
          notes,
          priority ?? null,
        ],
      )
      .toSorted();
  const put = (editor: EditorOf, list: string, release: string, attributes: object) =>
    editor.post(list === 'wishlist' ? 'WishlistItem' : 'CollectionItem', `/api/users/me/${list}`, {
      release: { id: release.split('/').at(-1) },
      ...attributes,
    });

  test('follow a merge and its undo without loss or duplication, even if a user has both releases', async () => {
    const { editor, goes, stays } = await twoReleases();
    await put(editor, 'collection', goes, { notes: 'signed' });
    await put(editor, 'collection', stays, { notes: 'second' });
    await put(editor, 'wishlist', goes, { notes: 'the blue one', priority: 1 });
    await put(editor, 'wishlist', stays, { notes: 'any' });
    const before = [await own(editor, 'collection'), await own(editor, 'wishlist')];

    const revision = await merged(editor, goes, { type: 'Release', id: stays });

    expect(await own(editor, 'collection')).toEqual([
      ['True', 'second', null],
      ['True', 'signed', null],
    ]);
    expect(await own(editor, 'wishlist')).toEqual([['True', 'any\nthe blue one', 1]]);
    expect((await editor.revert(revision)).status).toBe(201);
    expect([await own(editor, 'collection'), await own(editor, 'wishlist')]).toEqual(before);
  });

  test('that a user has moved or removed since the merge stay that way', async () => {
    const { editor, goes, stays } = await twoReleases();
    const { body } = await put(editor, 'collection', goes, { notes: 'sold' });
    await put(editor, 'collection', goes, { notes: 'kept' });
    const revision = await merged(editor, goes, { type: 'Release', id: stays });
    await put(editor, 'collection', stays, { notes: 'new' });
    await editor.delete(body.data.id);
    await editor.revert(revision);
    expect(await own(editor, 'collection')).toEqual([
      ['Mine', 'kept', null],
      ['True', 'new', null],
    ]);
  });

  test('that were removed and added again return to their former release', async () => {
    const orders: readonly (readonly string[])[] = [
      ['merge', 'remove', 'delete', 'restore', 'add', 'undo'],
      ['remove', 'merge', 'add', 'undo'],
      ['merge', 'remove', 'undo', 'add'],
      ['merge', 'remove', 'undo', 'merge', 'add', 'undo'],
      ['remove', 'merge', 'merge on', 'add', 'undo', 'undo'],
      ['merge', 'remove', 'merge on', 'add', 'undo', 'undo'],
      ['merge', 'merge on', 'remove', 'add', 'undo', 'undo'],
      ['merge', 'merge on', 'remove', 'undo', 'add', 'undo'],
      ['merge', 'merge on', 'remove', 'undo', 'undo', 'add'],
    ];
    for (const order of orders) {
      for (const list of ['collection', 'wishlist']) {
        const { editor, goes, stays } = await twoReleases();
        const heir = await editor.make('Release', '/api/releases', { title: 'Last' });
        let { id, type, attributes } = (await put(editor, list, goes, { notes: 'signed' })).body.data;
        const merges: string[] = [];
        const steps: Readonly<Record<string, () => Promise<unknown>>> = {
          merge: async () => merges.push(await merged(editor, goes, { type: 'Release', id: stays })),
          'merge on': async () => merges.push(await merged(editor, stays, { type: 'Release', id: heir })),
          remove: async () => {
            ({ attributes } = (await editor.read(id)).body.data);
            await editor.delete(id);
          },
          delete: () => editor.delete(stays),
          restore: async () => editor.revert((await editor.read('/api/revisions')).body.data[0].id),
          add: async () => {
            id = (await editor.post(type, `/api/users/me/${list}`, attributes)).body.data.id;
          },
          undo: () => editor.revert(merges.pop() as string),
        };
        for (const step of order) await steps[step]?.();
        expect({ order, list, own: await own(editor, list) }).toEqual({ order, list, own: [['Mine', 'signed', null]] });
      }
    }
  });

  test('return with their ids and photos after a merge whatever ids other users send', async () => {
    const { editor, goes, stays } = await twoReleases();
    const { server, token } = editor;
    const { body } = await put(editor, 'wishlist', goes, { notes: 'signed', priority: 1 });
    await put(editor, 'wishlist', stays, { notes: 'any' });
    const { data: copy } = (await put(editor, 'collection', goes, { notes: 'kept' })).body;
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'image/png' };
    const photo = png(400, 400, { shade: 10 }) as Uint8Array<ArrayBuffer>;
    expect((await server.request(`${copy.id}/photos`, { method: 'POST', headers, body: photo })).status).toBe(201);
    const revision = await merged(editor, goes, { type: 'Release', id: stays });
    await createUser(server.store, 'mallory', password);
    const member = new EditorOf(server, await issueApiToken(server.store, 'mallory', 'tests'));
    const stored = () => server.store.reader.query("SELECT merge FROM revision WHERE action = 'merged'").values()[0]?.[0] as string;
    const ids = [goes, stays, body.data.id, copy.id].map((iri: string) => iri.slice(-36));
    const before = stored();
    for (const _id of ids) expect(before).toContain(_id);
    const send = async () => {
      for (const _id of ids) {
        for (const list of ['collection', 'wishlist']) {
          const { status, body } = await put(member, list, stays, { _id });
          expect([list, status, body.data.id.endsWith(_id)]).toEqual([list, 201, false]);
          await member.delete(body.data.id);
        }
      }
    };
    const removeAndRestore = async () => {
      const { attributes } = (await editor.read(copy.id)).body.data;
      await editor.delete(copy.id);
      await send();
      const restored = (await editor.post('CollectionItem', '/api/users/me/collection', attributes)).body.data;
      expect([restored.id, (await editor.read(`${copy.id}/photos`)).body.data.length]).toEqual([copy.id, 1]);
    };
    await removeAndRestore();
    expect(stored()).toBe(before);
    expect((await editor.revert(revision)).status).toBe(201);
    await removeAndRestore();
    const [wishes, copies] = [await own(editor, 'wishlist'), await own(editor, 'collection')];
    expect([wishes, copies]).toEqual([
      [
        ['Mine', 'signed', 1],
        ['True', 'any', null],
      ],
      [['Mine', 'kept', null]],
    ]);
  });

  test('are not added to a merge that has thousands', async () => {
    const { editor, goes, stays } = await twoReleases();
    await merged(editor, goes, { type: 'Release', id: stays });
    const { writer } = editor.server.store;
    const counted = () => writer.query("SELECT json_array_length(merge, '$.items') FROM revision WHERE action = 'merged'").values()[0];
    const addAgain = () => put(editor, 'collection', goes, { _id: crypto.randomUUID() });
    await addAgain();
    expect(counted()).toEqual([1]);
    const items = JSON.stringify(
      Array.from({ length: 5_000 }, (_, n) => ({ type: 'Release', table: 'collection_item', of: uuid(1), ids: [uuid(n)] })),
    );
    writer.query("UPDATE revision SET merge = json_set(merge, '$.items', json(?)) WHERE action = 'merged'").run(items);
    expect((await addAgain()).status).toBe(201);
    expect(counted()).toEqual([5_000]);
  });

  test('set aside by a merge are deleted with the account', async () => {
    const { editor, goes, stays } = await twoReleases();
    for (const release of [goes, stays]) await put(editor, 'wishlist', release, { notes: 'x' });
    await merged(editor, goes, { type: 'Release', id: stays });
    const count = () => editor.server.store.writer.query('SELECT count(*) AS count FROM set_aside_item').get();
    expect(count()).toEqual({ count: 1 });
    editor.server.store.writer.run("DELETE FROM user WHERE username = 'erika'");
    expect(count()).toEqual({ count: 0 });
  });
});

describe('covers', () => {
  const coverOf = async (editor: EditorOf, release: string): Promise<string | undefined> =>
    (await editor.read(release)).body.data.attributes.cover?.url320.split('/').at(-1).replace(/\?.*/, '');
  const put = (editor: EditorOf, release: string, shade: number) =>
    editor.server.request(`${release}/cover`, {
      method: 'PUT',
      headers: { authorization: `Bearer ${editor.token}`, 'content-type': 'image/png' },
      body: png(400, 400, { shade }) as Uint8Array<ArrayBuffer>,
    });

  test('that a merge moved or removed are restored', async () => {
    for (const hasOther of [false, true]) {
      const { editor, goes, stays } = await twoReleases();
      expect((await put(editor, goes, 10)).status).toBeLessThan(300);
      if (hasOther) await put(editor, stays, 200);
      const before = [await coverOf(editor, goes), await coverOf(editor, stays)];
      expect(before[0]).toBeString();
      const revision = await merged(editor, goes, { type: 'Release', id: stays });
      expect(await coverOf(editor, stays)).toBe((hasOther ? before[1] : before[0]) as string);
      expect((await editor.revert(revision)).status).toBe(201);
      expect([await coverOf(editor, goes), await coverOf(editor, stays)]).toEqual(before);
    }
  });
});

test('a merge that changes more than 5,000 records succeeds, but cannot be undone', async () => {
  const [goes, stays] = [label(1, 'Label 1'), label(2, 'Label 2')];
  const labels = [{ iri: goes.id }];
  const releases = Array.from({ length: 5_001 }, (_, index) => numberedRelease(1_000 + index, `Release ${index}`, { labels }));
  const editor = await editedServer([goes, stays, ...releases]);
  const revision = await merged(editor, goes.id, stays);
  expect((await editor.read(stays.id)).body.data.attributes.release_count).toBe(5_001);
  const { status, body } = await editor.revert(revision);
  expect([status, body.errors[0].detail]).toEqual([
    409,
    'This changed more than 5000 records or was made by an earlier version. It cannot be undone.',
  ]);
});

test('after an undo, an import merges two records again only if a link identifies them', async () => {
  const onDiscogs = `<artists><artist><id>5</id><name>Ana Lund</name></artist></artists><styles><style>Score</style></styles>`;
  const mine = numberedRelease(2, 'My fox');
  const editor = await editedServer([mine]);
  const importFilm = (title: string) => importSource(editor.server.store, discogs([fileOf(releases(release(7, onDiscogs, title)))]));
  const titles = async () =>
    (await editor.read('/api/releases')).body.data.map(({ attributes }: { attributes: { title: string } }) => attributes.title).toSorted();
  await importFilm('The Fox');
  const theirs = (await editor.read('/api/releases?title=fox')).body.data.find(({ id }: { id: string }) => id !== mine.id).id;
  const revision = await merged(editor, theirs, mine);
  await importFilm('The Fox');
  expect(await titles()).toEqual(['My fox']);
  expect((await editor.revert(revision)).status).toBe(201);
  await importFilm('The Red Fox');
  expect(await titles()).toEqual(['My fox', 'The Red Fox']);

  await editor.make('ReleaseExternalLink', `${mine.id}/external-links`, {
    provider: 'discogs',
    external_id: '7',
    url: 'https://www.discogs.com/release/7',
  });
  await importFilm('The Last Fox');

  expect(await titles()).toHaveLength(1);
});
