import { afterAll, expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { packTar } from 'modern-tar';
import { idsOfIri } from '../../src/api/schema/registry';
import { catalog } from '../../src/catalog';
import { SetupError } from '../../src/errors';
import { flush, type KnownRecords, type Position, type SourceItem } from '../../src/import/source';
import { musicbrainz } from '../../src/import/sources/musicbrainz';
import { readRecord, requireAttributes } from '../../src/records/write/record';
import { uuidOf } from '../../src/store/values/identifiers';
import { fileOf, removeFiles } from './discogs-fakes';
import * as documents from './musicbrainz-documents';
import { linesOf } from './musicbrainz-documents';

afterAll(removeFiles);

const fixtures = join(import.meta.dir, 'fixtures');

interface Plain {
  readonly type: string;
  readonly id: string;
  readonly attributes: Record<string, unknown>;
  readonly relationships?: Record<string, { data: { id: string } }>;
}

/** A catalog in memory with the records written up to the last flush. */
class FakeCatalog implements KnownRecords {
  readonly records = new Map<string, Plain>();
  readonly notes = new Map<string, string>();
  readonly #pending: SourceItem[] = [];
  readonly #words = new Map<string, number>();

  take(item: SourceItem | typeof flush): void {
    if (item !== flush) this.#pending.push(item);
    else for (const one of this.#pending.splice(0)) this.#write(one);
  }

  #write({ source, records, notes = [] }: SourceItem): void {
    for (const [name, value] of notes) this.notes.set(`${source} ${name}`, value ?? '');
    for (const { record, authority = 0, guessed = [] } of records) {
      const { type, id, attributes, relationships } = record as Plain;
      const before = this.records.get(`${type} ${id}`);
      const merged = { ...before?.attributes };
      for (const [name, value] of Object.entries(attributes)) {
        const [word, address] = [guessed.includes(name) ? 1 : authority, `${type} ${id} ${name}`];
        if (word < (this.#words.get(address) ?? 0)) continue;
        this.#words.set(address, word);
        merged[name] = value;
      }
      this.records.set(`${type} ${id}`, { type, id, attributes: merged, relationships: { ...before?.relationships, ...relationships } });
    }
  }

  of(type: string): Plain[] {
    return [...this.records.values()].filter((record) => record.type === type);
  }

  has = (type: string, id: string): boolean => this.of(type).some((record) => record.id.endsWith(`/${id}`));
  knows = this.has;
  findByLink = (): undefined => undefined;
  findByName = (_: string, name: string): string | undefined => (name === 'Jewel Case' ? uuidOf('jewel case') : undefined);
  tracksOf = () => [];
  findRole = (name: string): string | undefined =>
    ['Composer', 'Performer', 'Conductor', 'Orchestra', 'Producer'].includes(name) ? name.toLowerCase() : undefined;
  note = (source: string, name: string): string | undefined => this.notes.get(`${source} ${name}`);
}

async function readFiles(files: readonly string[], catalog = new FakeCatalog(), from?: Position, includeNoncommercial = false) {
  const source = musicbrainz(files, { includeNoncommercial });
  const items: SourceItem[] = [];
  for await (const item of source.items(catalog, from)) {
    catalog.take(item);
    if (item !== flush) items.push(item);
  }
  return { catalog, items, progress: source.progress };
}

const allFiles = (): string[] => [
  fileOf(linesOf(documents.vienna), 'area.jsonl'),
  fileOf(linesOf(documents.filmGroup, documents.albumGroup, documents.otherGroup), 'release-group.jsonl'),
  fileOf(linesOf(documents.filmRelease, documents.otherRelease), 'release.jsonl'),
  fileOf(linesOf(documents.cueWork, documents.filmWork, documents.otherWork), 'work.jsonl'),
  fileOf(linesOf(documents.composer, documents.orchestra, documents.character, documents.actor, documents.stranger), 'artist.jsonl'),
  fileOf(linesOf(documents.label, documents.otherLabel), 'label.jsonl'),
];

const attributesOf = (catalog: FakeCatalog, type: string): Record<string, unknown>[] =>
  catalog.of(type).map(({ attributes }) => attributes);

test('only film music is imported, with the artists, labels and works that it refers to', async () => {
  const { catalog, progress } = await readFiles(allFiles());
  expect(attributesOf(catalog, 'Release').map(({ title }) => title)).toEqual(['Night Train']);
  expect(attributesOf(catalog, 'Label')).toEqual([{ name: 'Varèse Sarabande', country: 'US', begin_date: '1978' }]);
  expect(catalog.of('Artist').map(({ attributes }) => attributes.name)).not.toContain('A Stranger');
  expect(progress.documents).toBe(16);
  expect(progress.warnings).toEqual([]);
});

test('every record has valid and complete attributes', async () => {
  const { items } = await readFiles([
    ...allFiles(),
    join(fixtures, 'musicbrainz-release.json'),
    fileOf(documents.realScore(), 'release.jsonl'),
  ]);
  const records = items.flatMap((item) => item.records).filter(({ record }) => (record as Plain).type !== 'MergedRecord');
  expect(records.length).toBeGreaterThan(60);
  const whole = new Map<string, { type: string; attributes: Record<string, unknown> }>();
  for (const { record } of records) {
    const { type, id, attributes } = readRecord(record);
    const kind = catalog.find(type);
    expect(kind && idsOfIri(kind, id)).toBeDefined();
    whole.set(id, { type, attributes: { ...whole.get(id)?.attributes, ...attributes } });
  }
  for (const { type, attributes } of whole.values())
    requireAttributes(catalog.find(type) as NonNullable<ReturnType<typeof catalog.find>>, attributes);
});

test('an album without an IMDb link yields a production with its title without markers', async () => {
  const { catalog } = await readFiles(allFiles());
  expect(attributesOf(catalog, 'Production').map(({ title }) => title)).toContain('Castle of Stars');
});

test('tracks have their MBIDs, durations in seconds, recordings and the writers of their works', async () => {
  const { catalog } = await readFiles(allFiles());
  const [pregap, first, second, data] = catalog.of('ReleaseTrack');
  expect(first?.id).toEndWith(documents.filmRelease.media[0]?.tracks[0]?.id as string);
  expect(first?.attributes).toMatchObject({
    position: 2,
    title: 'Départ',
    minutes: 2,
    seconds: 4,
    isrc_code: 'USABC1234567',
    variant: 'film version',
    versions: ['film_version'],
  });
  expect(first?.attributes.credits).toMatchObject([{ iri: `/api/artists/${documents.composer.id}`, credit_role: 'composer' }]);
  expect(second?.attributes.minutes).toBeUndefined();
  expect([pregap, first, second, data].map((track) => track?.attributes.position)).toEqual([1, 2, 3, 4]);
  expect(pregap?.attributes).toMatchObject({ title: 'Hidden', notes: 'Hidden before the first track (pregap).' });
  expect(catalog.of('ReleaseRecording')[1]?.attributes.credits).toMatchObject([{ credit_role: 'conductor' }, { credit_role: 'orchestra' }]);
  expect(catalog.of('ProductionRecording')[1]?.attributes).toMatchObject({
    credits: [{ credit_role: 'conductor' }],
    orchestras: [{ credit_role: 'orchestra' }],
  });
});

test('a relation between editions becomes the same record from either document', async () => {
  const [remaster, album] = ['c', 'd'].map((digit) => `${digit.repeat(8)}-0000-4000-8000-000000000000`) as [string, string];
  const relation = (type: string, direction: string, target: object) => ({ type, direction, ...target });
  const released = async (...relations: object[]) =>
    (await readFiles([fileOf(linesOf({ ...documents.filmRelease, relations }), 'release.jsonl')])).catalog.of('ReleaseRelation');
  const { id } = documents.filmRelease;
  const [forward] = await released(relation('remaster', 'forward', { release: { id: remaster } }));
  expect(forward?.attributes).toEqual({ kind: 'remaster_of' });
  expect(forward?.id).toStartWith(`/api/releases/${id}/relations/`);
  expect(forward?.relationships?.related?.data.id).toBe(`/api/releases/${remaster}`);
  const [backward] = await released(relation('remaster', 'backward', { release: { id: remaster } }));
  expect(backward?.id).toStartWith(`/api/releases/${remaster}/relations/`);
  expect(backward?.relationships?.related?.data.id).toBe(`/api/releases/${id}`);
  expect(await released(relation('part of set', 'forward', { release: { id: remaster } }))).toEqual([]);
  const group = { ...documents.filmGroup, relations: [relation('single from', 'forward', { release_group: { id: album } })] };
  const { catalog, items } = await readFiles([fileOf(linesOf(group), 'release-group.jsonl')]);
  expect(catalog.of('AlbumRelation').map(({ attributes }) => attributes)).toEqual([{ kind: 'single_from' }]);
  expect(items.flatMap(({ notTaken }) => Object.keys(notTaken ?? {}))).not.toContain('relations (single from)');
});

test('a studio has the first and last date of all its recording sessions, if any is known', async () => {
  const at = (id: string, days: object) => ({ type: 'recorded at', direction: 'forward', place: { id, name: 'Anvil Studios' }, ...days });
  const [anvil, abbey] = ['a', 'b'].map((digit) => `${digit.repeat(8)}-0000-4000-8000-000000000000`) as [string, string];
  const [first, second] = documents.filmRelease.media[0]?.tracks ?? [];
  const recorded = (track: typeof first, ...relations: object[]) => ({ ...track, recording: { ...track?.recording, relations } });
  const tracks = [
    recorded(first, at(anvil, { begin: '1977-03-08', end: '1977-03-12' }), at(abbey, { begin: null, end: null })),
    recorded(second, at(anvil, { begin: '1977-03-05', end: '1977-03-05' })),
  ];
  const release = { ...documents.filmRelease, media: [{ ...documents.filmRelease.media[0], tracks }] };
  const { catalog, items } = await readFiles([fileOf(linesOf(release), 'release.jsonl')]);
  expect(catalog.of('Release')[0]?.attributes.companies).toEqual([
    { iri: `/api/organizations/${anvil}`, role: 'Recorded At', begin_date: '1977-03-05', end_date: '1977-03-12' },
    { iri: `/api/organizations/${abbey}`, role: 'Recorded At' },
  ]);
  expect(items.flatMap(({ notTaken }) => Object.keys(notTaken ?? {}))).not.toContain('relation dates');
});

test('an import resumes after any item with the same result', async () => {
  const files = allFiles();
  const { items, catalog: whole } = await readFiles(files);
  for (let stop = 0; stop < items.length; stop++) {
    const catalog = new FakeCatalog();
    const source = musicbrainz(files, { includeNoncommercial: false });
    let seen = 0;
    for await (const item of source.items(catalog, undefined)) {
      catalog.take(item);
      if (item !== flush && seen++ === stop) break;
    }
    catalog.take(flush);
    const rest = await readFiles(files, catalog, items[stop]?.position);
    expect(rest.items.map(({ position }) => position)).toEqual(items.slice(stop + 1).map(({ position }) => position));
    expect([...catalog.records]).toEqual([...whole.records]);
  }
});

test('an import of an xz archive with several blocks resumes in the middle', async () => {
  const file = join(fixtures, 'musicbrainz-blocks.tar.xz');
  const { items, progress, catalog: whole } = await readFiles([file]);
  // The last one counts the releases of other types.
  expect(items.map(({ line }) => line)).toEqual([1, 3, 5, 7, 8]);
  expect(progress.documents).toBe(8);
  expect(progress.bytes).toBe(progress.totalBytes as number);
  const catalog = new FakeCatalog();
  for (const item of [...items.slice(0, 2), flush] as const) catalog.take(item);
  const rest = await readFiles([file], catalog, items[1]?.position);
  expect(rest.items.map(({ line, offset }) => [line, offset])).toEqual(items.slice(2).map(({ line, offset }) => [line, offset]));
  catalog.take(flush);
  expect([...catalog.records]).toEqual([...whole.records]);
  expect((await readFiles([file], catalog, items.at(-1)?.position)).items).toEqual([]);
});

test('tar archives are recognized with or without compression, and an empty one is accepted', async () => {
  const body = linesOf(documents.filmRelease);
  const archive = await packTar([
    { header: { name: 'SCHEMA_SEQUENCE', size: 3 }, body: '99\n' },
    { header: { name: 'mbdump/release', size: Buffer.byteLength(body) }, body },
    { header: { name: 'JSON_DUMPS_SCHEMA_NUMBER', size: 2 }, body: '2\n' },
  ]);
  for (const content of [archive, gzipSync(archive)]) {
    const { items, progress } = await readFiles([fileOf(content, 'x')]);
    expect(items.map(({ line, offset }) => [line, offset])).toEqual([[1, 1_536]]);
    expect(
      progress.warnings.filter((warning) => warning.includes('the supported format 1.') || warning.includes('its schema 99')),
    ).toHaveLength(2);
  }
  const empty = await packTar([{ header: { name: 'mbdump/label', size: 0 }, body: '' }]);
  expect((await readFiles([fileOf(empty, 'label.tar')])).items).toEqual([]);
});

test('unsupported document types are skipped with a warning, and files that are not dumps are refused', async () => {
  const events = await packTar([{ header: { name: 'mbdump/event', size: 2 }, body: '{}' }]);
  const recordings = fileOf('{"id":"x"}', 'recording.jsonl');
  const { progress, items } = await readFiles([fileOf(events, 'event.tar'), recordings]);
  expect(items).toEqual([]);
  expect(progress.warnings).toHaveLength(2);
  await expect(readFiles([fileOf('{"a":1}', 'x')])).rejects.toBeInstanceOf(SetupError);
  await expect(readFiles([fileOf('', 'x')])).rejects.toThrow('is empty');
  const notes = await packTar([{ header: { name: 'notes', size: 1 }, body: 'x' }]);
  await expect(readFiles([fileOf(notes, 'release.tar')])).rejects.toThrow('contains no mbdump/release');
});

test('an invalid line is rejected with its position and reason, and the next one is imported', async () => {
  const mark = '22a628ad-c082-3c4f-b1b6-d41665107b88';
  const good = JSON.stringify(documents.filmRelease);
  const bad: Record<string, string | Uint8Array> = {
    'It is not JSON': `{"a":"${mark}",`,
    'It is not UTF-8.': Buffer.concat([Buffer.from(`{"a":"${mark}`), Buffer.from([0xff, 0xfe]), Buffer.from('"}')]),
    'It is no JSON object.': `["${mark}"]`,
    'It has no valid "id" (an MBID).': `{"release-group":{"secondary-type-ids":["${mark}"]},"id":"../../etc"}`,
  };
  for (const [reason, line] of Object.entries(bad)) {
    const { items } = await readFiles([fileOf(Buffer.concat([Buffer.from(line), Buffer.from(`\n${good}`)]), 'release.jsonl')]);
    expect(items[0]?.rejected?.reason).toStartWith(reason);
    expect(items[0]).toMatchObject({ line: 1, offset: 0, records: [] });
    expect(items[1]).toMatchObject({ line: 2, offset: line.length + 1 });
    expect(items[1]?.records.length).toBeGreaterThan(10);
  }
});

test('deeply nested JSON and unexpected values do not end the import', async () => {
  const mark = '22a628ad-c082-3c4f-b1b6-d41665107b88';
  const deep = `{"a":"${mark}","b":${'['.repeat(300_000)}${']'.repeat(300_000)}}`;
  const odd = [null, 1, 'x', [], {}].map((value) =>
    JSON.stringify({
      id: documents.filmRelease.id,
      media: value,
      relations: value,
      'artist-credit': [value],
      'label-info': value,
      title: value,
      'release-group': { 'secondary-type-ids': [mark] },
    }),
  );
  const { items } = await readFiles([fileOf([deep, ...odd, JSON.stringify(documents.filmRelease)].join('\n'), 'release.jsonl')]);
  expect(items.at(-1)?.records.length).toBeGreaterThan(10);
});

test('a line that is too large is rejected, and the next one is imported', async () => {
  const { items } = await readFiles([
    fileOf(`{"a":"${'x'.repeat(50_000_000)}"}\n${JSON.stringify(documents.filmRelease)}`, 'release.jsonl'),
  ]);
  expect(items.map(({ rejected }) => rejected?.reason)).toEqual(['It has 50000009 bytes. The limit is 16777216.', undefined]);
  expect(items[0]?.rejected?.raw.length).toBe(10_000);
});

test('control characters, decomposed letters and overlong names are normalized', async () => {
  const title = `No\u0000ise e\u0301\ud800 ${'long '.repeat(100)}`;
  const { items } = await readFiles([fileOf(linesOf({ ...documents.filmRelease, title }), 'release.jsonl')]);
  const release = items[0]?.records.map(({ record }) => record as Plain).find(({ type }) => type === 'Release');
  const made = release?.attributes.title as string;
  expect(made).toStartWith('No ise é� long');
  expect(made.length).toBeLessThanOrEqual(255);
  expect(made).toEndWith('…');
});

test('unknown keys are reported as a warning', async () => {
  const { progress } = await readFiles([fileOf(linesOf({ ...documents.filmRelease, hologram: true }), 'release.jsonl')]);
  expect(progress.warnings).toContain('"hologram" of release is unknown and was ignored in 1 document.');
});

test('the ID of a document is found at any position in its line', async () => {
  const catalog = (await readFiles(allFiles())).catalog;
  const { id, name, ...rest } = documents.label;
  const tricky = {
    'a"id\\': { id: documents.otherLabel.id },
    name: `"id":"${documents.otherLabel.id}"`,
    relations: [{ id: documents.otherLabel.id }],
    id,
    ...rest,
  };
  const lines = [
    JSON.stringify(tricky),
    JSON.stringify({ ...rest, name, id }).replaceAll('":', '" : '),
    JSON.stringify(documents.otherLabel),
  ];
  const { items } = await readFiles([fileOf(lines.join('\n'), 'label.jsonl')], catalog);
  expect(items.map(({ line }) => line)).toEqual([1, 2]);
});

test('a real release is imported with its tracks', async () => {
  const score = readFileSync(join(fixtures, 'musicbrainz-release.json'), 'utf8');
  const { catalog } = await readFiles([fileOf(score, 'release.jsonl')]);
  expect(attributesOf(catalog, 'ReleaseTrack').map(({ title }) => title)).toContain('Cairodrome');
});
