import { expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

const root = join(import.meta.dir, '..');

/** From the outside in: a part imports from those after it, and never from those before it. */
const layers = [
  ['main'],
  ['cli', 'testing'],
  ['app'],
  ['accounts', 'search', 'website', 'import', 'export'],
  ['catalog'],
  ['kinds'],
  ['jsonapi', 'http'],
  ['database'],
  ['db', 'seed'],
];

/** Parts of one layer do not know each other, but for these. */
const exceptions = new Set(['website → search', 'website → accounts', 'jsonapi → http', 'http → accounts']);

/** May be imported from anywhere. */
const everywhere = new Set(['context', 'config', 'errors', 'version']);

const files = [...new Bun.Glob('{src,db,seed}/**/*.ts').scanSync(root)].filter(
  (file) => !file.endsWith('.d.ts') && file !== 'db/generate.ts',
);

/** The part of the tree that a file is of: its folder below src, or the file itself where it stands in src. */
const partOf = (file: string): string => (/^src\/(\w+)/.exec(file) ?? /^(\w+)\//.exec(file))?.[1] as string;

const layerOf = (part: string): number => layers.findIndex((layer) => layer.includes(part));

function importsOf(file: string): string[] {
  const text = readFileSync(join(root, file), 'utf8');
  const named = [...text.matchAll(/(?:from|import\()\s*'(\.[^']*)'/g)].map((match) => match[1] as string);
  return named.map((path) => relative(root, join(root, dirname(file), path)));
}

test('imports point one way, from the command line to the database', () => {
  const wrong = files.flatMap((file) =>
    importsOf(file).flatMap((target) => {
      const [from, to] = [partOf(file), partOf(target) ?? target];
      if (from === to || everywhere.has(to) || everywhere.has(from) || to === 'package' || exceptions.has(`${from} → ${to}`)) return [];
      return layerOf(from) < layerOf(to) ? [] : [`${file} imports ${target}`];
    }),
  );
  expect(files.length).toBeGreaterThan(30);
  expect(wrong).toEqual([]);
});

test('every part of the tree has its place in the layers', () => {
  const parts = new Set(files.map(partOf));
  expect([...parts].filter((part) => layerOf(part) < 0 && !everywhere.has(part))).toEqual([]);
});

test('no file has more than 350 lines', () => {
  const long = files
    .filter((file) => file !== 'src/database/schema.ts')
    .map((file) => ({ file, lines: readFileSync(join(root, file), 'utf8').split('\n').length }))
    .filter(({ lines }) => lines > 350);
  expect(long).toEqual([]);
});

test('an index.ts is a table of contents', () => {
  const withLogic = files.filter(
    (file) => file.endsWith('/index.ts') && /\bfor \(|\bwhile \(|\bif \(/.test(readFileSync(join(root, file), 'utf8')),
  );
  // The command line's contents are its commands; how their errors are presented stands there too.
  expect(withLogic.filter((file) => file !== 'src/cli/index.ts')).toEqual([]);
});
