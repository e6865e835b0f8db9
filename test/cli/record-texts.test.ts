// Records as texts that people edit.
import { beforeAll, expect, test } from 'bun:test';
import fc from 'fast-check';
import { catalog } from '../../src/catalog';
import { see, textOf, writeText } from '../../src/cli/editing/edit-record';
import { undo } from '../../src/cli/editing/history';
import { readDocument, Unreadable, withFaults, withoutFaults } from '../../src/cli/editing/record-document';
import { copyInMemory, type Store } from '../../src/database/open';
import { DomainError } from '../../src/errors';
import { allRecords } from '../../src/export/record-queries';
import { limitOf, runs } from '../support/runs';
import { demoServer } from '../support/server';

let store: Store;
let addresses: readonly (readonly string[])[];
beforeAll(async () => {
  store = copyInMemory((await demoServer()).store);
  addresses = catalog.all.map((kind) =>
    (store.writer.query(allRecords(kind)).all() as { line: string }[]).slice(0, 8).map(({ line }) => JSON.parse(line).id as string),
  );
});

/** Of a text, the object that it has. */
const objectOf = (text: string) => JSON.parse(text.replace(/^\s*\/\/.*$/gm, '')) as { attributes: Record<string, unknown> };

test('a record of any kind that is written as it is read is so already', async () => {
  for (const address of addresses.flat()) {
    const seen = see(store, address);
    expect([address, (await writeText(store, seen, textOf(seen), {})).edited.revision]).toEqual([address, undefined]);
  }
});

test(
  'whatever is taken out of a record, it is refused at its lines or taken back whole',
  async () => {
    const path = fc.array(fc.nat(30), { minLength: 1, maxLength: 5 });
    const releases = addresses.flat().filter((address) => /^\/api\/(?:releases|artists|productions)\/[^/]+$/.test(address));
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...releases), fc.array(path, { minLength: 1, maxLength: 3 }), async (address, paths) => {
        const seen = see(store, address);
        const before = textOf(seen);
        const object = objectOf(before);
        for (const steps of paths) takeOut(object.attributes, steps);
        const text = before.replace(/\{(?:.|\n)*\}/, () => JSON.stringify(object, null, 2));
        try {
          const { number } = await writeText(store, seen, text, {});
          if (number !== undefined) await undo(store, String(number), {});
        } catch (error) {
          if (!(error instanceof DomainError)) throw error;
          expect(error.code).toBe('unprocessable');
        }
        expect(textOf(see(store, address))).toBe(before);
      }),
      { numRuns: runs(30) },
    );
  },
  limitOf(60_000),
);

/** Takes one member or item out, by steps that lead into lists and objects. */
function takeOut(value: unknown, [step = 0, ...further]: readonly number[]): void {
  if (typeof value !== 'object' || value === null) return;
  const names = Object.keys(value);
  const name = names[step % Math.max(1, names.length)];
  if (name === undefined) return;
  const inside = (value as Record<string, unknown>)[name];
  if (further.length > 0 && typeof inside === 'object' && inside !== null) takeOut(inside, further);
  else if (Array.isArray(value)) value.splice(Number(name), 1);
  else delete (value as Record<string, unknown>)[name];
}

test('what is wrong with a text is told at its line, and is no part of the text', () => {
  const text = '// a comment\n{\n  "attributes": {\n    "title": "A"\n    "country": "GB"\n  }\n}\n';
  const wrong = (() => {
    try {
      return readDocument(text, catalog);
    } catch (error) {
      return error;
    }
  })();
  expect(wrong).toBeInstanceOf(Unreadable);
  const { lines } = wrong as Unreadable;
  expect(lines).toEqual([{ line: 5, message: 'Comma expected.' }]);
  const told = withFaults(text, lines);
  expect(told).toContain('    "title": "A"\n//! Comma expected.\n    "country"');
  expect(withoutFaults(told)).toBe(text);
  for (const other of ['', '[]', '{"data": {}}', '{"attributes": []}', '{"attributes": {}, "relationships": {"album": "psycho"}}'])
    expect(() => readDocument(other, catalog)).toThrow();
});
