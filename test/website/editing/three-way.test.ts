import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { emptyDraft } from '../../../src/website/editing/form/draft';
import { mergeDrafts } from '../../../src/website/editing/form/three-way';
import type { Draft, Side } from '../../../src/website/editing/form/types';
import { release } from '../../../src/website/editing/schemas/release';
import { runs } from '../../support/runs';

/** A draft with one disc, a track per line, and credits as "role: artist: tracks". */
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

test('a changed and an added credit do not conflict', () => {
  const was = ['Composer: Williams', 'Conductor: Williams'];
  const merged = merge(
    draft([], was),
    draft([], ['Composer: Williams', 'Arranger: Williams']),
    draft([], [...was, 'Orchestrator: Spencer']),
  );
  expect(merged.conflicts).toEqual([]);
  expect(merged.credits).toEqual(['Composer: Williams', 'Arranger: Williams', 'Orchestrator: Spencer']);
});

test('changes of different fields of a credit are merged', () => {
  const merged = merge(draft([], ['Conductor: Williams']), draft([], ['Arranger: Williams']), draft([], ['Conductor: Williams: A1']));
  expect([merged.conflicts, merged.credits]).toEqual([[], ['Arranger: Williams: A1']]);
});

test('each line and each credit is a separate conflict', () => {
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

test('two lists added to an empty one are merged', () => {
  const merged = merge(draft([]), draft(['1. One 1:00', '2. Two 2:00']), draft(['1. One 1:00', '2. Two 2:05', '3. Three']));
  expect(merged.tracks).toEqual(['1. One 1:00', '2. Two 2:00', '3. Three']);
  expect(merged.conflicts.map(({ mine, theirs }) => [...mine, ...theirs])).toEqual([['2. Two 2:00', '2. Two 2:05']]);
});

test('a changed title and a changed length of a line are merged', () => {
  const merged = merge(draft(['1. Prelude']), draft(['1. Präludium']), draft(['1. Prelude 2:10']));
  expect([merged.conflicts, merged.tracks]).toEqual([[], ['1. Präludium 2:10']]);
});

test('a changed role and a changed artist of a credit conflict', () => {
  const merged = merge(draft([], ['Conductor: Williams']), draft([], ['Arranger: Williams']), draft([], ['Conductor: Spencer']));
  expect(merged.conflicts).toMatchObject([{ at: { list: 'credits' } }]);
});

test('a typed name and the same name selected from the catalog are equal', () => {
  const [typed, chosen] = [draft([], ['Composer: Ann']), draft([], ['Composer: Ann'])];
  const credits = typed.lists.credits?.map((row) => ({ ...row, whoIs: '' }));
  const mine = { ...typed, lists: { ...typed.lists, credits: credits ?? [] } };
  const { draft: merged, conflicts } = mergeDrafts(release, { base: draft([]), mine, theirs: chosen }, () => 'mine');
  expect([conflicts, merged.lists.credits]).toEqual([[], chosen.lists.credits]);
});

test('a removal conflicts with a change, and is applied to unchanged items', () => {
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

test('an order changed by one side is kept, with the additions of the other', () => {
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

test('an unchanged side takes all changes of the other, and conflicts do not depend on the choice', () => {
  fc.assert(
    fc.property(list, list, list, (were, my, their) => {
      const [base, mine, theirs] = [draft([], were), draft([], my), draft([], their)];
      expect(merge(base, mine, base).credits).toEqual(my);
      expect(merge(base, base, theirs).credits).toEqual(their);
      expect(merge(base, mine, mine)).toMatchObject({ credits: my, conflicts: [] });
      const one = merge(base, mine, theirs, () => 'mine');
      const other = merge(base, mine, theirs, () => 'theirs');
      expect(one.conflicts).toEqual(other.conflicts);
      // Items that both sides added are kept for any choice.
      const added = my.filter((credit) => !were.includes(credit) && their.includes(credit));
      expect(one.credits).toEqual(expect.arrayContaining(added));
    }),
    { numRuns: runs(100) },
  );
});
