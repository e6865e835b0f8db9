import { expect, test } from 'bun:test';
import { ApiError } from '../../src/website/api/client';
import { limitOf, notTaken, problemsOf, SentForm } from '../../src/website/http/form';
import type { RequestContext } from '../../src/website/http/request-context';
import { languages } from '../../src/website/i18n';
import { formatsOf } from '../../src/website/i18n/formats';

// All that these functions read of a request.
const context = { t: languages.en, format: formatsOf('en-GB') } as RequestContext;
const answer = (status: number, document: object = {}, headers: Record<string, string> = {}) => ({
  status,
  ok: status < 400,
  document,
  headers: new Headers(headers),
});

test('a sent form has trimmed texts, exact passwords, numbers and files', () => {
  const data = new FormData();
  const fields = { title: ' Jaws ', empty: ' ', year: ' -1975 ', long: '1'.repeat(16), price: '1.5', password: ' secret ' };
  for (const [name, value] of Object.entries(fields)) data.append(name, value);
  data.append('title', 'Second');
  data.append('cover', new File(['x'], 'cover.png'));
  data.append('none', new File([], ''));
  data.append('blank', new File([], 'blank.csv'));
  const form = new SentForm(data);
  expect([form.text('title'), form.text('missing'), form.text('cover'), form.exact('password'), form.exact('cover')]).toEqual([
    'Jaws',
    '',
    '',
    ' secret ',
    '',
  ]);
  expect([form.orNull('title'), form.orNull('empty'), form.orNull('missing')]).toEqual(['Jaws', null, null]);
  expect(['year', 'long', 'price', 'empty', 'missing'].map((name) => form.number(name))).toEqual([-1975, ...Array(4).fill(undefined)]);
  expect([form.has('none'), form.has('missing'), form.all('title'), form.all('cover')]).toEqual([true, false, [' Jaws ', 'Second'], []]);
  expect(['cover', 'none', 'blank', 'title', 'missing'].map((name) => form.file(name)?.name)).toEqual([
    'cover.png',
    ...Array(4).fill(undefined),
  ]);
  expect(['cover', 'none', 'blank', 'title'].map((name) => form.hasEmptyFile(name))).toEqual([false, false, true, false]);
  expect([form.files, form.texts.length, form.entered.title]).toEqual([['cover', 'none', 'blank'], 7, 'Second']);
});

test('problems of the API stand beside their fields, the first of each, or above all', () => {
  const problem = (detail: string, source?: object, meta?: object) => ({ detail, source, meta });
  const errors = [
    problem('One.', { pointer: '/data/attributes/name' }),
    problem('Two.', { pointer: '/data/attributes/name' }),
    problem('Three.', { parameter: 'year' }),
    problem('Four.', {}, { attribute: 'labels' }),
    problem('Five.'),
  ];
  expect(problemsOf(context, answer(422, { errors }), { labels: 'label' })).toEqual({
    fields: { name: 'One.', year: 'Three.', label: 'Four.' },
    all: ['Five.'],
  });
  expect(problemsOf(context, answer(200, { errors }))).toEqual({ fields: {}, all: [] });
});

test('a refused form is shown again, unless no other input could help', () => {
  for (const status of [404, 500, 503]) expect(() => notTaken(answer(status))).toThrow(ApiError);
  expect([400, 403, 422, 499].map((status) => notTaken(answer(status)))).toEqual(Array(4).fill({ status: 422 }));
  expect(notTaken(answer(429, {}, { 'retry-after': '7' }))).toEqual({ status: 429, headers: { 'retry-after': '7' } });
});

test('a limit says when to try again', () => {
  const words = ({ wait }: { readonly wait: string }) => `Again ${wait}.`;
  expect(limitOf(answer(429, {}, { 'retry-after': '7' }), context, words)).toBe('Again in 7 seconds.');
  expect(limitOf(answer(429), context, words)).toBe('Again in 60 seconds.');
  expect(limitOf(answer(422, {}, { 'retry-after': '7' }), context, words)).toBeUndefined();
});
