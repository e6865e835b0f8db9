import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { artistIri, credit, artist as whole } from '../support/numbered-artists';
import { runs } from '../support/runs';
import { startServer } from '../support/server';
import { uuid } from '../support/uuids';
import { editing, refusal, violationsOf } from './editing';
import { format, release, to, track } from './numbered-records';

const artist = (number: number, attributes: object = {}) => ({ type: 'Artist', id: artistIri(number), attributes });
const production = (attributes: object, number = 90) => ({ type: 'Production', id: `/api/productions/${uuid(number)}`, attributes });

describe('a change', () => {
  test('that adds a record locks its fields against later imports', async () => {
    const { store, read } = await startServer();
    const { add, give } = editing(store);
    await add(whole(1, { country: 'GB', slug: 'the-first' }));

    await give(whole(1, { name: 'Other', country: 'US', slug: 'other', disambiguation: 'new' }), 'discogs/artists');

    expect((await read(artistIri(1))).data.attributes).toMatchObject({
      name: 'Artist 1',
      country: 'GB',
      slug: 'the-first',
      disambiguation: 'new',
    });
  });

  test('of credits replaces and locks the list', async () => {
    const { store, read } = await startServer([whole(1), whole(2), whole(3)]);
    const { add, change, give } = editing(store);
    const heat = { title: 'Heat', _type: 'movie' };
    await add(production({ ...heat, composers: [credit(1)] }));

    const { revision } = await change(production({ composers: [credit(2), credit(1)] }));
    await give(production({ ...heat, year: 1995, composers: [credit(3)] }));

    expect(revision?.before?.attributes).toEqual({ composers: [credit(1)] });
    expect(revision?.after?.attributes).toEqual({ composers: [credit(2), credit(1)] });
    const { composers, year } = (await read(`/api/productions/${uuid(90)}`)).data.attributes;
    expect(composers.map(({ id }: { id: string }) => id)).toEqual([uuid(2), uuid(1)]);
    expect(year).toBe(1995);
  });

  test('of a missing record or of one under another parent is refused as not found', async () => {
    const alias = (owner: number) => ({
      type: 'ArtistAlias',
      id: `${artistIri(owner)}/aliases/${uuid(9)}`,
      attributes: { variation: 'X' },
    });
    const { store } = await startServer([whole(1), whole(2), alias(1)]);
    const { change } = editing(store);
    for (const record of [artist(7, { country: 'GB' }), alias(2)])
      expect(await refusal(change(record))).toMatchObject({ kind: 'not_found' });
  });
});

describe('an invalid edit reports all errors with their pointers', () => {
  test('in the attributes of a new record', async () => {
    const { store } = await startServer([whole(1), whole(2)]);
    const record = production({
      _type: 'film',
      year: 12,
      country: 'England',
      slug: 'Not A Slug',
      composers: [credit(1), credit(7), { iri: 5 }, { iri: artistIri(1), credit_role: 'nothing' }, { iri: '/api/labels/x' }],
    });
    expect(await violationsOf(editing(store).add(record))).toEqual({
      '/data/attributes/_type': expect.stringMatching(/^This must be one of .*movie/) as unknown as string,
      '/data/attributes/year': 'This must be a whole number from 1800 to 9999, or null.',
      '/data/attributes/country': 'This must be an ISO 3166-1 code such as GB, or null.',
      '/data/attributes/slug': 'This must be at most 255 letters from a to z and digits, separated by single hyphens, or null.',
      '/data/attributes/composers/1/iri': `This refers to artist ${uuid(7)}, which does not exist.`,
      '/data/attributes/composers/2/iri': 'This must be text.',
      '/data/attributes/composers/3/credit_role': 'This refers to artist role nothing, which does not exist.',
      '/data/attributes/composers/4/iri': '"/api/labels/x" is not an IRI of type Artist.',
      '/data/attributes/title': 'This is required.',
    });
  });

  test('in relationships', async () => {
    const { store } = await startServer([whole(1)]);
    const portrayal = {
      type: 'Portrayal',
      id: `/api/portrayals/${uuid(5)}`,
      attributes: { notes: 5 },
      relationships: {
        performer: to('Artist', artistIri(7)),
        production: to('Artist', artistIri(1)),
        fictionalArtist: to('Artist', artistIri(1)),
      },
    };
    const violations = await violationsOf(editing(store).add(portrayal));
    expect(Object.keys(violations).sort()).toEqual([
      '/data/attributes/notes',
      '/data/relationships/fictionalArtist',
      '/data/relationships/performer',
      '/data/relationships/production',
    ]);
  });

  test('in rules between stored and new values', async () => {
    const { store } = await startServer([whole(1, { fictional: true })]);
    expect(await violationsOf(editing(store).change(artist(1, { end_date: '1999' })))).toEqual({
      '/data/attributes/end_date': 'A fictional artist has no end date.',
    });
  });

  test('in the slug of another record', async () => {
    const { store } = await startServer([whole(1), whole(2)]);
    expect(await violationsOf(editing(store).change(artist(2, { slug: 'artist-1' })))).toEqual({
      '/data/attributes/slug': `artist-1 belongs to another record, ${uuid(1)}.`,
    });
  });
});

describe('a record', () => {
  test('that is added gets a slug and its deferred records', async () => {
    const { store, read } = await startServer();
    const { add, give } = editing(store);
    expect(await give({ type: 'ArtistAlias', id: `${artistIri(1)}/aliases/${uuid(2)}`, attributes: { variation: 'Other' } })).toBe(
      'waiting',
    );

    const { revision } = await add(whole(1));

    expect(revision).toMatchObject({ action: 'added', before: null, after: { attributes: { name: 'Artist 1', slug: 'artist-1' } } });
    expect((await read(artistIri(1))).data.attributes.variations).toHaveLength(1);
    expect(await refusal(add(whole(1)))).toMatchObject({ kind: 'conflict' });
  });

  test('that is deleted keeps its values in the revision and is not recreated by its source', async () => {
    const { store, request } = await startServer();
    const { give, delete: remove } = editing(store);
    await give(whole(1, { country: 'US' }));

    const { revision } = await remove(artist(1));

    expect(revision).toMatchObject({ action: 'deleted', before: { attributes: { country: 'US' } }, after: null });
    expect((await request(artistIri(1))).status).toBe(404);
    expect(await give(whole(1, { country: 'GB' }))).toBe('kept');
  });

  test('that other records refer to cannot be deleted', async () => {
    const { store, request } = await startServer([
      whole(1),
      whole(2),
      production({ title: 'Heat', _type: 'movie', composers: [credit(1), credit(2)] }),
      production({ title: 'Ronin', _type: 'movie', composers: [credit(2)] }, 91),
    ]);
    const { delete: remove } = editing(store);

    expect(await refusal(remove(artist(1)))).toMatchObject({
      kind: 'conflict',
      detail: 'One other record or item refers to this artist: 1 production. Remove that reference first.',
    });
    expect(await refusal(remove(artist(2)))).toMatchObject({
      kind: 'conflict',
      detail: '2 other records and items refer to this artist: 2 productions. Remove those references first.',
    });
    const composer = store.reader.query("SELECT '/api/artists/roles/' || id AS id FROM artist_role WHERE slug = 'composer'").get();
    expect(await refusal(remove({ type: 'ArtistRole', ...(composer as { id: string }) }))).toMatchObject({
      kind: 'conflict',
      detail: 'Other records refer to this one. Remove those references first.',
    });
    for (const number of [1, 2]) expect((await request(artistIri(number))).status).toBe(200);
  });
});

test('deleting a record deletes its nested records unless other records refer to them', async () => {
  const heat = production({ title: 'Heat', _type: 'movie' });
  const theme = { type: 'ProductionRecording', id: `${heat.id}/recordings/${uuid(91)}`, attributes: { title: 'Theme' } };
  const album = release(50, 'Heat');
  const recording = `${album.id}/recordings/${uuid(52)}`;
  const { store, request } = await startServer([
    ...[heat, theme, album, format(50, 51)],
    {
      type: 'ReleaseRecording',
      id: recording,
      attributes: { title: 'Theme' },
      relationships: { productionRecording: to('ProductionRecording', theme.id) },
    },
    track(50, 51, 53, { position: 1, title: 'Theme' }, { recording: to('ReleaseRecording', recording) }),
  ]);
  const { delete: remove } = editing(store);

  expect(await refusal(remove(heat))).toMatchObject({ kind: 'conflict' });
  expect(await refusal(remove({ type: 'ReleaseRecording', id: recording }))).toMatchObject({ kind: 'conflict' });
  await remove(album);
  await remove(heat);
  for (const iri of [album.id, recording, heat.id, theme.id]) expect((await request(iri)).status).toBe(404);
});

/** Few values, so that edits and imports often agree. */
const fields = { country: ['US', 'GB', null], disambiguation: ['a', 'b', null], name: ['A', 'B', 'C'] } as const;
type Values = Partial<Record<keyof typeof fields, string | null>>;
const names = Object.keys(fields) as (keyof typeof fields)[];
const value = fc.record({
  country: fc.constantFrom(...fields.country),
  disambiguation: fc.constantFrom(...fields.disambiguation),
  name: fc.constantFrom(...fields.name),
});
const step = fc.oneof(
  fc.record({ does: fc.constant('give' as const), values: value }),
  fc.record({ does: fc.constant('edit' as const), values: value, named: fc.subarray(names, { minLength: 1 }) }),
);

const us = { country: 'US', disambiguation: 'a', name: 'A' } as const;
const given = (country: 'US' | 'GB' | null) => ({ does: 'give' as const, values: { ...us, country } });
const edited = (country: 'US' | 'GB' | null) => ({ does: 'edit' as const, values: { ...us, country }, named: ['country' as const] });

test('edited fields keep the last edit, and other fields follow the source, after any edits and imports', async () => {
  const { store, read } = await startServer();
  const { edit, give } = editing(store);
  let number = 0;
  await fc.assert(
    fc.asyncProperty(value, fc.array(step, { maxLength: 12 }), value, async (first, steps, last) => {
      number++;
      await give(whole(number, first));
      let model: Values = first;
      const locked = new Set<string>();
      for (const one of steps) {
        if (one.does === 'give') {
          await give(whole(number, one.values));
          model = Object.fromEntries(names.map((name) => [name, locked.has(name) ? model[name] : one.values[name]]));
        } else {
          const edited = Object.fromEntries(one.named.map((name) => [name, one.values[name]]));
          const { revision } = await edit({ action: 'change', record: artist(number, edited) });
          expect(revision !== undefined).toBe(one.named.some((name) => edited[name] !== model[name]));
          for (const name of one.named) if (edited[name] !== model[name]) locked.add(name);
          model = { ...model, ...edited };
        }
        expect((await read(artistIri(number))).data.attributes).toMatchObject(model);
      }
      await give(whole(number, last), 'another/source');
      const kept = Object.fromEntries(Object.entries(model).filter(([name]) => locked.has(name)));
      expect((await read(artistIri(number))).data.attributes).toMatchObject(kept);
    }),
    {
      numRuns: runs(20),
      examples: [
        // Edits back to a former value, and to that of the source.
        [us, [edited('GB'), edited(null), edited('GB'), given(null)], us],
        [us, [edited('GB'), edited('US'), given('GB')], us],
      ],
    },
  );
});
