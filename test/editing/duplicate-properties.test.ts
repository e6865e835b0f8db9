import { expect, setDefaultTimeout, test } from 'bun:test';
import fc from 'fast-check';
import { type EditorOf, editedServer } from '../support/edited-server';
import { limitOf, runs } from '../support/runs';

setDefaultTimeout(limitOf(60_000));

interface ReleaseValues {
  readonly title: string;
  readonly barcode: string | null;
  readonly country: string | null;
  readonly provisional: boolean;
}

const values = fc.record({
  title: fc.constantFrom('Jaws', 'Jaws (Original Score)', 'Vertigo'),
  barcode: fc.constantFrom(null, '4988001000013', '4988001000020'),
  country: fc.constantFrom(null, 'US', 'IT'),
  provisional: fc.boolean(),
});

/** Numbers are indexes into the existing releases. */
const step = fc.oneof(
  fc.record({ what: fc.constant('make' as const), values }),
  fc.record({ what: fc.constant('change' as const), values, one: fc.nat(9) }),
  fc.record({ what: fc.constantFrom('merge', 'settle', 'join'), one: fc.nat(9), other: fc.nat(9) }),
  fc.record({ what: fc.constantFrom('delete', 'takeBack'), one: fc.nat(9) }),
);

const type = 'Release';
const attributesOf = ({ provisional, ...rest }: ReleaseValues) => ({ ...rest, artist_credit: 'John Williams', provisional });

async function releasesOf(editor: EditorOf): Promise<string[]> {
  return (await editor.read('/api/releases?itemsPerPage=100')).body.data.map(({ id }: { id: string }) => id);
}

/** Pairs as text, regardless of their order. */
async function pairsOf(editor: EditorOf, path: string): Promise<string[]> {
  const { body } = await editor.read(`${path}?itemsPerPage=100`);
  return body.data.map(({ relationships: { one, other } }: { relationships: { one: Related; other: Related } }) =>
    [one.data.id, other.data.id].toSorted().join(' '),
  );
}

interface Related {
  readonly data: { readonly id: string };
}

async function applyStep(
  editor: EditorOf,
  { what, ...step }: { what: string; values?: ReleaseValues; one?: number; other?: number },
): Promise<void> {
  const all = await releasesOf(editor);
  const [one, other] = [step.one, step.other].map((number) => all[(number ?? 0) % all.length]);
  const attributes = step.values && attributesOf(step.values);
  if (what === 'make' && attributes) await editor.post(type, '/api/releases', attributes);
  if (one === undefined || other === undefined) return;
  if (what === 'change' && attributes) await editor.patch(one, attributes);
  if (what === 'merge') await editor.merge(one, { type, id: other });
  if (what === 'delete') await editor.delete(one);
  if (what === 'settle' || what === 'join')
    await editor.post(
      'SettledPair',
      '/api/settled-pairs',
      { decision: what === 'join' ? 'editions' : 'different' },
      {
        one: { data: { type, id: one } },
        other: { data: { type, id: other } },
      },
    );
  const [settled] = (await editor.read('/api/settled-pairs')).body.data;
  if (what === 'takeBack' && settled) await editor.send('DELETE', settled.id);
}

test('after random changes, the listed pairs equal those of a full search: each once, of existing records, and never settled', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 14 }), async (steps) => {
      const editor = await editedServer();
      for (const _ of steps.slice(0, 2)) await editor.post(type, '/api/releases', { title: 'Jaws', artist_credit: 'John Williams' });
      expect(await pairsOf(editor, '/api/releases/duplicates')).toHaveLength(1);
      for (const one of steps) {
        await applyStep(editor, one);
        const pairs = await pairsOf(editor, '/api/releases/duplicates');
        const there = new Set(await releasesOf(editor));
        expect(new Set(pairs).size).toBe(pairs.length);
        for (const pair of pairs) {
          const ids = pair.split(' ');
          expect(new Set(ids).size).toBe(2);
          for (const id of ids) expect(there).toContain(id);
        }
        const settled = await pairsOf(editor, '/api/settled-pairs');
        expect(pairs.filter((pair) => settled.includes(pair))).toEqual([]);
      }
      const followed = await pairsOf(editor, '/api/releases/duplicates');
      editor.server.store.writer.run('DELETE FROM duplicate_search');
      editor.server.store.writer.run('DELETE FROM likely_duplicate');
      expect((await pairsOf(editor, '/api/releases/duplicates')).toSorted()).toEqual(followed.toSorted());
    }),
    { numRuns: runs(6) },
  );
});
