import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { catalog } from '../../src/catalog';
import { allRecords } from '../../src/export/record-queries';
import { feedState } from '../../src/export/sequence';
import { runImport } from '../../src/import/run/run';
import { mirror } from '../../src/import/sources/mirror/mirror';
import type { Store } from '../../src/store/database/open';
import { editing } from '../records/editing';
import { type EditorOf, editedServer } from '../support/edited-server';
import { exportText } from '../support/exports';
import { limitOf, runs } from '../support/runs';
import { emptyStore } from '../support/server';
import { uuid } from '../support/uuids';

const iri = (number: number): string => `/api/artists/${uuid(number)}`;
const release = `/api/releases/${uuid(20)}`;
const names = ['Ada', 'Bela', 'Cora'] as const;
const artist = (number: number, name: string, country: string | null = null) => ({
  type: 'Artist',
  id: iri(number),
  attributes: { name, _type: 'person', country },
});
const credits = (numbers: readonly number[]) => numbers.map((number) => ({ iri: iri(number), credit_role: 'composer' }));

/** Every record as it would leave, without when it was made and changed; redirects and tombstones are left aside. */
const recordsOf = ({ writer }: Store): string[] =>
  catalog.all
    .flatMap((kind) => writer.query(allRecords(kind)).all() as { line: string }[])
    .map(({ line }) => line.replace(/,"(?:updated|created)_at":"[^"]*"/g, ''))
    .toSorted();

const who = fc.integer({ min: 1, max: 4 });
const step = fc.oneof(
  fc.record({ does: fc.constant('rename' as const), who, name: fc.constantFrom(...names) }),
  fc.record({ does: fc.constant('credit' as const), numbers: fc.uniqueArray(who, { maxLength: 3 }) }),
  fc.record({ does: fc.constant('tracks' as const), titles: fc.array(fc.constantFrom('x', 'y', 'z'), { maxLength: 3 }) }),
  fc.record({ does: fc.constant('alias' as const), who, name: fc.constantFrom(...names) }),
  fc.record({ does: fc.constant('delete' as const), who }),
  fc.record({ does: fc.constant('merge' as const), who, into: who }),
  fc.record({ does: fc.constant('import' as const), who, name: fc.constantFrom(...names), country: fc.constantFrom('US', null) }),
  fc.record({ does: fc.constant('revert' as const), back: fc.nat(3) }),
);
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

const revisionsOf = async (editor: EditorOf): Promise<string[]> =>
  (await editor.read('/api/revisions?itemsPerPage=100')).body.data.map(({ id }: { id: string }) => id);

async function take(editor: EditorOf, one: Step): Promise<void> {
  const isThere = async (path: string) => (await editor.read(path)).status === 200;
  const answered = async () => {
    switch (one.does) {
      case 'rename':
        return (await isThere(iri(one.who))) && editor.patch(iri(one.who), { name: one.name });
      case 'credit':
        return editor.patch(release, { artists: credits(one.numbers) });
      case 'tracks':
        return editor.patch(release, { formats: [{ tracks: one.titles.map((title) => ({ title, artists: credits([1]) })) }] });
      case 'alias':
        return editor.post('ArtistAlias', `${iri(one.who)}/aliases`, { variation: one.name });
      case 'delete':
        return (await isThere(iri(one.who))) && editor.delete(iri(one.who));
      case 'merge':
        return editor.merge(iri(one.who), { type: 'Artist', id: iri(one.into) });
      case 'import':
        await editing(editor.server.store).give(artist(one.who, one.name, one.country));
        return false;
      case 'revert': {
        const revision = (await revisionsOf(editor))[one.back];
        return revision !== undefined && editor.revert(revision);
      }
    }
  };
  const answer = await answered();
  if (answer) expect({ one, isFine: [200, 201, 204, 404, 409, 422].includes(answer.status) }).toEqual({ one, isFine: true });
}

/** References are whole, the feed has no gaps, and the search finds what is there and nothing else. */
async function expectWhole(editor: EditorOf): Promise<void> {
  const { writer } = editor.server.store;
  expect(writer.query('PRAGMA foreign_key_check').all()).toEqual([]);
  const sequences = (await editor.read('/api/changes?limit=1000')).body.data.map(
    ({ attributes }: { attributes: { sequence: number } }) => attributes.sequence,
  );
  expect(sequences).toEqual(sequences.map((_: number, index: number) => sequences[0] + index));
  for (const name of names) {
    const found = (await editor.read(`/api/artists?q=${name}&itemsPerPage=100`)).body.data.map(({ id }: { id: string }) => id);
    const rows = writer
      .query(
        "SELECT '/api/artists/' || id AS id FROM artist AS a WHERE name = ?1 OR EXISTS (SELECT 1 FROM artist_alias WHERE artist_key = a.key AND variation = ?1)",
      )
      .all(name) as { id: string }[];
    expect(found.toSorted()).toEqual(rows.map(({ id }) => id).toSorted());
  }
}

const start = async (): Promise<EditorOf> => {
  const editor = await editedServer([{ type: 'Release', id: release, attributes: { title: 'Suite' } }]);
  for (const number of [1, 2, 3, 4]) await editing(editor.server.store).give(artist(number, 'Ada'));
  return editor;
};

test(
  'any edits, imports, undos and merges keep references whole, the feed without gaps and the search true',
  async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 12 }), async (steps) => {
        const editor = await start();
        for (const one of steps) await take(editor, one);
        await expectWhole(editor);
      }),
      { numRuns: runs(5) },
    );
  },
  limitOf(60_000),
);

test(
  'taking back all edits, the newest first, gives the first export',
  async () => {
    const byHand = step.filter(({ does }) => !['merge', 'import', 'revert'].includes(does));
    await fc.assert(
      fc.asyncProperty(fc.array(byHand, { minLength: 1, maxLength: 10 }), async (steps) => {
        const editor = await start();
        const before = recordsOf(editor.server.store);
        for (const one of steps) await take(editor, one);
        for (const revision of await revisionsOf(editor)) expect((await editor.revert(revision)).status).toBe(201);
        expect(recordsOf(editor.server.store)).toEqual(before);
        await expectWhole(editor);
      }),
      { numRuns: runs(5) },
    );
  },
  limitOf(60_000),
);

/** Follows a server that stands in this process. */
function follow(store: Store, { server }: EditorOf) {
  const source = mirror('http://origin.example', {
    token: server.token,
    fetch: (url: string, init: RequestInit) => Promise.resolve(server.app.handle(new Request(url, init))),
    sleep: async () => {},
    now: () => 0,
    ownSequence: () => feedState(store.reader).sequence,
  });
  return runImport(store, source, { maxRejects: 0, exportSequence: () => source.exportSequence });
}

/** What another was merged into goes in the first run and comes back in the second, with what led to it. */
const backWithWays: [Step[], Step[]] = [
  [
    { does: 'merge', who: 2, into: 1 },
    { does: 'delete', who: 1 },
  ],
  [{ does: 'revert', back: 0 }],
];

/** A record that was gone comes back, takes another one, and goes for good, all between two runs. */
const backAndGone: [Step[], Step[]] = [
  [{ does: 'delete', who: 1 }],
  [
    { does: 'revert', back: 0 },
    { does: 'merge', who: 3, into: 1 },
    { does: 'delete', who: 1 },
  ],
];

/** A merge, its undo, and a deletion, all between two runs. */
const allInBetween: [Step[], Step[]] = [
  [],
  [
    { does: 'merge', who: 3, into: 1 },
    { does: 'revert', back: 0 },
    { does: 'delete', who: 3 },
  ],
];
const undoneInBetween: [Step[], Step[]] = [
  [{ does: 'merge', who: 3, into: 1 }],
  [
    { does: 'revert', back: 0 },
    { does: 'delete', who: 3 },
  ],
];

test(
  'a mirror that follows any of it has the same catalog',
  async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { minLength: 1, maxLength: 8 }),
        fc.array(step, { minLength: 1, maxLength: 8 }),
        async (some, others) => {
          const editor = await start();
          const store = emptyStore();
          for (const steps of [some, others]) {
            for (const one of steps) await take(editor, one);
            const { ending, message } = await follow(store, editor);
            expect([ending, message]).toEqual(['done', undefined]);
            expect(exportText(store)).toBe(exportText(editor.server.store));
          }
          store.close();
        },
      ),
      { numRuns: runs(4), examples: [allInBetween, undoneInBetween, backAndGone, backWithWays] },
    );
  },
  limitOf(60_000),
);
