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

  test('leaves a gap in the positions of a credit list, after which a credit without a position follows the highest', async () => {
    const editor = await editedServer([1, 2, 3, 4].map((number) => artist(number)));
    const credits = [1, 2, 3].map((number) => ({ iri: iri(number), credit_role: 'composer' }));
    const release = await editor.make('Release', '/api/releases', { title: 'Heat', credits });
    await editor.merge(iri(2), { type: 'Artist', id: iri(1) });
    const left = (await editor.read(release)).body.data.attributes.credits;
    const { status, body } = await editor.patch(release, { credits: [...left, { iri: iri(4), credit_role: 'composer' }] });
    expect([status, body.data.attributes.credits.map(({ position }: { position: number }) => position)]).toEqual([200, [1, 3, 4]]);
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
