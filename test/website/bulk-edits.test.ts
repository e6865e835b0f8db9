import { describe, expect, test } from 'bun:test';
import { editorOf } from '../support/edited-server';
import { sharedLists } from './shared-lists';

const own = sharedLists();

describe('a bulk edit', () => {
  test('changes the copies selected in the table after a preview', async () => {
    const [one, two, three] = [
      await own.make('collection', 0, { tags: ['Mono'] }),
      await own.make('collection', 1),
      await own.make('collection', 2),
    ];
    await own.visitor.open(`/collection/edit?item=${one}&item=${two}`);
    const look = await own.visitor.send('Preview changes', { folder: 'Italy', tags: 'mono, gift', condition: 'good', do: 'look' });
    expect(look.html).toContain('<ins>Italy</ins>');
    expect(look.text).toContain('Change 2 copies');
    expect((await own.items('collection')).every(({ attributes }: never) => (attributes as { folder: null }).folder === null)).toBe(true);
    await own.visitor.send('Change 2 copies', { do: 'change' });
    const changed = new Map(
      (await own.items('collection')).map(({ attributes }: { attributes: { _id: string } }) => [attributes._id, attributes]),
    );
    expect(changed.get(one)).toMatchObject({ folder: 'Italy', tags: ['Mono', 'gift'], condition: 'good' });
    expect(changed.get(two)).toMatchObject({ folder: 'Italy', tags: ['mono', 'gift'], condition: 'good' });
    expect(changed.get(three)).toMatchObject({ folder: null, tags: [], condition: null });
  });

  test('without a change says at its top that nothing was changed', async () => {
    const one = await own.make('collection', 0, { folder: 'A' });
    for (const [folder, reason] of [
      ['', 'Enter at least one change.'],
      ['A', 'All selected copies already have these values.'],
    ] as const) {
      await own.visitor.open(`/collection/edit?item=${one}`);
      const page = await own.visitor.send('Preview changes', { do: 'look', folder });
      expect(page.html).toMatch(
        new RegExp(`<p class="no wide" role="alert" tabindex="-1" autofocus>Nothing was changed. ${reason}</p>[^]*name="condition"`),
      );
    }
  });

  test('with a location and no location at once is refused before anything is changed', async () => {
    const one = await own.make('collection', 0, { storage_location: 'Shelf' });
    await own.visitor.open(`/collection/edit?item=${one}`);
    for (const what of ['look', 'change']) {
      const page = await own.visitor.send('Preview changes', { do: what, storage_location: 'Attic', clear_storage_location: 'on' });
      expect([page.status, page.text]).toEqual([422, expect.stringContaining('Enter a value or tick the box below it, not both.')]);
      expect(page.html).toContain('name="storage_location" value="Attic" list="places" placeholder="unchanged" aria-invalid');
    }
    expect((await own.items('collection'))[0].attributes.storage_location).toBe('Shelf');
  });

  test('changes all copies that match the filters', async () => {
    for (const folder of ['A', 'A', 'B']) await own.make('collection', 0, { folder });
    const list = await own.visitor.open('/collection?folder=A');
    expect(list.text).toContain('Edit all');
    await own.visitor.follow('Edit all');
    await own.visitor.send('Preview changes', { do: 'change', clear_folder: 'on', storage_location: 'Box' });
    expect(own.visitor.redirects[0]).toMatch(/^\/collection\?folder=A&notice=copies-changed&count=2&undo=[0-9a-f-]{36}$/);
    const folders = (await own.items('collection')).map(({ attributes }: { attributes: { folder: string | null } }) => attributes.folder);
    expect(folders.toSorted()).toEqual(['B', null, null]);
  });

  test('can be undone, except for copies changed since then', async () => {
    const one = await own.make('collection', 0, { folder: 'A', tags: ['mono'] });
    const two = await own.make('collection', 1, { folder: 'B' });
    await own.visitor.open(`/collection/edit?item=${one}&item=${two}`);
    await own.visitor.send('Preview changes', { do: 'change', folder: 'Italy', tags: 'gift' });
    await own.change('collection', two, { folder: 'Japan' });
    const page = await own.visitor.send('Undo', { do: 'undo' });
    expect(page.html).toContain('Change undone, except for copies that were changed or removed since then.');
    const kept = Object.fromEntries(
      (await own.items('collection')).map(({ attributes }: { attributes: Record<string, unknown> }) => [attributes._id, attributes]),
    );
    expect([kept[one], kept[two]]).toMatchObject([
      { folder: 'A', tags: ['mono'] },
      { folder: 'Japan', tags: ['gift'] },
    ]);
  });

  test('that removed copies can be undone once, with all details', async () => {
    const details = { folder: 'A', notes: 'Signed by the composer', purchased_at: '2024-05-01T16:30:00.000+00:00', quantity: 2 };
    const one = await own.make('collection', 0, details);
    const list = '/api/users/me/collection';
    const headers = { 'content-type': 'text/csv' };
    const body = `release_id\n${own.releases[1]?.id}\n`;
    const imported = await own.server.request(`${list}/import`, { method: 'POST', headers, body });
    const { data } = (await imported.json()) as { data: { id: string } };
    const ids = (await own.items('collection')).map(({ attributes }: { attributes: { _id: string } }) => attributes._id);
    await own.visitor.open(`/collection/edit?item=${ids[0]}&item=${ids[1]}`);
    await own.visitor.send('Remove 3 copies', { do: 'ask' });
    const removed = await own.visitor.send('Remove 3 copies', { do: 'remove' });
    expect(removed.html).toContain('3 copies removed.');
    const undo = /name="undo" value="([^"]+)"/.exec(removed.html)?.[1];
    await own.visitor.send('Undo', { do: 'undo' });
    const items = (await own.items('collection')).map(({ attributes }: { attributes: { _id: string } }) => attributes);
    expect(items.map(({ _id }: { _id: string }) => _id)).toContain(ids.find((id: string) => id !== one));
    expect(items).toContainEqual(expect.objectContaining(details));
    await own.visitor.open(`/collection?notice=copies-removed&undo=${undo}`);
    expect((await own.visitor.send('Undo', { do: 'undo' })).html).toContain('This change can no longer be undone.');
    expect(await own.items('collection')).toHaveLength(2);
    await own.server.request(`${list}/imports/${data.id}`, { method: 'DELETE' });
    expect((await own.items('collection')).map(({ attributes }: { attributes: { notes: string } }) => attributes.notes)).toEqual([
      details.notes,
    ]);
  });

  test('that removed copies is undone without those of a deleted release until that is restored', async () => {
    const ids = [await own.make('collection', 0), await own.make('collection', 1)];
    const release = (await own.items('collection'))[0].attributes.release.id;
    await own.visitor.open(`/collection/edit?item=${ids[0]}&item=${ids[1]}`);
    await own.visitor.send('Remove 2 copies', { do: 'ask' });
    await own.visitor.send('Remove 2 copies', { do: 'remove' });
    const editor = await editorOf(own.server);
    await editor.delete(`/api/releases/${release}`);
    expect((await own.visitor.send('Undo', { do: 'undo' })).html).toContain('Some copies can’t be added again');
    expect(await own.items('collection')).toHaveLength(1);
    await editor.revert((await editor.read('/api/revisions')).body.data[0].id);
    expect((await own.visitor.send('Undo', { do: 'undo' })).html).toContain('Change undone.');
    expect(await own.items('collection')).toHaveLength(2);
  });

  test('changes nothing if one value is invalid', async () => {
    const id = await own.make('collection', 0);
    await own.visitor.open(`/collection/edit?item=${id}`);
    const page = await own.visitor.send('Preview changes', { do: 'change', folder: 'Italy', tags: 'x'.repeat(101) });
    expect(page.status).toBe(422);
    expect(page.html).toMatch(/id="bad-tags"/);
    expect((await own.items('collection'))[0].attributes.folder).toBeNull();
  });

  test('removes copies after a confirmation', async () => {
    const ids = [await own.make('collection', 0), await own.make('collection', 1)];
    await own.visitor.open(`/collection/edit?item=${ids[0]}&item=${ids[1]}`);
    const asked = await own.visitor.send('Remove 2 copies', { do: 'ask' });
    expect(asked.text).toContain('Remove these 2 copies?');
    expect(await own.items('collection')).toHaveLength(2);
    await own.visitor.send('Remove 2 copies', { do: 'remove' });
    expect(await own.items('collection')).toEqual([]);
  });

  test('returns to the list with its order and filters', async () => {
    const id = await own.make('collection', 0, { folder: 'A' });
    const list = await own.visitor.open('/collection?order=price&folder=A');
    const [, back = ''] = /id="chosen"[\s\S]*?name="back" value="([^"]*)"/.exec(list.html) ?? [];
    const asked = new URLSearchParams({ item: id, back: back.replaceAll('&amp;', '&') });
    const form = await own.visitor.open(`/collection/edit?${asked}`);
    expect(form.html).toContain('href="/collection?order=price&amp;folder=A"');
    await own.visitor.send('Preview changes', { do: 'change', condition: 'mint' });
    expect(own.visitor.redirects[0]).toStartWith('/collection?order=price&folder=A&notice=copies-changed&count=1&undo=');
    await own.visitor.open(`/collection/edit?${asked}`);
    await own.visitor.send('Remove 1 copy', { do: 'ask' });
    await own.visitor.send('Remove 1 copy', { do: 'remove' });
    expect(own.visitor.redirects[0]).toStartWith('/collection?order=price&folder=A&notice=copies-removed&count=1&undo=');
  });

  test('without selected copies says so', async () => {
    expect((await own.visitor.open('/collection/edit')).text).toContain('No copies selected.');
  });
});
