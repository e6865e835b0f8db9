import { expect, test } from 'bun:test';
import { type FormatType, formatTypes } from '../../src/catalog/vocabularies/vocabularies';
import { formatNamed, formatsOfPosition, formatWithin } from '../../src/import/sources/shared/formats';

const named: Readonly<Record<string, FormatType>> = {
  CD: 'cd',
  HDCD: 'cd',
  SACD: 'sacd',
  'Blu-ray': 'blu_ray',
  DVD: 'dvd',
  MiniDisc: 'minidisc',
  Vinyl: 'vinyl',
  Shellac: 'vinyl',
  'Flexi-disc': 'vinyl',
  Cassette: 'cassette',
  Microcassette: 'cassette',
  VHS: 'other',
};

test('format names that all sources share are read the same from each', () => {
  for (const [name, type] of Object.entries(named)) expect([name, formatNamed(name), formatWithin(name)]).toEqual([name, type, type]);
});

test('the most specific word of a format name determines the format', () => {
  expect(['Hybrid SACD (CD layer)', '12" Vinyl', 'Copy Control CD', 'HD-DVD', 'Download Card'].map(formatWithin)).toEqual([
    'sacd',
    'vinyl',
    'cd',
    'dvd',
    'digital',
  ]);
});

test('every format of the catalog is recognized from at least one word', () => {
  const words = ['SACD', 'BD', 'DVD', 'MD', 'CD', 'LP', 'MC', 'FILE', 'VIDEO'];
  const recognized = new Set(words.flatMap((word) => formatsOfPosition(word) ?? []));
  expect([...recognized].sort()).toEqual([...formatTypes.words].sort());
});
