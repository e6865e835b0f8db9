import { describe, expect, test } from 'bun:test';
import type { TSchema } from '@sinclair/typebox';
import { errorsChapter, errorsPath } from '../../packaging/errors';
import { violationsOf } from '../../src/api/schema/checks';
import { catalog } from '../../src/catalog';
import { expectations, message, sentences } from '../../src/messages/message';
import { languages } from '../../src/website/i18n';
import { messageText, problemText } from '../../src/website/i18n/api-errors';
import { formatsOf } from '../../src/website/i18n/formats';

const french = { t: languages.fr, format: formatsOf('fr-FR') };
const german = { t: languages.de, format: formatsOf('de-DE') };
const english = { t: languages.en, format: formatsOf('en-GB') };

const placesIn = (text: string): string[] => [...text.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);

test('docs/errors.md lists every code (npm run errors generates it)', async () => {
  expect(await Bun.file(errorsPath).text()).toBe(errorsChapter());
});

describe('an API error', () => {
  test('has a text in every language that names only its parameters', () => {
    const wrong: string[] = [];
    for (const [language, { apiErrors }] of Object.entries(languages))
      for (const [codes, texts] of [
        [sentences, apiErrors.sentences],
        [expectations, apiErrors.expectations],
      ] as const)
        for (const [code, english] of Object.entries<string>(codes)) {
          const text = (texts as Readonly<Record<string, string>>)[code] ?? '';
          const known = [...placesIn(english), 'field'];
          if (text === '' || placesIn(text).some((name) => !known.includes(name))) wrong.push(`${language}: ${code}`);
        }
    expect(wrong).toEqual([]);
  });

  test('is shown in the language of the reader with its parameters', () => {
    const problem = { code: 'user_exists', meta: { params: { name: '$& .*' } } };
    expect(problemText(german, problem)).toBe('Das Konto $& .* gibt es schon.');
    expect(problemText(english, problem)).toBe('There is already a user $& .*.');
    expect(messageText(german, message('invalid_range', { min: 1, max: 100_000 }))).toBe(
      'Das muss eine ganze Zahl von 1 bis 100.000 sein.',
    );
    expect(messageText(german, message('too_low', { min: 1 }), 'page')).toBe('page muss eine ganze Zahl ab 1 sein.');
    expect(problemText(french, problem)).toBe('Le compte $& .* existe déjà.');
    expect(messageText(french, message('too_low', { min: 1800 }), 'year')).toBe('year doit être un nombre entier à partir de 1800.');
  });

  test('names options with the labels of the form', () => {
    const kinds = message('invalid_word', { values: ['person', 'group', 'orchestra', 'choir'] });
    expect(messageText(german, kinds)).toBe('Das muss eine dieser Angaben (Person, Gruppe, Orchester, Chor) sein.');
    expect(messageText(english, kinds)).toBe('This must be one of these: Person, Group, Orchestra, Choir.');
    const relations = message('invalid_word', { values: ['single_from', 'included_in'] });
    expect(messageText(english, relations)).toBe('This must be one of these: Single from, Included in.');
    expect(messageText(french, kinds)).toMatch(/^Cette valeur doit être l’une de celles-ci\s: Personne, Groupe, Orchestre, Chœur\.$/);
  });

  test('falls back to its English detail if its code or its parameters are unknown', () => {
    expect(problemText(german, { code: 'from_a_later_version', detail: 'Something new.' })).toBe('Something new.');
    expect(problemText(german, { code: 'rate_limited', detail: 'At most 10 sign-ins.' })).toBe('At most 10 sign-ins.');
  });
});

const wrong = [undefined, null, 0.5, -1, 1e9, 'x', ' ', 'x'.repeat(20_000), true, {}, [], [1], [{}], [{ iri: 1 }], ['x', 'x'], '\0'];

test('every rule of every type of record has a German and a French text', () => {
  const untranslated = new Set<string>();
  for (const { type, deserializer: entrance } of catalog.all)
    for (const [name, schema] of Object.entries<TSchema>(entrance.schema.properties))
      for (const value of wrong)
        for (const { problem, message } of violationsOf(name, value, { schema }))
          for (const reader of [german, french])
            if (messageText(reader, problem) === message) untranslated.add(`${type}.${name}: ${message}`);
  expect([...untranslated]).toEqual([]);
});
