import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Settings } from '../../src/config';
import { watchSlowStatements } from '../../src/store/database/connection';
import { add, idOf } from '../online/online-site';
import { type EditorOf, editorOf } from '../support/edited-server';
import { edition, musicbrainzSite } from '../support/musicbrainz-site';
import { seededStore, serverOf } from '../support/server';
import { openFileCopy } from '../support/store-on-disk';

let data: string;
let editor: EditorOf;

/** An editor of a catalog on disk: one in memory has no workers. */
async function editorOnDisk(settings: Partial<Settings> = {}): Promise<EditorOf> {
  return editorOf(await serverOf(openFileCopy(data, await seededStore()), settings));
}

beforeEach(() => {
  data = mkdtempSync(join(tmpdir(), 'leitmotif-large-writes-'));
});

afterEach(() => {
  editor.server.store.close();
  rmSync(data, { recursive: true });
});

/** Statements that some work runs on this thread. */
async function statementsOf(work: () => Promise<unknown>): Promise<number> {
  let count = 0;
  watchSlowStatements({ fromMilliseconds: 0, commitFromMilliseconds: 0, tell: () => count++ });
  try {
    await work();
  } finally {
    watchSlowStatements(undefined);
  }
  return count;
}

const tracks = 300;
const artistsPerTrack = 3;

/** Far fewer than one a track. */
const fewStatements = 60;

describe('a large write runs in a worker', () => {
  const make = (title: string) => {
    const formats = [{ format_type: 'cd', tracks: Array.from({ length: tracks }, (_, at) => ({ title: `Cue ${at}` })) }];
    return editor.make('Release', '/api/releases', { title, formats });
  };
  const tracksOf = async (iri: string) => (await editor.read(iri)).body.data.attributes.track_count;

  test('when it merges two releases, and when that is undone', async () => {
    editor = await editorOnDisk();
    const [source, target] = [await make('One'), await make('Other')];
    let revision = '';
    const merging = await statementsOf(async () => {
      const { status, body, headers } = await editor.merge(source, { type: 'Release', id: target });
      expect([status, body.data.id, headers.get('content-location')]).toEqual([200, target, target]);
      revision = body.meta.revision;
    });
    expect((await editor.read(source)).status).toBe(301);
    const undoing = await statementsOf(async () => expect((await editor.revert(revision)).status).toBe(201));
    expect([await tracksOf(source), await tracksOf(target)]).toEqual([tracks, tracks]);
    expect(Math.max(merging, undoing)).toBeLessThan(fewStatements);
  });

  test('when it changes a release with many tracks, refuses it or deletes it', async () => {
    editor = await editorOnDisk();
    const iri = await make('One');
    const { headers } = await editor.read(iri);
    const tag = headers.get('etag') as string;
    expect(await statementsOf(async () => expect((await editor.patch(iri, { title: 'Two' }, { tag })).status).toBe(200))).toBeLessThan(20);
    expect((await editor.read(iri)).body.data.attributes.title).toBe('Two');
    const stale = await editor.patch(iri, { title: 'Three' }, { tag });
    expect([stale.status, stale.body.errors[0].status]).toEqual([412, 412]);
    expect((await editor.patch(iri, { title: '' })).body.meta.errors[0].source.pointer).toBe('/data/attributes/title');
    expect((await editor.delete(iri)).status).toBe(204);
    expect((await editor.read(iri)).status).toBe(404);
  });

  test('when it adds a release of another site', async () => {
    using site = musicbrainzSite([edition(1, { media: [largeMedium()] })]);
    editor = await editorOnDisk({ onlineSources: ['musicbrainz'], musicbrainzUrl: site.url, contact: 'anna@example.org' });
    const adding = await statementsOf(async () => {
      const { status, body } = await add(editor, idOf(1));
      expect([status, body.data.attributes.track_count]).toEqual([201, tracks]);
    });
    expect(adding).toBeLessThan(fewStatements);
    expect((await editor.read('/api/artists?q=Singer')).body.meta.totalItems).toBe(tracks * artistsPerTrack);
  });

  test('which answers that a document cannot be read', async () => {
    using site = musicbrainzSite([edition(1, { title: undefined })]);
    editor = await editorOnDisk({ onlineSources: ['musicbrainz'], musicbrainzUrl: site.url, contact: 'anna@example.org' });
    const { status, body } = await add(editor, idOf(1));
    expect([status, body.errors[0].code]).toEqual([503, 'source_unusable']);
  });
});

function largeMedium(): object {
  const mbid = (kind: string, number: number) => `${kind}0000000-0000-4000-8000-${String(number).padStart(12, '0')}`;
  const credit = (track: number) =>
    Array.from({ length: artistsPerTrack }, (_, at) => {
      const number = track * artistsPerTrack + at;
      return { name: `Singer ${number}`, joinphrase: ', ', artist: { id: mbid('a', number), name: `Singer ${number}`, type: 'Person' } };
    });
  return {
    id: mbid('b', 1),
    position: 1,
    format: 'CD',
    tracks: Array.from({ length: tracks }, (_, at) => ({
      id: mbid('c', at),
      position: at + 1,
      title: `Song ${at}`,
      'artist-credit': credit(at),
      recording: { id: mbid('d', at), title: `Song ${at}` },
    })),
  };
}
