import { describe, expect, test } from 'bun:test';
import type { TSchema } from '@sinclair/typebox';
import { Glob } from 'bun';
import { violationsOf } from '../../src/api/schema/violations';
import { catalog } from '../../src/catalog';
import { languages } from '../../src/website/i18n';
import { translateApiError, translationOf } from '../../src/website/i18n/api-errors';
import { formatsOf } from '../../src/website/i18n/formats';

const german = { t: languages.de, format: formatsOf('de-DE') };
const english = { t: languages.en, format: formatsOf('en-GB') };

describe('a sentence of the API', () => {
  test('is said in German, with what it names', () => {
    expect(translateApiError(german, 'This must be 1 to 255 characters, none of them a control character.')).toStartWith(
      'Das müssen 1 bis 255 Zeichen',
    );
    expect(translateApiError(german, 'There are 100 open invitations. Withdraw some first.')).toStartWith(
      'Es gibt 100 offene Einladungen.',
    );
    expect(translateApiError(german, 'There is a user elmer already.')).toBe('Ein Konto elmer gibt es schon.');
    expect(translateApiError(german, 'This must be a whole number from 1 to 100000, or null.')).toBe(
      'Das muss eine ganze Zahl von 1 bis 100.000 sein.',
    );
    expect(translateApiError(german, 'page must be a whole number from 1.')).toBe('„page“ muss eine ganze Zahl ab 1 sein.');
  });

  test('names what a form chooses from as the form does', () => {
    const sentence = 'This must be one of person, group, orchestra, choir.';
    expect(translateApiError(german, sentence)).toBe('Das muss eines von Person, Gruppe, Orchester, Chor sein.');
    expect(translateApiError(english, sentence)).toBe('This must be one of Person, Group, Orchestra, Choir.');
    expect(translateApiError(german, '“3:75” is no length: a minute has 60 seconds.')).toStartWith('„3:75“ ist keine Länge');
  });

  test('takes what it names as it is, be it a pattern', () => {
    expect(translateApiError(german, 'There is a user $& .* already.')).toBe('Ein Konto $& .* gibt es schon.');
  });

  test('stays English in English, without what no form can say', () => {
    expect(translateApiError(english, 'This must be an ISO 4217 code such as EUR, or null.')).toBe(
      'This must be an ISO 4217 code such as EUR.',
    );
    expect(translateApiError(english, 'This name is taken.')).toBe('This name is taken.');
  });

  test('stays as it is where nobody has translated it', () => {
    expect(translateApiError(german, 'Nobody says this.')).toBe('Nobody says this.');
  });
});

/** Values that break rules of all kinds. */
const wrong = [undefined, null, 0.5, -1, 1e9, 'x', ' ', 'x'.repeat(20_000), true, {}, [], [1], [{}], [{ iri: 1 }], ['x', 'x'], '\0'];

describe('in German', () => {
  test('a form says every rule of every kind of record', () => {
    const unsaid = new Set<string>();
    for (const { type, entrance } of catalog.all)
      for (const [name, schema] of Object.entries<TSchema>(entrance.schema.properties))
        for (const value of wrong)
          for (const { message } of violationsOf(name, value, { schema }))
            if (translationOf(german, message) === undefined) unsaid.add(`${type}.${name}: ${message}`);
    expect([...unsaid]).toEqual([]);
  });

  test('a form says what the parts that it asks may answer', async () => {
    const unsaid: string[] = [];
    for (const folder of ['accounts', 'backups', 'covers', 'records', 'editing'])
      for await (const file of new Glob(`src/${folder}/**/*.ts`).scan('.'))
        for (const sentence of sentencesIn(await Bun.file(file).text()))
          if (!isForPrograms(sentence) && translationOf(german, sentence) === undefined) unsaid.push(`${file}: ${sentence}`);
    expect(unsaid).toEqual([]);
  });
});

/** The sentences that errors are made with, and what is expected of attributes, with a word for what they name. */
function* sentencesIn(source: string): Generator<string> {
  const made = /\b(?:conflict|forbidden|notFound|unauthenticated|tooLarge|refusal|violation)\((?:\s*'[\w.]+',)?\s*(['`])((?:(?!\1).)+)\1/g;
  for (const [, , text = ''] of source.matchAll(made)) if (/^[A-Z$].*[.?]$/.test(text)) yield named(text);
  for (const [, , text = ''] of source.matchAll(/\bexpected: (['`])((?:(?!\1).)+)\1/g)) yield `This must be ${named(text)}.`;
}

const named = (text: string): string => text.replace(/\$\{(?:[^{}]|\{[^{}]*\})*\}/g, 'x1');

/**
 * What no form can bring about: a page sends documents of the right shape, and asks with the rights of who looks. What a
 * sentence takes from elsewhere is told of there.
 */
const isForPrograms = (sentence: string): boolean => forPrograms.some((part) => part.test(sentence));

const forPrograms = [
  /\/data|resource of type|the id in the document|chooses the id|must be a UUID|must be an object|no IRI|kind of record|of this id here/,
  /refresh token|token lacks|token x1 already|makes this one|With current_password|names? of attributes|a record of one of the types/,
  /The relationship and the attribute|is named twice\.|an id, a barcode|or a number of Discogs|such as 31:skip|hexadecimal/,
  /^This must be (?:one of )?(?:x1(?:, x1)?|text of x1)\.$|^x1 to this x1/,
  /Another command is putting|of the user in|Who changed what is told/,
];
