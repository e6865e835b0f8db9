import { describe, expect, test } from 'bun:test';
import { type EditorOf, editedServer, editorOf } from '../support/edited-server';
import { artist } from '../support/numbered-artists';
import { uuid } from '../support/uuids';

// Child records in `included`.

const iri = `/api/artists/${uuid(1)}`;

/** An artist with two aliases. */
async function withAliases() {
  const editor = await editedServer([artist(1), artist(2)]);
  const aliases = ['First', 'Second'].map((variation) => editor.make('ArtistAlias', `${iri}/aliases`, { variation }));
  return { editor, aliases: (await Promise.all(aliases)) as [string, string] };
}

const alias = (id: string, attributes: object, meta: object = { before: {} }) => ({ type: 'ArtistAlias', id, attributes, meta });

async function patch(editor: EditorOf, included: readonly object[], attributes: object = {}, path = iri) {
  const { headers, body } = await editor.read(path);
  const data = { type: body.data.type, id: path, attributes };
  return editor.send('PATCH', path, { data, included }, { 'if-match': headers.get('etag') as string });
}

const variationsOf = async (editor: EditorOf, path = iri): Promise<string[]> =>
  (await editor.read(`${path}/aliases`)).body.data.map(({ attributes }: { attributes: { variation: string } }) => attributes.variation);

const countRevisions = async (editor: EditorOf): Promise<number> => (await editor.read('/api/revisions')).body.meta.totalItems;

/** Status, code and pointer of the first error. */
const refusalOf = ({ status, body }: Awaited<ReturnType<typeof patch>>) => {
  const [{ code, source }] = body.meta?.errors ?? body.errors;
  return [status, code, source?.pointer];
};

describe('a PATCH', () => {
  test('changes, deletes and adds child records with its own, each with a revision', async () => {
    const { editor, aliases } = await withAliases();
    const before = await countRevisions(editor);
    const group = { type: 'Artist', lid: 'group', attributes: { name: 'The Tides', _type: 'group' } };
    const { status, body } = await patch(
      editor,
      [
        alias(aliases[0], { variation: 'Changed', shoes: 1 }, { before: { attributes: { variation: 'First' } } }),
        alias(aliases[1], {}, { before: { attributes: { variation: 'Second', notes: null } }, deleted: true }),
        { type: 'ArtistAlias', lid: 'third', attributes: { variation: 'Third' } },
        { type: 'ArtistGroupMember', lid: 'member', relationships: { group: { data: { type: 'Artist', lid: 'group' } } } },
        group,
      ],
      { country: 'GB' },
    );
    expect([status, body.meta.ignoredAttributes, body.data.attributes.country]).toEqual([200, ['included/0/shoes'], 'GB']);
    expect((await variationsOf(editor)).toSorted()).toEqual(['Changed', 'Third']);
    const [third, member, tides] = body.meta.created;
    expect(third).toStartWith(`${iri}/aliases/`);
    expect((await editor.read(member)).body.data.relationships.group.data.id).toBe(tides);
    const { data } = (await editor.read('/api/revisions')).body;
    expect(await countRevisions(editor)).toBe(before + 6);
    const changes = data
      .slice(0, 6)
      .map(({ attributes, relationships }: (typeof data)[0]) => `${relationships.record.data.type} ${attributes.action}`);
    expect(changes.toSorted()).toEqual([
      ...['Artist added', 'Artist changed', 'ArtistAlias added', 'ArtistAlias changed', 'ArtistAlias deleted', 'ArtistGroupMember added'],
    ]);
  });

  test('writes nothing if one child record is refused, and points to it in the document', async () => {
    const { editor, aliases } = await withAliases();
    const other = await editor.make('ArtistAlias', `/api/artists/${uuid(2)}/aliases`, { variation: 'Other' });
    const deleted = await editor.make('ArtistAlias', `${iri}/aliases`, { variation: 'Deleted' });
    await editor.delete(deleted);
    const before = [await countRevisions(editor), await variationsOf(editor)];
    const change = alias(aliases[0], { variation: 'Changed' });
    const portrayal = { type: 'Portrayal', lid: 'role', attributes: {} };
    const refused: readonly (readonly [included: object, refusal: unknown[]])[] = [
      [alias(aliases[1], { variation: '' }), [422, 'wrong_length', '/included/1/attributes/variation']],
      [alias(aliases[1], { variation: 1 }), [422, 'invalid_text', '/included/1/attributes/variation']],
      [alias(aliases[0], {}), [422, 'id_taken', '/included/1/id']],
      [alias(aliases[0].slice(-36), {}), [422, 'id_taken', '/included/1/id']],
      [alias(other, { variation: 'Mine' }), [409, 'other_records_child', '/included/1/id']],
      [alias(other.replace(uuid(2), uuid(1)), {}), [409, 'no_record_at', '/included/1/id']],
      [alias(deleted, { variation: 'Again' }), [409, 'no_record_at', '/included/1/id']],
      [alias(deleted, {}, { before: {}, deleted: true }), [409, 'no_record_at', '/included/1/id']],
      [alias('nonsense', {}), [409, 'not_an_iri', '/included/1/id']],
      [alias(aliases[1], {}, { before: { attributes: { variation: 'Former' } } }), [412, 'stale_record', '/included/1']],
      [alias(aliases[1], {}, { before: { attributes: { variation: 'Former' } }, deleted: true }), [412, 'stale_record', '/included/1']],
      [alias(aliases[1], {}, { deleted: true }), [400, 'wrong_member', '/included/1/meta/before']],
      [alias(aliases[1], {}, { before: {}, deleted: 'yes' }), [400, 'wrong_member', '/included/1/meta/deleted']],
      [{ ...alias(aliases[1], {}), type: 'Release' }, [409, 'no_kind', '/included/1/type']],
      [portrayal, [422, 'unnamed_lid', '/included/1/lid']],
      [
        { ...portrayal, relationships: { fictionalArtist: { data: { type: 'Artist', id: iri } } } },
        [422, 'not_fictional', '/included/1/relationships/fictionalArtist'],
      ],
      [{ type: 'ProductionEntry', lid: 'entry' }, [422, 'unnamed_lid', '/included/1/lid']],
      [{ type: 'ReleaseTrack', lid: 'track' }, [409, 'no_kind', '/included/1/type']],
    ];
    for (const [included, refusal] of refused)
      expect(refusalOf(await patch(editor, [change, included], { country: 'GB' }))).toEqual(refusal);
    expect(refusalOf(await patch(editor, Array(1_501).fill(change)))).toEqual([422, 'id_taken', '/included/1/id']);
    expect([await countRevisions(editor), await variationsOf(editor)]).toEqual(before as never);
    expect((await editor.read(iri)).body.data.attributes.country).not.toBe('GB');
  });

  test('ignores child records as a read had them, whatever they are now', async () => {
    const { editor, aliases } = await withAliases();
    const { meta: _, ...asRead } = alias(aliases[0], { variation: 'Former' });
    expect((await patch(editor, [asRead])).status).toBe(200);
    expect((await variationsOf(editor)).toSorted()).toEqual(['First', 'Second']);
  });

  test('changes records that link to its own, and adds some below others', async () => {
    const editor = await editedServer([artist(1, { fictional: true })]);
    const release = await editor.make('Release', '/api/releases', { title: 'Tides' });
    const linkTo = (type: string, id: string) => ({ data: { type, id } });
    const role = await editor.make('Portrayal', '/api/portrayals', {}, { fictionalArtist: linkTo('Artist', iri) });
    const changed = {
      type: 'Portrayal',
      id: role,
      attributes: { aspects: ['voice'] },
      meta: { before: { relationships: { performer: { data: null } } } },
    };
    expect((await patch(editor, [changed])).status).toBe(200);
    expect((await editor.read(role)).body.data.attributes.aspects).toEqual(['voice']);
    expect(refusalOf(await patch(editor, [changed], {}, release))).toEqual([409, 'other_records_child', '/included/0/id']);

    const film = { type: 'Production', lid: 'film', attributes: { title: 'The Tide', _type: 'movie' } };
    const entry = (production: object) => ({
      ...{ type: 'ProductionEntry', lid: 'entry', attributes: { kind: 'songs' } },
      relationships: { release: linkTo('Release', release), production: { data: { type: 'Production', ...production } } },
    });
    const { status, body } = await patch(editor, [entry({ lid: 'film' }), film], {}, release);
    expect(status).toBe(200);
    expect(body.meta.created[0]).toStartWith(`${body.meta.created[1]}/entries/`);
    expect(refusalOf(await patch(editor, [entry({ id: uuid(9) })], {}, release))).toEqual([409, 'no_record', '/included/0']);
    const { relationships: _, ...nowhere } = entry({});
    const unlinked = { ...nowhere, relationships: { release: linkTo('Release', release) } };
    expect(refusalOf(await patch(editor, [unlinked], {}, release))).toEqual([422, 'required', '/included/0/relationships/production']);
  });
});

describe('a POST', () => {
  test('creates a record with child records and with records that link to it', async () => {
    const editor = await editedServer([artist(1)]);
    const own = { data: { type: 'Artist', lid: 'own' } };
    const send = (aspects: string[]) =>
      editor.send('POST', '/api/artists', {
        data: { type: 'Artist', lid: 'own', attributes: { name: 'Captain Flood', _type: 'person', fictional: true } },
        included: [
          { type: 'ArtistAlias', lid: 'alias', attributes: { variation: 'The Captain' } },
          {
            type: 'Portrayal',
            lid: 'role',
            attributes: { aspects },
            relationships: { fictionalArtist: own, performer: { data: { type: 'Artist', id: iri } } },
          },
        ],
      });
    expect(refusalOf(await send(['song']))).toEqual([422, 'invalid_word', '/included/1/attributes/aspects/0']);
    expect(await countRevisions(editor)).toBe(0);
    const { status, body } = await send(['voice']);
    expect([status, await variationsOf(editor, body.data.id)]).toEqual([201, ['The Captain']]);
    expect((await editor.read(body.meta.created[1])).body.data.relationships.fictionalArtist.data.id).toBe(body.data.id);
  });

  test('refuses a lid of its own that an included record has, and one that the document itself names', async () => {
    const editor = await editedServer();
    const work = (lid: unknown, parent: object = {}) => ({ type: 'Work', lid, attributes: { title: 'Suite' }, ...parent });
    const parent = { relationships: { parent: { data: { type: 'Work', lid: 'own' } } } };
    const send = async (data: object, ...included: object[]) => refusalOf(await editor.send('POST', '/api/works', { data, included }));
    expect(await send(work('own'), work('own'))).toEqual([422, 'repeated_lid', '/included/0/lid']);
    expect(await send(work('own', parent), work('other', parent))).toEqual([422, 'circular_lids', '/data/lid']);
    expect(await send(work(''))).toEqual([400, 'wrong_member', '/data/lid']);
  });
});

test('the acceptance of an unreviewed release takes child records along', async () => {
  const editor = await editedServer();
  const member = await editorOf(editor.server, 'member', 'user');
  const { body } = await member.post('Release', '/api/releases', { title: 'Tides' });
  const link = {
    type: 'ReleaseExternalLink',
    lid: 'link',
    attributes: { provider: 'discogs', external_id: '1', url: 'https://www.discogs.com/release/1' },
  };
  const { id } = body.data;
  expect(refusalOf(await patch(editor, [link], {}, id))).toEqual([409, 'review_attribute', undefined]);
  expect((await patch(editor, [link], { reviewed: true }, id)).status).toBe(200);
  expect((await editor.read(`${id}/external-links`)).body.data).toHaveLength(1);
});

test('all tracks of a large box are changed at once', async () => {
  const editor = await editedServer();
  const titles = Array.from({ length: 1_499 }, (_, at) => ({ title: `Cue ${at}` }));
  const box = await editor.make('Release', '/api/releases', { title: 'Box', formats: [{ tracks: titles }] });
  const { included } = (await editor.read(`${box}?include=formats.tracks`)).body;
  const tracks = included.filter(({ type }: { type: string }) => type === 'ReleaseTrack');
  const changed = (attributes: { title: string }) => ({ attributes: { title: `${attributes.title}!` }, meta: { before: { attributes } } });
  const sent = tracks.map(({ type, id, attributes: { title } }: (typeof tracks)[0]) => ({ type, id, ...changed({ title }) }));
  expect((await patch(editor, sent, {}, box)).status).toBe(200);
  expect((await editor.read(tracks[1_498].id)).body.data.attributes.title).toBe('Cue 1498!');
  expect(await countRevisions(editor)).toBe(1_500);
  expect((await patch(editor, [...sent, ...sent], {}, box)).status).toBe(422);
});
