import { expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import budget from './budget.json';

const root = join(import.meta.dir, '..');

/** From the outside in: a part imports from those of the lines after its own, and never from its own line or one before it. */
const layers = [
  ['main'],
  ['cli', 'testing'],
  ['app'],
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

/** May be imported from anywhere, and import nothing but each other. */
const everywhere = [
  'context',
  'config',
  'pluralize',
  'errors',
  'messages',
  'nearest',
  'interval',
  'streams',
  'version',
  'worker',
  'worker-queue',
];

/** Imports that the rules do not allow, each with the reason why it is there. */
const exceptions: Readonly<Record<string, string>> = {
  'src/context.ts → src/store/database/open.ts': 'a type alone: what every part is given is the store, which the database declares',
  'src/records/write/writer.ts → src/catalog/index.ts': 'the catalog is the default of a parameter, and nothing else there',
  'src/version.ts → package.json': 'the version stands there once, for npm and for the server',
  'db/generate.ts → src/catalog/index.ts': 'no part of the program, but a tool: it drafts the triggers that declarations ask for',
  'db/generate.ts → src/kinds/triggers.ts': 'the same',
  'db/generate.ts → src/store/database/migrate.ts': 'the same: it reads the schema that the migrations leave',
};

const files = [...new Bun.Glob('{src,db,seed}/**/*.{ts,tsx}').scanSync(root)].filter((file) => !file.endsWith('.d.ts'));
const sources = new Map(files.map((file) => [file, readFileSync(join(root, file), 'utf8')]));

/** The part of the tree that a file is of: its folder below src, or the file itself where it stands in src. */
const partOf = (file: string): string => (/^src\/(\w+)/.exec(file) ?? /^(\w+)\//.exec(file))?.[1] ?? file;

const layerOf = (part: string): number => layers.findIndex((layer) => layer.includes(part));

/** A path that a file imports, as the file of ours that it leads to; `undefined` for what is none. */
function fileAt(importer: string, path: string): string | undefined {
  const target = relative(root, join(root, dirname(importer), path));
  if (target === 'package.json') return target;
  return [target, `${target}.ts`, `${target}.tsx`, `${target}/index.ts`].find((file) => sources.has(file));
}

interface Import {
  readonly from: string;
  readonly to: string;
  /** Whether it is gone once the types are: it loads nothing. */
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

/** Parts whose documents the website reads through the API: it takes their types from the declarations, and loads nothing of them. */
const read = ['collection', 'backups', 'editing', 'online', 'search'];

const isAllowed = ({ from, to, isTypeOnly }: Import): boolean => {
  const [part, other] = [partOf(from), partOf(to)];
  if (part === other || everywhere.includes(other)) return true;
  if (part === 'website' && read.includes(other) && isTypeOnly) return true;
  return !everywhere.includes(part) && layerOf(part) < layerOf(other);
};

const nameOf = ({ from, to }: Import): string => `${from} → ${to}`;

test('imports point one way, from the command line to the database, but for the exceptions with a reason', () => {
  expect(imports.length).toBeGreaterThan(500);
  const others = imports.filter((one) => !isAllowed(one)).map(nameOf);
  expect([...new Set(others)].toSorted()).toEqual(Object.keys(exceptions).toSorted());
});

test('what is imported from anywhere loads nothing of the layers', () => {
  const loading = imports.filter((one) => everywhere.includes(partOf(one.from)) && !everywhere.includes(partOf(one.to)) && !one.isTypeOnly);
  expect(loading.map(nameOf)).toEqual(['src/version.ts → package.json']);
});

test('no file imports itself by way of others, not even for a type', () => {
  const targets = Map.groupBy(imports, ({ from }) => from);
  const done = new Set<string>();
  const circles: string[] = [];
  const visit = (file: string, way: readonly string[]): void => {
    if (way.includes(file)) circles.push([...way.slice(way.indexOf(file)), file].join(' → '));
    if (way.includes(file) || done.has(file)) return;
    for (const { to } of targets.get(file) ?? []) visit(to, [...way, file]);
    done.add(file);
  };
  for (const file of files) visit(file, []);
  expect(circles).toEqual([]);
});

test('what writes records knows the catalog only as the default of a parameter', () => {
  const uses = sources.get('src/records/write/writer.ts')?.match(/.*\bcatalog\b.*/g) ?? [];
  expect(uses.filter((line) => !/^\s*(\*|\/\*)/.test(line)).map((line) => line.trim())).toEqual([
    "import { catalog } from '../../catalog';",
    'private readonly kinds: Kinds = catalog,',
  ]);
});

test('every part of the tree has its place in the layers', () => {
  const parts = new Set(files.map(partOf));
  expect([...parts].filter((part) => layerOf(part) < 0 && !everywhere.includes(part))).toEqual([]);
});

test('values are held to schemas in one place, which knows the formats', () => {
  const checking = [...sources].filter(([, text]) => /\b(?:TypeCompiler|FormatRegistry)\b|'@sinclair\/typebox\/value'/.test(text));
  expect(checking.map(([file]) => file)).toEqual(['src/api/schema/checks.ts']);
});

test('no file has more than 350 lines', () => {
  const long = [...sources]
    .filter(([file]) => file !== 'src/store/database/schema.ts')
    .map(([file, text]) => ({ file, lines: text.split('\n').length }))
    .filter(({ lines }) => lines > 350);
  expect(long).toEqual([]);
});

test('an index.ts is a table of contents', () => {
  const withLogic = files.filter((file) => file.endsWith('/index.ts') && /\bfor \(|\bwhile \(|\bif \(/.test(sources.get(file) ?? ''));
  expect(withLogic.filter((file) => file !== 'src/cli/index.ts')).toEqual([]);
});

const ofSource = [...sources].filter(([file]) => file.startsWith('src/') && file !== 'src/store/database/schema.ts');

/** Messages and the texts of pages: a language more is no more to understand. */
const isTexts = /^src\/(?:messages\/|website\/i18n\/[a-z]{2}(?:\/|\.ts$))/;

const linesOf = (text: string): number => text.split('\n').length - 1;

const codeOf = (text: string): string => text.replace(/^(?:import|export) [^;]*? from '[^']*';$|\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '');

const countIn = (pattern: RegExp): number =>
  ofSource.reduce((sum, [file, text]) => sum + (isTexts.test(file) ? 0 : (codeOf(text).match(pattern)?.length ?? 0)), 0);

/** Names that several files export; pages export handlers of the same names. */
function exportedTwice(): number {
  const files = new Map<string, number>();
  for (const [file, text] of ofSource) {
    const names = [...text.matchAll(/^export (?:async )?(?:abstract )?(?:const|function\*?|class|interface|type) (\w+)/gm)].map(
      ([, name = '']) => name,
    );
    for (const name of new Set(isTexts.test(file) ? [] : names)) files.set(name, (files.get(name) ?? 0) + 1);
  }
  return [...files].filter(([name, count]) => count > 1 && name !== 'get' && name !== 'post').length;
}

function measured(): Record<string, number> {
  const importers = Map.groupBy(imports, ({ to }) => to);
  const folders = Map.groupBy(ofSource, ([file]) => dirname(file));
  const tests = [...new Bun.Glob('test/**/*.{ts,tsx}').scanSync(root)].map((file) => linesOf(readFileSync(join(root, file), 'utf8')));
  return {
    'lines of src': ofSource.reduce((sum, [file, text]) => sum + (isTexts.test(file) ? 0 : linesOf(text)), 0),
    'files of src': ofSource.filter(([file]) => !isTexts.test(file)).length,
    'lines of test': tests.reduce((sum, lines) => sum + lines, 0),
    'folders of more than 25 files': [...folders.values()].filter(({ length }) => length > 25).length,
    'files of less than 30 lines with one importer': ofSource.filter(
      ([file, text]) => !isTexts.test(file) && linesOf(text) < 30 && new Set(importers.get(file)?.map(({ from }) => from)).size === 1,
    ).length,
    'exported names with several meanings': exportedTwice(),
    casts: countIn(/\bas (?!const\b)(?:[A-Z{([]|never\b|unknown\b|string\b|number\b)/g),
    'exports named after what is said, given, kept, held or standing': countIn(
      /^export (?:async )?(?:const|function|class|interface|type) \w*(?:[sS]aid|[gG]iven|[kK]ept|[hH]eld|[sS]tanding)\w*/gm,
    ),
  };
}

test('the tree keeps to test/budget.json, whose numbers only a new capability raises', () => {
  const over = Object.entries(measured()).filter(([name, count]) => count > ((budget as Record<string, number>)[name] ?? 0));
  expect(Object.fromEntries(over)).toEqual({});
});
