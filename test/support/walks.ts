import { runImport } from '../../src/import/run/run';
import { discogs } from '../../src/import/sources/discogs';
import { fileOf, release, releases, removeFiles } from '../import/discogs-fakes';
import { type EditorOf, editedDemo } from './edited-server';

/** A common request or import, repeated a given number of times. */
export interface Walk {
  /** Runs it once for each of `count` records that were not used before. */
  readonly run: (count: number) => Promise<void>;
  readonly end?: () => void;
}

/** Changes the titles of releases, starting with those that have the most tracks. */
async function edit(): Promise<Walk> {
  const editor = await editedDemo();
  const { data } = (await editor.read('/api/releases?itemsPerPage=100')).body;
  const tracks = (one: { attributes: { track_count: number } }) => one.attributes.track_count;
  data.sort((one: never, other: never) => tracks(other) - tracks(one));
  const tags: string[] = [];
  for (const { id } of data.slice(0, 10)) tags.push((await editor.read(id)).headers.get('etag') as string);
  let next = 0;
  return {
    run: async (count) => {
      for (const end = next + count; next < end; next++) {
        const { id, attributes } = data[next];
        const change = { data: { type: 'Release', id, attributes: { title: `${attributes.title} again` } } };
        const { status } = await editor.send('PATCH', id, change, { 'if-match': tags[next] as string });
        if (status !== 200) throw new Error(`The edit was answered ${status}.`);
      }
    },
  };
}

/** Changes the title of one track by sending all tracks of its disc. */
async function track(): Promise<Walk> {
  const editor = await editedDemo();
  const tracks = Array.from({ length: 200 }, (_, at) => ({ title: `Cue ${at}` }));
  const iri = await editor.make('Release', '/api/releases', { title: 'Box', formats: [{ tracks }] });
  const { after } = (await editor.read('/api/revisions')).body.data[0].attributes;
  const [{ id, tracks: stored }] = after.attributes.formats;
  let next = 0;
  let tag = (await editor.read(iri)).headers.get('etag') as string;
  return {
    run: async (count) => {
      for (const end = next + count; next < end; next++) {
        const changed = stored.map((one: { id: string }, at: number) => ({ id: one.id, ...(at === next && { title: `Theme ${at}` }) }));
        const change = { data: { type: 'Release', id: iri, attributes: { formats: [{ id, tracks: changed }] } } };
        const { status, headers } = await editor.send('PATCH', iri, change, { 'if-match': tag });
        if (status !== 200) throw new Error(`The edit was answered ${status}.`);
        tag = headers.get('etag') as string;
      }
    },
  };
}

/** Reads a list, each time filtered by another value. */
async function list(): Promise<Walk> {
  const editor = await editedDemo();
  let year = 1900;
  return {
    run: async (count) => {
      for (const end = year + count; year < end; year++) await editor.read(`/api/artists?bornBefore=${year}`);
    },
  };
}

/** Imports existing rows into a collection, in one file. */
async function row(): Promise<Walk> {
  const editor: EditorOf = await editedDemo();
  const run = async (count: number) => {
    const rows = Array.from({ length: count }, (_, at) => `,Vertigo,1958,${at}\n`).join('');
    const headers = { 'content-type': 'text/csv' };
    await editor.sendText('POST', '/api/users/me/collection/import', `barcode,release_title,year\n${rows}`, headers);
  };
  await run(1);
  return { run };
}

/** Imports releases of Discogs again, in one file. */
async function discogsRelease(): Promise<Walk> {
  const { store } = (await editedDemo()).server;
  const score = (at: number) =>
    release(
      at + 1,
      `<artists><artist><id>5</id><name>Ana Lund</name></artist></artists><styles><style>Score</style></styles>
       <labels><label name="Intrada" catno="ISC ${at}" id="7"/></labels><formats><format name="CD" qty="1" text=""/></formats>
       <tracklist><track><position>1</position><title>Main Title</title></track></tracklist>`,
      `Score ${at}`,
    );
  const run = async (count: number) => {
    const file = fileOf(releases(...Array.from({ length: count }, (_, at) => score(at))));
    await runImport(store, discogs([file]), { maxRejects: 0 });
  };
  await run(60);
  return { run, end: removeFiles };
}

export const walks = { edit, track, list, row, discogsRelease } as const;
