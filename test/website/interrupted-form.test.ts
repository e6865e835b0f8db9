import { expect, test } from 'bun:test';
import { Addresses } from '../../src/website/http/addresses';
import { readInterruptedForm, writeInterruptedForm } from '../../src/website/http/interrupted-form';

const form = {
  action: '/music/artists/add?kind=person',
  user: 'anna',
  fields: [
    ['name', 'Nino Rota'],
    ['note', ''],
  ],
  files: ['cover'],
} as const;
const read = (changes: object) => readInterruptedForm(JSON.stringify({ ...form, ...changes }), new Addresses('/music'));

test('a form left behind is read back as it was written', () => {
  expect(readInterruptedForm(writeInterruptedForm(form) ?? '', new Addresses('/music'))).toEqual(form as never);
  expect(read({ fields: [], files: [] })).toEqual({ ...form, fields: [], files: [] });
});

test.each<[string, object]>([
  ['to another site', { action: 'https://evil.example/' }],
  ['to another path of this host', { action: '/films' }],
  ['to no page', { action: 5 }],
  ['of nobody', { user: undefined }],
  ['of a number', { user: 5 }],
  ['without fields', { fields: undefined }],
  ['with fields that are no pairs', { fields: [['name', 'a'], ['name']] }],
  ['with fields of three texts', { fields: [['name', 'a', 'b']] }],
  ['with fields of numbers', { fields: [['name', 5]] }],
  ['with fields in a text', { fields: 'name' }],
  ['without files', { files: undefined }],
  ['with files that are no texts', { files: ['a', 5] }],
])('a form %s is not read', (_, changes) => {
  expect(read(changes)).toBeUndefined();
});

test.each(['', '{', 'null', '5', '[]'])('%p is no form', (text) => {
  expect(readInterruptedForm(text, new Addresses('/music'))).toBeUndefined();
});

test('a form longer than half a million characters is neither written nor read', () => {
  const long = { ...form, fields: [['note', 'x'.repeat(600_000)]] } as const;
  expect(writeInterruptedForm(long)).toBeUndefined();
  expect(readInterruptedForm(JSON.stringify(long), new Addresses('/music'))).toBeUndefined();
});
