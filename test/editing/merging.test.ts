import type { Database } from 'bun:sqlite';
import { describe, expect, spyOn, test } from 'bun:test';
import { catalog } from '../../src/catalog';
import { allRecords } from '../../src/export/record-queries';
import { editing } from '../records/editing';
import { editedDemo, editedServer } from '../support/edited-server';
import { exportLines, sequenceOf } from '../support/exports';
import { artist, artistIri as iri } from '../support/numbered-artists';
import { planOf } from '../support/statement-plans';
import { uuid } from '../support/uuids';

describe('merging', () => {
  test('fills empty fields of the target, and redirects all references to it', async () => {
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

  test('leaves a gap in the positions of a credit list, and a credit without a position gets the one after the highest', async () => {
    const editor = await editedServer([1, 2, 3, 4].map((number) => artist(number)));
    const credits = [1, 2, 3].map((number) => ({ iri: iri(number), credit_role: 'composer' }));
    const release = await editor.make('Release', '/api/releases', { title: 'Heat', credits });
    await editor.merge(iri(2), { type: 'Artist', id: iri(1) });
    const left = (await editor.read(release)).body.data.attributes.credits;
    const { status, body } = await editor.patch(release, { credits: [...left, { iri: iri(4), credit_role: 'composer' }] });
    expect([status, body.data.attributes.credits.map(({ position }: { position: number }) => position)]).toEqual([200, [1, 3, 4]]);
  });

  /** Titles of tracks, with those of parts in brackets: "A B(I II)". */
  const disc = (titles: string, more: object = {}) => ({
    format_type: 'cd',
    tracks: [...titles.matchAll(/(\w+)(?:\(([^)]*)\))?/g)].map(([, title, parts]) => ({
      title,
      ...(parts && { _type: 'compound', sub_tracks: parts.split(' ').map((part, index) => ({ position: index + 1, title: part })) }),
    })),
    ...more,
  });
  test('of releases with other tracks folds each title a few times, however many they have', async () => {
    const foldsOf = async (tracks: number): Promise<number> => {
      const editor = await editedServer();
      const make = (name: string) =>
        editor.make('Release', '/api/releases', {
          title: name,
          formats: [disc(Array.from({ length: tracks }, (_, number) => `${name}${number}`).join(' '))],
        });
      const [from, into] = [await make('A'), await make('B')];
      using folding = spyOn(String.prototype, 'toLowerCase');
      const { body } = await editor.merge(from, { type: 'Release', id: into });
      expect(body.meta.leftOut).toHaveLength(tracks);
      return folding.mock.calls.length;
    };
    const [few, many] = [await foldsOf(20), await foldsOf(200)];
    expect(few).toBeGreaterThan(40);
    expect(many).toBeLessThan(12 * few);
  });

  interface Called {
    readonly attributes: { readonly title: string; readonly sub_tracks: readonly { readonly title: string }[] };
  }
  const called = ({ attributes: { title, sub_tracks: parts } }: Called): string =>
    parts.length > 0 ? `${title}(${parts.map((part) => part.title).join(' ')})` : title;
  const withDiscs = async (ofSource: readonly object[], ofTarget: readonly object[]) => {
    const editor = await editedServer();
    const make = (title: string, formats: readonly object[]) => editor.make('Release', '/api/releases', { title, formats });
    const [source, target] = [await make('Mine', ofSource), await make('True', ofTarget)];
    const contents = async (release: string) => {
      const { data } = (await editor.read(`${release}/formats`)).body;
      const lists = await Promise.all(data.map(({ id }: { id: string }) => editor.read(`${id}/tracks`)));
      return lists.map(({ body }) => body.data.map(called).join(' '));
    };
    return { editor, source, target, contents };
  };

  test('adds discs and tracks that only the merged release has, with their recordings', async () => {
    const { editor, source, target, contents } = await withDiscs([disc('A b C(I)'), disc('D E(I)')], [disc('A B')]);
    const recording = await editor.make('ReleaseRecording', `${source}/recordings`, { title: 'C', isrc_code: 'GBAYE6800011' });
    const [, , last] = (await editor.read(`${(await editor.read(`${source}/formats`)).body.data[0].id}/tracks`)).body.data;
    const { status } = await editor.patch(
      last.id,
      {},
      { relationships: { recording: { data: { type: 'ReleaseRecording', id: recording } } } },
    );
    expect(status).toBe(200);

    const { sequence: since } = (await editor.read('/api/changes?limit=1')).body.meta;

    const { body } = await editor.merge(source, { type: 'Release', id: target });

    expect([body.meta.leftOut, await contents(target)]).toEqual([undefined, ['A B C(I)', 'D E(I)']]);
    const movedTracks = async (since: number) => {
      const { data } = (await editor.read(`/api/changes?since=${since}`)).body;
      const entries: { resource_type: string; action: string; iri: string; record: Called }[] = data.map(
        ({ attributes }: { attributes: object }) => attributes,
      );
      const updated = entries.filter(({ resource_type, action }) => resource_type === 'ReleaseTrack' && action === 'updated');
      return [...new Set(updated.map(({ iri, record }) => `${record.attributes.title} ${iri.split('/formats/')[0]}`))].toSorted();
    };
    expect(await movedTracks(since)).toEqual(['C', 'D', 'E'].map((title) => `${title} ${target}`));
    expect(
      (await editor.read(`${target}/recordings`)).body.data.map((one: { attributes: { title: string } }) => one.attributes.title),
    ).toEqual(['C']);
    expect((await editor.read('/api/releases?isrc=GBAYE6800011')).body.data.map(({ id }: { id: string }) => id)).toEqual([target]);
    const { sequence: merged } = (await editor.read('/api/changes?limit=1')).body.meta;
    expect((await editor.revert(body.meta.revision)).status).toBe(201);
    expect(await movedTracks(merged)).toEqual(['C', 'D', 'E'].map((title) => `${title} ${source}`));
  });

  test('finds paired tracks by key, even if statistics know of few recordings', async () => {
    const { editor, source, target } = await withDiscs([disc('A B')], [disc('A B C')]);
    const { writer } = editor.server.store;
    writer.run('ANALYZE');
    writer.run("UPDATE sqlite_stat1 SET stat = '1000000 1 1 1' WHERE tbl = 'release_track'");
    writer.run("UPDATE sqlite_stat1 SET stat = '1 1' WHERE idx = 'release_track_by_recording'");
    writer.run('ANALYZE sqlite_schema');
    const statements = await prepared(writer, () => editor.merge(source, { type: 'Release', id: target }));
    const ofPairs = statements.filter((sql) => sql.includes('release_track AS goes'));
    expect(ofPairs).toHaveLength(2);
    expect(ofPairs.flatMap((sql) => planOf(writer, sql)).filter((step) => /^SCAN (?:goes|stays)/.test(step))).toEqual([]);
  });

  test('names the discs and tracks it leaves out, or is refused if it must be complete', async () => {
    const { editor, source, target, contents } = await withDiscs([disc('A C'), disc('B D'), disc('A')], [disc('A B')]);
    const data = { type: 'Release', id: target };
    const refused = await editor.send('POST', `${source}/merge`, { data, meta: { complete: true } });
    expect([refused.status, refused.body.errors[0].code, refused.body.errors[0].meta.params.tracks]).toEqual([
      409,
      'merge_incomplete',
      ['1-2 C', '2-2 D'],
    ]);
    expect(await contents(source)).toEqual(['A C', 'B D', 'A']);
    expect((await editor.merge(source, data)).body.meta.leftOut).toEqual(['1-2 C', '2-2 D']);
    expect(await contents(target)).toEqual(['A B', 'A']);
  });

  test('leaves out the confirmed content, and is refused again if that has changed', async () => {
    const { editor, source, target } = await withDiscs([disc('A')], [disc('B', { format_type: 'vinyl' })]);
    const merge = async (confirmed: unknown) => {
      const meta = { complete: true, confirmed };
      const { status, body } = await editor.send('POST', `${source}/merge`, { data: { type: 'Release', id: target }, meta });
      return { status, ...body.errors?.[0].meta.params };
    };
    expect(await merge(1)).toMatchObject({ status: 422 });
    const refused = await merge('');
    expect(refused).toMatchObject({ status: 409, tracks: ['1'], count: 1 });
    await editor.make('ReleaseTrack', `${(await editor.read(`${source}/formats`)).body.data[0].id}/tracks`, { position: 2, title: 'C' });
    const again = await merge(refused.version);
    expect(again).toEqual({ ...refused, version: expect.not.stringMatching(refused.version) });
    expect((await merge(again.version)).status).toBe(200);
  });

  test('fills empty values of discs, tracks and labels, names differing ones, and is undone exactly', async () => {
    const editor = await editedServer();
    const labels = ['Intrada', 'Varèse', 'MCA'].map((name) => editor.make('Label', '/api/labels', { name }));
    const [intrada, varese, mca] = await Promise.all(labels);
    const part = (more: object, ...others: object[]) => ({
      title: 'Suite',
      _type: 'compound',
      sub_tracks: [{ position: 1, title: 'I', ...more }, ...others],
    });
    const source = await editor.make('Release', '/api/releases', {
      title: 'Mine',
      labels: [
        { iri: intrada, catalog_number: 'MAF 1' },
        { iri: varese, catalog_number: 'VSD 2' },
        { iri: mca, catalog_number: 'MCA 3' },
      ],
      formats: [
        {
          ...{ format_type: 'cd', title: 'Score', descriptions: ['Gold'], text: 'Blue' },
          tracks: [
            { title: 'main title', seconds: 7, isrc_code: 'GBAYE6800011', content_components: ['choir'] },
            part({ notes: 'Live', content_components: ['solo'] }, { position: 2, title: 'II' }),
          ],
        },
        { title: 'Songs', tracks: [{ title: 'C', notes: 'Edited' }, { title: 'D' }] },
      ],
    });
    const target = await editor.make('Release', '/api/releases', {
      title: 'True',
      labels: [{ iri: varese }, { iri: intrada, catalog_number: 'MAF 9' }],
      formats: [
        { text: 'Red', tracks: [{ title: 'Main Title', isrc_code: 'GBAYE6800022' }, part({ seconds: 9, notes: 'Studio' })] },
        { tracks: [{ title: 'D' }, { title: 'C' }] },
      ],
    });
    const tracksOf = async (release: string) =>
      (await editor.read(`${(await editor.read(`${release}/formats`)).body.data[0].id}/tracks`)).body.data;
    const record = async (release: string, at: number, isrc_code: string) => {
      const id = await editor.make('ReleaseRecording', `${release}/recordings`, { title: 'Take', isrc_code });
      const { status } = await editor.patch(
        (await tracksOf(release))[at].id,
        {},
        { relationships: { recording: { data: { type: 'ReleaseRecording', id } } } },
      );
      expect(status).toBe(200);
    };
    await record(source, 0, 'GBAYE6800033');
    await record(source, 1, 'GBAYE6800044');
    await record(target, 1, 'GBAYE6800055');
    const records = () => exportLines(editor.server.store).map(({ attributes: { updated_at, ...own }, ...line }) => ({ ...line, own }));
    const before = records();

    const { body } = await editor.merge(source, { type: 'Release', id: target });

    expect(body.meta.leftOut.toSorted()).toEqual([
      '1 (text: Blue)',
      '1-1 main title (isrc_code: GBAYE6800011)',
      '1-2 Suite (isrc_code: GBAYE6800044)',
      '1-2 Suite: I (notes: Live)',
      '2 (title: Songs)',
      '2-1 C (notes: Edited)',
      'Intrada (catalog_number: MAF 1)',
    ]);
    expect(body.data.attributes.labels.map((one: { catalog_number: string }) => one.catalog_number)).toEqual(['VSD 2', 'MAF 9']);
    expect((await editor.read(`${target}/formats`)).body.data[0].attributes).toMatchObject({
      ...{ format_type: 'cd', title: 'Score', descriptions: ['Gold'], text: 'Red' },
    });
    expect((await tracksOf(target))[0].attributes).toMatchObject({
      ...{ title: 'Main Title', seconds: 7, isrc_code: 'GBAYE6800022', content_components: ['choir'] },
    });
    const recordings = (await editor.read(`${target}/recordings`)).body.data.map(
      (one: { attributes: { isrc_code: string } }) => one.attributes,
    );
    expect(recordings.map(({ isrc_code }: { isrc_code: string }) => isrc_code).toSorted()).toEqual(['GBAYE6800033', 'GBAYE6800055']);
    expect((await editor.revert(body.meta.revision)).status).toBe(201);
    expect(records()).toEqual(before);
  });

  test.each([
    ['a format', [disc('A')], [disc('A', { format_type: 'vinyl' })], ['1'], ['A']],
    ['a format, with the other discs', [disc('A'), disc('B')], [disc('A', { format_type: 'vinyl' })], ['1', '2-1 B'], ['A']],
    ['a repeated title', [disc('A A A B')], [disc('A B')], ['1-2 A', '1-3 A'], ['A B']],
    ['an order', [disc('B A A')], [disc('A B')], ['1-3 A'], ['A B']],
    ['a disc', [disc('A'), disc('A')], [disc('A'), disc('B')], ['2-1 A'], ['A', 'B']],
    ['a division into discs', [disc('A B'), disc('C D')], [disc('A B C D')], ['2'], ['A B C D']],
    ['a division into discs, the other way', [disc('A B C')], [disc('A'), disc('B')], ['1-3 C'], ['A', 'B']],
    ['parts', [disc('A(I III)')], [disc('A(I II)')], ['1-1 A: III'], ['A(I II)']],
    ['the spelling on one disc', [disc('Aa B'), disc('A C')], [disc('A B')], ['1-1 Aa', '2-2 C'], ['A B']],
    ['the spelling on one disc only', [disc('Aa B'), disc('C')], [disc('A B')], ['1-1 Aa'], ['A B', 'C']],
    ['nothing but additional parts', [disc('A(I II) B')], [disc('A(I) B')], undefined, ['A(I II) B']],
    ['nothing but all parts', [disc('A(I) B')], [disc('A B')], undefined, ['A(I) B']],
    ['nothing but a disc at the same position', [disc('A'), disc('B', { position: 1 })], [disc('A')], undefined, ['A', 'B']],
    ['nothing but a disc with one title again', [disc('A B'), disc('A C')], [disc('A B')], undefined, ['A B', 'A C']],
  ])('of releases that differ in %s names all it leaves out, and is undone exactly', async (_, ofSource, ofTarget, leftOut, combined) => {
    const { editor, source, target, contents } = await withDiscs(ofSource, ofTarget);
    const records = () => exportLines(editor.server.store).map(({ attributes: { updated_at, ...own }, ...line }) => ({ ...line, own }));
    const before = records();
    const { body } = await editor.merge(source, { type: 'Release', id: target });
    expect({ leftOut: body.meta.leftOut, combined: (await contents(target)).toSorted() }).toEqual({ leftOut, combined });
    expect((await editor.revert(body.meta.revision)).status).toBe(201);
    expect(records()).toEqual(before);
  });
});

test('a merge of each type, and its undo, add every record whose document they change to the change feed, the undo also the remaining record', async () => {
  const editor = await editedDemo();
  const { store } = editor.server;
  const queries = catalog.all.map((kind) => [kind.type, store.writer.query<{ line: string }, []>(allRecords(kind))] as const);
  const iriIn = (line: string) => /"id":"([^"]*)"/.exec(line)?.[1] as string;
  const documents = () =>
    new Map(
      queries.flatMap(([type, query]) =>
        query.all().map(({ line }) => [`${type} ${iriIn(line).slice(-36)}`, line.replace(/,?"updated_at":"[^"]*"/, '')] as const),
      ),
    );
  let current = documents();
  const changesOf = async (work: () => Promise<void>, others: readonly string[] = []) => {
    const [before, since] = [current, sequenceOf(store)];
    await work();
    current = documents();
    const names = [...new Set([...before.keys(), ...current.keys()])].filter((name) => before.get(name) !== current.get(name));
    const entries = new Set(
      store.writer.query("SELECT resource_type || ' ' || resource_id FROM change WHERE sequence > ?").values(since).flat(),
    );
    const silent = [...names, ...others].filter((name) => !entries.has(name));
    return { names: names.toSorted(), silent };
  };
  const mentions = Object.groupBy(
    [...current.values()].flatMap((line) => line.match(/[\da-f-]{36}|"credit_role":"[^"]*"/g) ?? []),
    (mention) => mention,
  );
  const mentionsOf = (line: string) =>
    (mentions[iriIn(line).slice(-36)]?.length ?? 0) + (mentions[`"credit_role":${/"slug":("[^"]*")/.exec(line)?.[1]}`]?.length ?? 0);
  const mentioned = catalog.all.filter(
    ({ type, table }) =>
      type === 'ArtistRole' ||
      catalog.all.some(({ pointers, above }) => pointers.some((to) => to.type === type) || above.some((parent) => parent.table === table)),
  );
  for (const kinds of [...mentioned.map((kind) => [kind]), catalog.all.filter((kind) => !mentioned.includes(kind))]) {
    const types = kinds.map(({ type }) => type);
    const revisions: string[] = [];
    const remaining: string[] = [];
    const merges = await changesOf(async () => {
      for (const type of types) {
        const lines = [...current].flatMap(([name, line]) => (name.startsWith(`${type} `) ? [line] : []));
        const [from, id] = lines.toSorted((a, b) => mentionsOf(b) - mentionsOf(a)).map(iriIn) as [string, string];
        revisions.unshift((await editor.merge(from, { type, id })).body.meta.revision);
        remaining.push(`${type} ${id.slice(-36)}`);
      }
    });
    const undone = await changesOf(async () => {
      for (const revision of revisions) expect((await editor.revert(revision)).status).toBe(201);
    }, remaining);
    expect({ types, silent: merges.silent, undone }).toEqual({ types, silent: [], undone: { names: merges.names, silent: [] } });
  }
});

describe('an unlocked field', () => {
  test('is overwritten by the next import, while locked fields stay', async () => {
    const editor = await editedServer();
    const { give } = editing(editor.server.store);
    await give(artist(1, { country: 'US', biography: 'Short.' }));
    await editor.patch(iri(1), { country: 'GB', biography: 'Long.', disambiguation: 'composer' });
    expect((await editor.read(iri(1))).body.meta.lockedFields).toEqual(['biography', 'country', 'disambiguation']);

    const { status, body } = await editor.patch(iri(1), {}, { meta: { unlock: ['country', 'name', 'shoes'] } });

    const { unlocked, lockedFields, ignoredAttributes } = body.meta;
    expect([status, unlocked, lockedFields, ignoredAttributes]).toEqual([200, ['country'], ['biography', 'disambiguation'], ['shoes']]);
    expect(body.data.attributes.country).toBe('GB');
    await give(artist(1, { country: 'US', biography: 'Short.' }));
    expect((await editor.read(iri(1))).body.data.attributes).toMatchObject({
      country: 'US',
      biography: 'Long.',
      disambiguation: 'composer',
    });
  });
});

/** Statements prepared on a connection during some work. */
async function prepared(database: Database, work: () => Promise<unknown>): Promise<string[]> {
  const statements: string[] = [];
  const { prepare } = database;
  const noting = spyOn(database, 'prepare').mockImplementation((sql: string) => {
    statements.push(sql);
    return prepare.call(database, sql) as never;
  });
  await work();
  noting.mockRestore();
  return statements;
}
