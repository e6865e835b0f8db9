import { describe, expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { h } from 'preact';
import { renderToString } from 'preact-render-to-string';
import { RawSvg } from '../../src/website/ui/raw-svg';
import { disc, frame, mark, type SleevedRelease, type SleeveSize, sleeve, sleeveFile } from '../../src/website/ui/sleeves';
import { pictureSize, sleevePicture } from '../../src/website/ui/sleeves/sleeve-picture';
import { nonEmpty } from '../support/non-empty';
import { demoPage, pageOf } from '../support/pages';
import { runs } from '../support/runs';
import { demoServer } from '../support/server';
import { flawOfXml } from '../support/xml';
import known from './sleeve-digests.json';

const sizes: readonly SleeveSize[] = ['s', 'm', 'l'];

const titles = [
  'Jaws (Music from the Original Motion Picture Soundtrack)',
  'Psycho',
  '千と千尋の神隠し サウンドトラック',
  'Indagine su un cittadino al di sopra di ogni sospetto',
  'الرسالة',
  'Star Trek: The Motion Picture',
];

/** A release of a year from 1926 to 2034; every seventh has none. */
const release = (index: number): SleevedRelease => ({
  id: `release ${index}`,
  title: titles[index % titles.length] ?? '',
  credit: index % 4 ? `Composer ${index}` : null,
  composerId: index % 3 ? `composer ${index % 5}` : null,
  year: index % 7 ? Math.round(1926 + index * 1.8) : null,
  label: index % 2 ? 'Varèse Sarabande' : null,
  catalogNumber: index % 5 ? `VSD-${index}` : null,
});

const digest = (text: string): string => new Bun.CryptoHasher('sha256').update(text).digest('hex').slice(0, 16);

test('sleeves never change, so that readers recognize a release', () => {
  const drawings = Array.from({ length: 60 }, (_, index) => sizes.map((size) => sleeve(release(index), size)).join(''));
  expect(drawings.map(digest)).toEqual(known.sleeves);
});

test('frames and marks never change', () => {
  const frames = Array.from({ length: 30 }, (_, index) => frame({ ...release(index), composers: index % 2 ? 'Nino Rota' : null }));
  const artists = [true, false].flatMap((isPerson) => [true, false].map((isFictional) => mark({ id: 'artist', isPerson, isFictional })));
  const labels = Array.from({ length: 10 }, (_, index) => disc({ id: `label ${index}` }));
  expect([frames, artists, labels].map((drawings) => digest(drawings.join('')))).toEqual(known.others);
});

test('the notes of a sleeve depend on its composer, its shapes on the release', () => {
  const notes = (id: string) => mark({ id, isPerson: true, isFictional: false });
  expect(notes('composer')).toBe(notes('composer'));
  expect(notes('another')).not.toBe(notes('composer'));
  const [one, other] = ['one', 'other'].map((id) => sleeve({ id, title: 'Psycho', composerId: 'composer', year: 1960 }));
  expect(one).not.toBe(other);
});

test('larger sizes of a sleeve have more text', () => {
  const full = { ...release(1), title: 'Vertigo', credit: 'Bernard Herrmann', year: 1958, label: 'Mercury', catalogNumber: 'MG 20384' };
  const words = sizes.map((size) => [...sleeve(full, size).matchAll(/<text[^>]*>([^<]*)</g)].map(([, text]) => text));
  expect(words).toEqual([[], ['Vertigo', 'Bernard Herrmann'], ['Vertigo', 'Bernard Herrmann', 'Mercury  MG 20384', '1958']]);
});

test('a right-to-left title is aligned right', () => {
  expect(sleeve({ id: 'message', title: 'الرسالة' })).toContain('<text x="450"');
});

test('the file of a sleeve is its large size in system fonts', () => {
  const file = sleeveFile(release(1));
  expect(file).not.toContain('Archivo');
  expect(file.replace(/ font-family="[^"]*"/, '')).toBe(sleeve(release(1), 'l').replace(/ font-family="[^"]*"/, ''));
});

const text = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 200 }),
  fc.string({ unit: 'grapheme', maxLength: 600 }),
  fc.constantFrom(
    '',
    '   ',
    '<script>alert(1)</script>',
    '"&amp;\'>',
    '\u0000\ud800',
    'A'.repeat(10_000),
    '👩‍👩‍👧‍👦'.repeat(2000),
    `aaa${' '.repeat(10_000)}(x`,
  ),
);
const orNothing = fc.option(text);
const anyRelease = fc.record({
  id: fc.string(),
  title: text,
  credit: orNothing,
  composerId: orNothing,
  year: fc.option(fc.integer({ min: 0, max: 9999 })),
  label: orNothing,
  catalogNumber: orNothing,
});

const elements = new Set(['svg', 'rect', 'g', 'circle', 'path', 'text']);

/** Expects well-formed, small SVG of shapes and texts only. */
function expectDrawing(svg: string): void {
  expect(flawOfXml(svg)).toBeUndefined();
  expect(svg.length).toBeLessThan(10_000);
  expect(new Set([...svg.matchAll(/<(\w+)/g)].map(([, name]) => name ?? '')).difference(elements)).toEqual(new Set());
  expect(svg).not.toMatch(/ (?:on\w+|style|href|id)=/);
  expect(svg).not.toMatch(/NaN|undefined|Infinity/);
}

test('the sleeve of any release is well-formed, small SVG of shapes and texts only', () => {
  fc.assert(
    fc.property(anyRelease, fc.constantFrom(...sizes), (any, size) => {
      expectDrawing(sleeve(any, size));
      expectDrawing(frame({ ...any, composers: any.credit }));
    }),
    { numRuns: runs(150) },
  );
});

test('a long word of a sleeve is shortened with an ellipsis', () => {
  const [word] = /<text[^>]*>[^<]*/.exec(sleeve({ id: 'long', title: 'A'.repeat(10_000) })) ?? [];
  expect(word).toEndWith('…');
  expect(word?.length).toBeLessThan(120);
});

test('RawSvg renders a drawing unescaped', () => {
  const svg = sleeve(release(1));
  expect(renderToString(h('div', null, h(RawSvg, { svg }), '<script>'))).toBe(`<div>${svg}&lt;script></div>`);
});

test('only drawings and cached fragments are rendered unescaped', () => {
  const files = [...new Bun.Glob('src/website/**/*.{ts,tsx}').scanSync('.')];
  const raw = files.filter((file) => /dangerouslySetInnerHTML|jsxTemplate|jsxAttr/.test(readFileSync(join('.', file), 'utf8')));
  expect(raw.toSorted()).toEqual(['src/website/ui/fragment-cache.tsx', 'src/website/ui/raw-svg.tsx']);
  const making = files.filter((file) => /\bas DrawnSvg\b/.test(readFileSync(join('.', file), 'utf8')));
  expect(making).toEqual(['src/website/ui/sleeves/shapes.ts']);
});

test('the preview picture of a sleeve is a PNG below 100 KB with its title', async () => {
  const pictures = await Promise.all(
    ['Psycho', 'Dvořák', '千と千尋の神隠し'].map((title) => sleevePicture({ ...release(1), title, credit: 'J' })),
  );
  for (const picture of nonEmpty(pictures)) {
    const { width, height, format } = await new Bun.Image(picture).metadata();
    expect({ width, height, format }).toEqual({ ...pictureSize, format: 'png' });
  }
  const sizesOfFiles = pictures.map(({ length }) => length);
  expect(new Set(sizesOfFiles).size).toBe(3);
  expect(Math.max(...sizesOfFiles)).toBeLessThan(100_000);
});

describe('files of sleeves', () => {
  test('are SVG and PNG files with ETags', async () => {
    const server = await demoServer();
    const [{ attributes }] = (await server.read('/api/releases?q=immortal')).data;

    const svg = await demoPage(`/sleeves/${attributes._id}.svg`);
    expect(svg.headers.get('content-type')).toBe('image/svg+xml');
    expect(svg.html).toStartWith('<svg');
    expect(svg.html).toContain('Immortal');
    expect(svg.headers.get('cache-control')).toBe('private, no-cache');

    const again = await demoPage(`/sleeves/${attributes._id}.svg`, { 'if-none-match': svg.headers.get('etag') ?? '' });
    expect([again.status, again.html]).toEqual([304, '']);

    const png = await demoPage(`/sleeves/${attributes._id}.png`);
    expect(png.headers.get('content-type')).toBe('image/png');
    expect(png.html).toContain('PNG');
    expect(png.headers.get('etag')).not.toBe(svg.headers.get('etag'));
  });

  test.each(['/sleeves/immortal.svg', '/sleeves/00000000-0000-4000-8000-000000000000.svg', '/sleeves/x.gif'])(
    'answer 404 at %s',
    async (path) => {
      expect((await demoPage(path)).status).toBe(404);
    },
  );

  test('are explained with examples of the catalog, which guests of a private catalog do not see', async () => {
    const own = await demoPage('/sleeves');
    expect(own.text).toMatch(/Motif .* a person: a circle .* Recurrence .* Decades .* Sizes/);
    expect(own.html).toContain('href="/releases/');
    const server = await demoServer();
    const other = await pageOf(server, '/sleeves');
    expect(other.status).toBe(200);
    expect(other.text).toContain('The year sets the colors.');
    expect(other.html).not.toContain('href="/releases/');
  });
});
