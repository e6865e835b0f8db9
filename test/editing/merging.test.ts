import { describe, expect, test } from 'bun:test';
import { editing } from '../records/editing';
import { editedServer } from '../support/edited-server';
import { artist, artistIri as iri } from '../support/numbered-artists';
import { uuid } from '../support/uuids';

describe('merging', () => {
  test('fills what the other has not, and leads there from all that pointed to the one that goes', async () => {
    const editor = await editedServer([artist(1, { country: 'GB', biography: 'Born.' }), artist(2, { country: 'US' })]);
    await editor.patch(iri(1), { country: 'FR' });
    const production = await editor.make('Production', '/api/productions', {
      title: 'Heat',
      _type: 'movie',
      composers: [{ iri: iri(1), credit_role: 'composer' }],
    });
    const alias = await editor.make('ArtistAlias', `${iri(1)}/aliases`, { variation: 'Ada' });

    const { status, headers, body } = await editor.merge(iri(1), { type: 'Artist', id: iri(2) });

    expect([status, headers.get('content-location'), body.data.id]).toEqual([200, iri(2), iri(2)]);
    expect(body.data.attributes).toMatchObject({ name: 'Artist 2', country: 'US', biography: 'Born.' });
    expect((await editor.read(production)).body.data.attributes.composers[0].iri).toBe(iri(2));
    expect((await editor.read(alias.replace(uuid(1), uuid(2)))).status).toBe(200);
    expect((await editor.read(iri(1))).status).toBe(301);
    expect((await editor.read('/api/resolve?type=Artist&slug=artist-1')).body.data.attributes.resource_id).toBe(uuid(2));
    const history = (await editor.read(`${iri(2)}/revisions`)).body.data;
    expect(history.map(({ attributes }: { attributes: { action: string } }) => attributes.action)).toContain('merged');
    expect(history[0].attributes.after.relationships).toEqual({ mergedInto: { data: { type: 'Artist', id: iri(2) } } });
  });

  test('of releases takes the items of users along, and keeps the formats of the one that stays', async () => {
    const editor = await editedServer();
    const made = (title: string) => editor.make('Release', '/api/releases', { title, formats: [{ tracks: [{ title }] }] });
    const [goes, stays] = [await made('Mine'), await made('True')];
    await editor.post('CollectionItem', '/api/users/me/collection', { release: { id: goes.split('/').at(-1) } });

    const { body } = await editor.merge(goes, { type: 'Release', id: stays });

    expect(body.data.attributes).toMatchObject({ title: 'True', format_count: 1, track_count: 1 });
    const [item] = (await editor.read('/api/users/me/collection')).body.data;
    expect(item.attributes.release.title).toBe('True');
  });

  test('is of two records of a kind that are there', async () => {
    const editor = await editedServer([artist(1), artist(2)]);
    const tries = [
      [{ type: 'Artist', id: iri(1) }, 422],
      [{ type: 'Artist', id: uuid(9) }, 404],
      [{ type: 'Label', id: iri(2) }, 409],
    ] as const;
    for (const [into, status] of tries) expect({ into, status: (await editor.merge(iri(1), into)).status }).toEqual({ into, status });
    await editor.merge(iri(1), { type: 'Artist', id: uuid(2) });
    expect((await editor.merge(iri(1), { type: 'Artist', id: uuid(2) })).status).toBe(409);
  });
});

describe('what is given back to its sources', () => {
  test('is what these say with the next import, and what is not stays', async () => {
    const editor = await editedServer();
    const { give } = editing(editor.server.store);
    await give(artist(1, { country: 'US', biography: 'Short.' }));
    await editor.patch(iri(1), { country: 'GB', biography: 'Long.', disambiguation: 'composer' });
    expect((await editor.read(iri(1))).body.meta.lockedFields).toEqual(['biography', 'country', 'disambiguation']);

    const { status, body } = await editor.patch(iri(1), {}, { meta: { unlock: ['country', 'name', 'shoes'] } });

    expect([status, body.meta.unlocked, body.meta.lockedFields]).toEqual([200, ['country'], ['biography', 'disambiguation']]);
    expect(body.data.attributes.country).toBe('GB');
    await give(artist(1, { country: 'US', biography: 'Short.' }));
    expect((await editor.read(iri(1))).body.data.attributes).toMatchObject({
      country: 'US',
      biography: 'Long.',
      disambiguation: 'composer',
    });
  });
});
