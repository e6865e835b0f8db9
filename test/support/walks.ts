import { runImport } from '../../src/import/run/run';
import { discogs } from '../../src/import/sources/discogs';
import { release as discogsElement, fileOf, releases, removeFiles } from '../import/discogs-fakes';
import { type EditorOf, editedDemo } from './edited-server';
import type { ShownPage } from './pages';
import type { Visitor } from './visitor';

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

/** Imports rows into a collection, in one file. */
async function importOfRows(rowOf: (at: number) => string): Promise<Walk> {
  const editor: EditorOf = await editedDemo();
  let next = 0;
  const run = async (count: number) => {
    const rows = Array.from({ length: count }, () => `${rowOf(next++)}\n`).join('');
    const headers = { 'content-type': 'text/csv' };
    const path = '/api/users/me/collection/import?unmatched=provisional';
    const { status, body } = await editor.sendText('POST', path, `barcode,release_title,year,notes\n${rows}`, headers);
    if (status !== 200) throw new Error(`The import was answered ${status}: ${JSON.stringify(body)}`);
  };
  await run(1);
  return { run };
}

/** Imports rows whose release is in the collection. */
const row = () => importOfRows((at) => `,Vertigo,1958,${at}`);

/** Imports rows whose releases the catalog lacks: each adds a provisional one. */
const newRow = () => importOfRows((at) => `${4_000_000_000_000 + at},Lost Score ${at},1958,${at}`);

/** Imports releases of Discogs, in one file. */
async function importOfDiscogs(isNew: boolean): Promise<Walk> {
  const { store } = (await editedDemo()).server;
  const score = (at: number) =>
    discogsElement(
      at + 1,
      `<artists><artist><id>5</id><name>Ana Lund</name></artist></artists><styles><style>Score</style></styles>
       <labels><label name="Intrada" catno="ISC ${at}" id="7"/></labels><formats><format name="CD" qty="1" text=""/></formats>
       <tracklist><track><position>1</position><title>Main Title</title></track></tracklist>`,
      `Score ${at}`,
    );
  let next = 0;
  const run = async (count: number) => {
    const start = isNew ? next : 0;
    next = start + count;
    const file = fileOf(releases(...Array.from({ length: count }, (_, at) => score(start + at))));
    await runImport(store, discogs([file]), { maxRejects: 0 });
  };
  await run(60);
  return { run, end: removeFiles };
}

/** Imports releases of Discogs again. */
const discogsRelease = () => importOfDiscogs(false);

const newDiscogsRelease = () => importOfDiscogs(true);

export const walks = { edit, track, list, row, newRow, discogsRelease, newDiscogsRelease } as const;

export interface PageWalk {
  /** Prepares the context. */
  readonly begin?: (editor: EditorOf, visitor: Visitor) => Promise<unknown>;
  /** The context whose requests count. */
  readonly context: (visitor: Visitor) => Promise<ShownPage>;
  /** Counts the requests up to the last change, or those after it. */
  readonly part?: 'change' | 'page';
}

/** With the most tracks of the demo. */
const release = '/releases/alien-complete-original-motion-picture-soundtrack';

/** Adds the release to the collection and the wishlist of the editor. */
async function own(editor: EditorOf): Promise<void> {
  const { iri } = (await editor.read(`/api/resolve?url=${release}`)).body.data.attributes;
  const relationships = { releaseRecord: { data: { type: 'Release', id: iri } } };
  for (const [type, list] of [
    ['WishlistItem', 'wishlist'],
    ['CollectionItem', 'collection'],
  ] as const) {
    const { status } = await editor.post(type, `/api/users/me/${list}`, {}, relationships);
    if (status !== 201) throw new Error(`The ${list} answered ${status}.`);
  }
}

/** Saves changes in a form, which leads to the page of the record. */
const saved = (part: PageWalk['part'], page: string = release, changes: Record<string, string[]> = { title: ['Another title'] }) => ({
  begin: (_: EditorOf, visitor: Visitor) => visitor.open(`${page}/edit`),
  context: (visitor: Visitor) => visitor.send('Save', changes),
  part,
});

const aliases = { 'aliases.variation': ['Benny'], real_name: ['Max Herman'] };

/** Visits of an editor. */
export const pageWalks = {
  releasePage: { context: (visitor) => visitor.open(release) },
  ownedReleasePage: { begin: own, context: (visitor) => visitor.open(release) },
  artistPage: { context: (visitor) => visitor.open('/artists/bernard-herrmann') },
  formOpened: { context: (visitor) => visitor.open(`${release}/edit`) },
  formSaved: saved('change'),
  formWithChildrenSaved: saved('change', '/artists/bernard-herrmann', aliases),
  pageOfSavedForm: saved('page'),
} as const satisfies Record<string, PageWalk>;
