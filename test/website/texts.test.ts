import { expect, test } from 'bun:test';
import { type MessageFormatElement, parse, TYPE } from '@formatjs/icu-messageformat-parser';
import { compiled, languages, type Texts, textsOf } from '../../packaging/texts';
import { accountLanguages } from '../../src/accounts/users/users';
import { expectations, sentences } from '../../src/messages/message';

/** Messages by their path. Translations of terms that English has no texts for are left out. */
function messagesOf(texts: Texts, path = ''): [string, string][] {
  if (typeof texts === 'string') return [[path, texts]];
  return Object.entries(texts).flatMap(([key, text]) => messagesOf(text as Texts, path === '' ? key : `${path}.${key}`));
}

/** Names of parameters, and of tags in angle brackets. */
function namesIn(elements: readonly MessageFormatElement[]): string[] {
  return elements.flatMap((element) => {
    if (element.type === TYPE.literal || element.type === TYPE.pound) return [];
    if (element.type === TYPE.tag) return [`<${element.value}>`, ...namesIn(element.children)];
    const options = element.type === TYPE.plural || element.type === TYPE.select ? Object.values(element.options) : [];
    return [element.value, ...options.flatMap(({ value }) => namesIn(value))];
  });
}

const english = new Map(messagesOf({ apiErrors: { sentences, expectations } }).concat(messagesOf(textsOf('en'))));
const translations = languages.filter((language) => language !== 'en');

test('accounts take every language of the website', () => {
  expect(languages.toSorted()).toEqual(accountLanguages.toSorted());
});

test.each(translations)('%s has every text of the website, with the parameters of the English one', (language) => {
  const translated = new Map(messagesOf(textsOf(language)));
  expect(english.size).toBeGreaterThan(2000);
  expect(
    [...english.keys()].filter((path) => !path.startsWith('fieldsInErrors.') && english.get(path) !== '' && !translated.get(path)),
  ).toEqual([]);
  const namesOf = (text: string | undefined) => [...new Set(namesIn(parse(text ?? '')))].toSorted();
  const different = [...translated].filter(
    ([path, text]) => english.has(path) && !path.startsWith('apiErrors.') && namesOf(text).join() !== namesOf(english.get(path)).join(),
  );
  expect(different.map(([path]) => path)).toEqual([]);
});

test('a message that cannot be compiled is named', () => {
  const message = (text: string) => () => compiled({ home: { title: text } });
  expect(message('{count, plural, one {# release}}')).toThrow(/^home\.title: .*“\{count, plural, one \{# release\}\}”$/);
  expect(message('{day, date}')).toThrow(/^home\.title: an argument that is neither plain nor plural nor select/);
});

/** The words of a message, without its parameters: of a plural, those of its last form. */
function wordsOf(text: string): string {
  const literals = (elements: readonly MessageFormatElement[]): string[] =>
    elements.flatMap((element) => {
      if (element.type === TYPE.literal) return [element.value];
      if (element.type === TYPE.tag) return literals(element.children);
      return element.type === TYPE.plural || element.type === TYPE.select ? literals(element.options.other?.value ?? []) : [];
    });
  return literals(parse(text))
    .join('')
    .toLowerCase()
    .replace(/[^\p{L} -]/gu, '')
    .trim();
}

/** Words that are spelled as in English. */
const sameWords = {
  de: `album, api, bafta, barcode, bass, blu-ray, browser, cache, cd, cello, code, cover, detail, digital, discogs, dvd,
    edition, export, film, format, genre, genres, golden globe, gorecki, grammy, id, import, in, in  ms, instrumental, isrc, iswc, label,
    labels, limit, limits, link, minidisc, ms, musicbrainz, name, null, online, openid connect, optional, passkeys, percussion, person, position, problem,
    real, region, sacd, scopes, server, single, singles, song, songs, status, synthesizer, test, text, token, trailer, url, vinyl,
    webhook, webhooks, wikidata`,
  fr: `action, actions, album, albums, api, bafta, blu-ray, cache, cassette, cd, code, collaborations, collection, compilation,
    contact, contribution, date, description, descriptions, dialogue, discogs, documentation, documents, dvd, e-mail, film, films, format,
    formats, franchise, franchises, genre, genres, golden globe, gorecki, grammy, images, imports, instrumental, interface,
    invitation, invitations, isrc, iswc, label, labels, menu, minidisc, minutes, motif, ms, musicbrainz, note, notes, notifications, null, openid connect, original,
    page, pages, photo, photos, piano, position, production, productions, records, relation, relations, sacd, saxophone, scopes,
    sessions, single, singles, site, source, style, styles, suggestions, test, total, type, types, url, version, versions,
    webhook, webhooks, wikidata`,
};

test.each(['de', 'fr'] as const)('no text is left in English in %s', (language) => {
  const same = messagesOf(textsOf(language)).filter(([path, text]) => english.get(path) === text);
  const words = same.map(([, text]) => wordsOf(text)).filter((text) => /\p{L}{2}/u.test(text));
  expect([...new Set(words)].sort()).toEqual(sameWords[language].split(/,\s*/));
});
