import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { emptyDraft } from '../../../src/website/editing/form/draft';
import { mergeDrafts } from '../../../src/website/editing/form/three-way';
import type { Draft, Side } from '../../../src/website/editing/form/types';
import { release } from '../../../src/website/editing/schemas/release';
import { runs } from '../../support/runs';

/** A draft with one disc, its tracks by lines, and credits as "role: who". */
function draft(tracks: readonly string[], credits: readonly string[] = []): Draft {
  const rows = credits.map((credit) => {
    const [role = '', who = '', on = ''] = credit.split(': ');
    return { role, who, whoIs: `id ${who}`, on };
  });
  const discs = [{ disc: 'one', format: 'vinyl', quantity: '1', tracks: tracks.join('\n') }];
  const empty = emptyDraft(release);
  return { ...empty, lists: { ...empty.lists, discs, credits: rows } };
}

function merge(base: Draft, mine: Draft, theirs: Draft, choose: (index: number) => Side = () => 'mine') {
  const { draft, conflicts } = mergeDrafts(release, { base, mine, theirs }, choose);
  return {
    tracks: draft.lists.discs?.[0]?.tracks?.split('\n'),
    credits: draft.lists.credits?.map(({ role, who, on }) => [role, who, on].filter((part) => part !== '').join(': ')),
    conflicts,
  };
}

test('a credit that one corrected and a credit that the other added beside it do not clash', () => {
  const was = ['Composer: Williams', 'Conductor: Williams'];
  const merged = merge(
    draft([], was),
    draft([], ['Composer: Williams', 'Arranger: Williams']),
    draft([], [...was, 'Orchestrator: Spencer']),
  );
  expect(merged.conflicts).toEqual([]);
  expect(merged.credits).toEqual(['Composer: Williams', 'Arranger: Williams', 'Orchestrator: Spencer']);
});

test('of a credit that both corrected, what does not clash is put together', () => {
  const merged = merge(draft([], ['Conductor: Williams']), draft([], ['Arranger: Williams']), draft([], ['Conductor: Williams: A1']));
  expect([merged.conflicts, merged.credits]).toEqual([[], ['Arranger: Williams: A1']]);
});

test('each clash is a choice of its own: one line of two pasted lists, and a credit', () => {
  const titles = ['Main Title', 'Chrissie', 'The Beach', 'Out to Sea'];
  const pasted = (lengths: readonly string[]) => titles.map((title, index) => `A${index + 1} ${title} ${lengths[index]}`);
  const merged = merge(
    draft(titles, ['Conductor: Williams']),
    draft(pasted(['2:19', '1:40', '2:00', '3:00']), ['Arranger: Williams']),
    draft(pasted(['2:19', '1:40', '2:07', '3:00']), ['Orchestrator: Williams']),
    (index) => (index === 0 ? 'theirs' : 'mine'),
  );
  expect(merged.conflicts.map(({ at, mine, theirs }) => [at, mine.length, theirs.length])).toEqual([
    [{ disc: 0 }, 1, 1],
    [{ list: 'credits' }, 1, 1],
  ]);
  expect(merged.conflicts[0]).toMatchObject({ mine: ['A3 The Beach 2:00'], theirs: ['A3 The Beach 2:07'] });
  expect(merged.tracks).toEqual(pasted(['2:19', '1:40', '2:07', '3:00']));
  expect(merged.credits).toEqual(['Arranger: Williams']);
});

test('both lists that were pasted where none was are one', () => {
  const merged = merge(draft([]), draft(['1. One 1:00', '2. Two 2:00']), draft(['1. One 1:00', '2. Two 2:05', '3. Three']));
  expect(merged.tracks).toEqual(['1. One 1:00', '2. Two 2:00', '3. Three']);
  expect(merged.conflicts.map(({ mine, theirs }) => [...mine, ...theirs])).toEqual([['2. Two 2:00', '2. Two 2:05']]);
});

test('a title of mine and a length of theirs are one line', () => {
  const merged = merge(draft(['1. Prelude']), draft(['1. Präludium']), draft(['1. Prelude 2:10']));
  expect([merged.conflicts, merged.tracks]).toEqual([[], ['1. Präludium 2:10']]);
});

test('a role of mine and a name of theirs are no third credit', () => {
  const merged = merge(draft([], ['Conductor: Williams']), draft([], ['Arranger: Williams']), draft([], ['Conductor: Spencer']));
  expect(merged.conflicts).toMatchObject([{ at: { list: 'credits' } }]);
});

test('a name that one typed and the other chose of the catalog is the same', () => {
  const [typed, chosen] = [draft([], ['Composer: Ann']), draft([], ['Composer: Ann'])];
  const credits = typed.lists.credits?.map((row) => ({ ...row, whoIs: '' }));
  const mine = { ...typed, lists: { ...typed.lists, credits: credits ?? [] } };
  const { draft: merged, conflicts } = mergeDrafts(release, { base: draft([]), mine, theirs: chosen }, () => 'mine');
  expect([conflicts, merged.lists.credits]).toEqual([[], chosen.lists.credits]);
});

test('what one took away and the other changed waits for a choice, and what nobody else changed is gone', () => {
  const was = ['Composer: Williams', 'Conductor: Williams'];
  const [base, mine] = [draft([], was), draft([], ['Composer: Williams'])];
  expect(merge(base, mine, base)).toMatchObject({ credits: ['Composer: Williams'], conflicts: [] });
  const theirs = draft([], ['Composer: Williams', 'Conductor: Williams: A1']);
  const choose = (side: Side) => merge(base, mine, theirs, () => side);
  expect(choose('mine')).toMatchObject({ credits: ['Composer: Williams'], conflicts: [{ mine: [] }] });
  expect(choose('theirs').credits).toEqual(['Composer: Williams', 'Conductor: Williams: A1']);
  const withoutDisc = { ...base, lists: { ...base.lists, discs: [] } };
  for (const side of ['mine', 'theirs'] as const) {
    const { tracks, conflicts } = merge(draft(['One']), withoutDisc, draft(['Two']), () => side);
    expect([tracks, conflicts]).toMatchObject([side === 'mine' ? undefined : ['Two'], [{ at: { disc: 0, isWhole: true }, mine: [] }]]);
  }
});

test('an order that one side alone changed is kept, with what the other added', () => {
  const merged = merge(draft(['One', 'Two', 'Three']), draft(['Three', 'One', 'Two']), draft(['One', 'Two', 'Three', 'Four']));
  expect([merged.conflicts, merged.tracks]).toEqual([[], ['Three', 'Four', 'One', 'Two']]);
});

const roles = ['Composer', 'Conductor', 'Arranger', 'Orchestrator'];
const list = fc.uniqueArray(
  fc.tuple(fc.constantFrom(...roles), fc.constantFrom('Ann', 'Ben', 'Cleo')).map((parts) => parts.join(': ')),
  {
    maxLength: 6,
  },
);

test('whoever changed nothing gets all of the other, and both sides clash at the same places', () => {
  fc.assert(
    fc.property(list, list, list, (were, my, their) => {
      const [base, mine, theirs] = [draft([], were), draft([], my), draft([], their)];
      expect(merge(base, mine, base).credits).toEqual(my);
      expect(merge(base, base, theirs).credits).toEqual(their);
      expect(merge(base, mine, mine)).toMatchObject({ credits: my, conflicts: [] });
      const one = merge(base, mine, theirs, () => 'mine');
      const other = merge(base, mine, theirs, () => 'theirs');
      expect(one.conflicts).toEqual(other.conflicts);
      // What both added is there, whatever was chosen.
      const added = my.filter((credit) => !were.includes(credit) && their.includes(credit));
      expect(one.credits).toEqual(expect.arrayContaining(added));
    }),
    { numRuns: runs(100) },
  );
});
