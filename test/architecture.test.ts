import { expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import budget from './budget.json';

const root = join(import.meta.dir, '..');

/** From the outside in: a part imports only from parts on later lines. */
const layers = [
  ['main'],
  ['cli', 'testing'],
  ['app'],
  ['notifications'],
  ['doctor', 'operations', 'online'],
  ['covers', 'backups'],
  ['website', 'search', 'collection', 'editing', 'import', 'export'],
  ['accounts'],
  ['matching'],
  ['records', 'catalog'],
  ['kinds'],
  ['api'],
  ['http'],
  ['store'],
  ['db', 'seed'],
];

/** Modules that any part may import, and that import only each other. */
const everywhere = 'context config pluralize errors messages nearest interval streams version worker worker-queue'.split(' ');

/** Imports that break the rules, each with its reason. */
const exceptions: Readonly<Record<string, string>> = {
  'src/context.ts → src/store/database/open.ts': 'a type only: the database declares the store that every part receives',
  'src/records/sources/writer.ts → src/catalog/index.ts': 'only the default of a parameter',
  'src/version.ts → package.json': 'the one version of npm package and server',
  'db/generate.ts → src/catalog/index.ts': 'a development tool that drafts the triggers of declarations',
  'db/generate.ts → src/kinds/triggers.ts': 'the same',
  'db/generate.ts → src/store/database/migrate.ts': 'the same: it reads the schema that the migrations create',
};

const files = [...new Bun.Glob('{src,db,seed}/**/*.{ts,tsx}').scanSync(root)].filter((file) => !/\.(?:d|gen)\.ts$/.test(file));
const sources = new Map(files.map((file) => [file, readFileSync(join(root, file), 'utf8')]));

/** The part of a file: its folder below src, or its name for a file directly in src. */
const partOf = (file: string): string => (/^src\/(\w+)/.exec(file) ?? /^(\w+)\//.exec(file))?.[1] ?? file;

const layerOf = (part: string): number => layers.findIndex((layer) => layer.includes(part));

/** Resolves an imported path to a source file; `undefined` if there is none. */
function fileAt(importer: string, path: string): string | undefined {
  const target = relative(root, join(root, dirname(importer), path));
  if (target === 'package.json') return target;
  return [target, `${target}.ts`, `${target}.tsx`, `${target}/index.ts`].find((file) => sources.has(file));
}

interface Import {
  readonly from: string;
  readonly to: string;
  /** Whether the import is erased with the types and loads nothing. */
  readonly isTypeOnly: boolean;
}

const statement = /^(?:import|export)\s(?<clause>[^;'"]*?\sfrom\s+)?'(?<path>\.[^']*)'|import\('(?<lazy>\.[^']*)'\)/gm;

const imports: readonly Import[] = [...sources].flatMap(([from, text]) =>
  [...text.matchAll(statement)].flatMap(({ groups = {} }) => {
    const to = fileAt(from, groups.path ?? groups.lazy ?? '');
    const { clause = '' } = groups;
    const names = /\{([^}]*)\}/
      .exec(clause)?.[1]
      ?.split(',')
      .filter((name) => name.trim() !== '');
    const isTypeOnly = clause.startsWith('type ') || (names?.every((name) => name.trim().startsWith('type ')) ?? false);
    return to === undefined ? [] : [{ from, to, isTypeOnly }];
  }),
);

/** Parts that the website uses through the API: it may import their types, but no code. */
const read = ['collection', 'backups', 'editing', 'online', 'search', 'notifications'];

const isAllowed = ({ from, to, isTypeOnly }: Import): boolean => {
  const [part, other] = [partOf(from), partOf(to)];
  if (part === other || everywhere.includes(other)) return true;
  if (part === 'website' && read.includes(other) && isTypeOnly) return true;
  return !everywhere.includes(part) && layerOf(part) < layerOf(other);
};

const nameOf = ({ from, to }: Import): string => `${from} → ${to}`;

test('imports point from the command line to the database, apart from the listed exceptions', () => {
  expect(imports.length).toBeGreaterThan(500);
  const others = imports.filter((one) => !isAllowed(one)).map(nameOf);
  expect([...new Set(others)].toSorted()).toEqual(Object.keys(exceptions).toSorted());
});

test('modules that any part may import load no code of the layers', () => {
  const loading = imports.filter((one) => everywhere.includes(partOf(one.from)) && !everywhere.includes(partOf(one.to)) && !one.isTypeOnly);
  expect(loading.map(nameOf)).toEqual(['src/version.ts → package.json']);
});

test('imports have no cycles, not even of types', () => {
  const targets = Map.groupBy(imports, ({ from }) => from);
  const done = new Set<string>();
  const cycles: string[] = [];
  const visit = (file: string, way: readonly string[]): void => {
    if (way.includes(file)) cycles.push([...way.slice(way.indexOf(file)), file].join(' → '));
    if (way.includes(file) || done.has(file)) return;
    for (const { to } of targets.get(file) ?? []) visit(to, [...way, file]);
    done.add(file);
  };
  for (const file of files) visit(file, []);
  expect(cycles).toEqual([]);
});

/** From the outside in, like the parts of src. */
const recordLayers = ['sources', 'edit', 'merge', 'history', 'write', 'provenance'];

test('imports within records point from sources to provenance: writing rows knows no edits, merges and revisions', () => {
  const layerIn = (file: string): number => recordLayers.indexOf(/^src\/records\/(\w+)/.exec(file)?.[1] ?? '');
  const within = imports.filter(({ from, to }) => from.startsWith('src/records/') && to.startsWith('src/records/'));
  expect(within.length).toBeGreaterThan(50);
  expect(within.filter(({ from, to }) => layerIn(from) < 0 || layerIn(from) > layerIn(to)).map(nameOf)).toEqual([]);
});

test('the writer uses the catalog only as the default of a parameter', () => {
  const uses = sources.get('src/records/sources/writer.ts')?.match(/.*\bcatalog\b.*/g) ?? [];
  expect(uses.filter((line) => !/^\s*(\*|\/\*)/.test(line)).map((line) => line.trim())).toEqual([
    "import { catalog } from '../../catalog';",
    'private readonly kinds: Kinds = catalog,',
  ]);
});

test('every part belongs to a layer', () => {
  const parts = new Set(files.map(partOf));
  expect([...parts].filter((part) => layerOf(part) < 0 && !everywhere.includes(part))).toEqual([]);
});

test('only src/api/schema/checks.ts validates values against schemas', () => {
  const checking = [...sources].filter(([, text]) => /\b(?:TypeCompiler|FormatRegistry)\b|'@sinclair\/typebox\/value'/.test(text));
  expect(checking.map(([file]) => file)).toEqual(['src/api/schema/checks.ts']);
});

test('an index.ts has no logic', () => {
  const withLogic = files.filter((file) => file.endsWith('/index.ts') && /\bfor \(|\bwhile \(|\bif \(/.test(sources.get(file) ?? ''));
  expect(withLogic.filter((file) => file !== 'src/cli/index.ts')).toEqual([]);
});

const ofSource = [...sources].filter(([file]) => file.startsWith('src/'));

const linesOf = (text: string): number => text.split('\n').length - 1;

const codeOf = (text: string): string => text.replace(/^(?:import|export) [^;]*? from '[^']*';$|\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '');

const countIn = (pattern: RegExp): number => ofSource.reduce((sum, [, text]) => sum + (codeOf(text).match(pattern)?.length ?? 0), 0);

/** Counts names that several files export, apart from the handlers of pages. */
function repeatedExports(): number {
  const files = new Map<string, number>();
  for (const [, text] of ofSource) {
    const names = [...text.matchAll(/^export (?:async )?(?:abstract )?(?:const|function\*?|class|interface|type) (\w+)/gm)].map(
      ([, name = '']) => name,
    );
    for (const name of new Set(names)) files.set(name, (files.get(name) ?? 0) + 1);
  }
  return [...files].filter(([name, count]) => count > 1 && name !== 'get' && name !== 'post').length;
}

const ninetiethPercentile = (counts: readonly number[]): number =>
  counts.toSorted((a, b) => a - b)[Math.ceil(counts.length * 0.9) - 1] ?? 0;

function measured(): Record<string, number> {
  const importers = Map.groupBy(imports, ({ to }) => to);
  const folders = Map.groupBy(ofSource, ([file]) => dirname(file));
  const tests = [...new Bun.Glob('test/**/*.{ts,tsx}').scanSync(root)].map((file) => linesOf(readFileSync(join(root, file), 'utf8')));
  return {
    'lines of src': ofSource.reduce((sum, [, text]) => sum + linesOf(text), 0),
    'lines of the ninetieth percentile of files': ninetiethPercentile(ofSource.map(([, text]) => linesOf(text))),
    'files of src': ofSource.length,
    'lines of test': tests.reduce((sum, lines) => sum + lines, 0),
    'folders of more than 25 files': [...folders.values()].filter(({ length }) => length > 25).length,
    'files of less than 30 lines with one importer': ofSource.filter(
      ([file, text]) => linesOf(text) < 30 && new Set(importers.get(file)?.map(({ from }) => from)).size === 1,
    ).length,
    'exported names with several meanings': repeatedExports(),
    casts: countIn(/\bas (?!const\b)(?:[A-Z{([]|never\b|unknown\b|string\b|number\b)/g),
    'exports named after what is said, given, kept, held or standing': countIn(
      /^export (?:async )?(?:const|function|class|interface|type) \w*(?:[sS]aid|[gG]iven|[kK]ept|[hH]eld|[sS]tanding)\w*/gm,
    ),
  };
}

test('the source tree stays within test/budget.json', () => {
  const found = measured();
  const over = Object.entries(found).filter(([name, count]) => count > ((budget as Record<string, number>)[name] ?? 0));
  expect(Object.fromEntries(over)).toEqual({});
  // A count of half its budget or less counts the wrong thing.
  const under = Object.entries(budget).filter(([name, most]) => (found[name] ?? -1) < most / 2);
  expect(Object.fromEntries(under)).toEqual({});
});
