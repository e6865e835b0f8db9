import { expect, setDefaultTimeout, test } from 'bun:test';
import fc from 'fast-check';
import { folderOfTests } from '../support/executable';
import { limitOf, runs } from '../support/runs';
import * as w from './wikidata-items';

setDefaultTimeout(limitOf(120_000));

const folder = folderOfTests();

const file = (content: string | Uint8Array) => w.fileOf(folder, content);

test('an invalid line rejects only that line', async () => {
  const bad = [
    '{"id":"Q1"',
    '7',
    '{"type":"item","id":"X1","labels":{}}',
    '{"type":"item","id":"Q100","claims":{"P345":[{"mainsnak":{"snaktype":"value","datavalue":{"value":"tt0000100"}}}],"P57":[{"mainsnak":{"snaktype":"value","datavalue":{"value":{"id":"Q1"}}}}],"P577":[{"mainsnak":{"snaktype":"value","datavalue":{"value":1}}}]}}',
  ];
  const other = ['{"type":"property","id":"P31"}', '{"id":"Q9","missing":""}', '', '[', ']', ','];
  const store = await w.catalogOfFilm();
  const report = await w.importFiles(store, file([...bad, ...other, w.lines(w.all)].join('\n')));
  expect([report.rejected, report.outcome]).toEqual([bad.length, 'done']);
  expect(w.recordOf(store, 'Production', 'Night Train')).toBeDefined();
});

/** A copy of the film item with one value replaced. */
const mutated = fc
  .tuple(
    fc.nat(),
    fc.oneof(
      fc.constantFrom<unknown>(null, [], {}, '', 'x', -1, Number.POSITIVE_INFINITY, true, [null], [[]], '\ud800', { id: {} }),
      fc.jsonValue(),
    ),
  )
  .map(([seed, value]) => {
    const copy = structuredClone(w.film) as Record<string, unknown>;
    const places: [Record<string, unknown>, string][] = [];
    const walk = (node: unknown): void => {
      if (typeof node !== 'object' || node === null) return;
      for (const key of Object.keys(node)) {
        places.push([node as Record<string, unknown>, key]);
        walk((node as Record<string, unknown>)[key]);
      }
    };
    walk(copy);
    const [node, key] = places[seed % places.length] as [Record<string, unknown>, string];
    node[key] = value;
    return copy;
  });

test('an item with any replaced value is imported or rejected without ending the run', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(mutated, { minLength: 1, maxLength: 6 }), async (items) => {
      const store = await w.catalogOfFilm();
      const report = await w.importFiles(store, file(w.lines([...items, ...w.all])));
      expect(report.outcome).toBe('done');
      expect(report.rejected).toBeLessThanOrEqual(items.length * 3);
      expect(w.recordOf(store, 'Production', 'Night Train')).toBeDefined();
    }),
    { numRuns: runs(6) },
  );
});
