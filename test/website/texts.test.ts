import { expect, test } from 'bun:test';
import { type MessageFormatElement, parse, TYPE } from '@formatjs/icu-messageformat-parser';
import { compiled, languages, type Texts, textsOf } from '../../packaging/texts';
import { createUser } from '../../src/accounts/users';
import { accountLanguages } from '../../src/accounts/users/users';
import { expectations, sentences } from '../../src/messages/message';
import { pages } from '../../src/website/routes';
import { addItem } from '../support/owned-items';
import { demoPage } from '../support/pages';
import { demoStore, serverOf } from '../support/server';
import { plainExamples } from '../support/site-map';
import { signedIn } from '../support/visitor';
import { password } from './administered';

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

test.each([
  ['en', /provisional (?:record|release|production)/i],
  ['de', /vorläufig/i],
  ['fr', /provisoire|plus de plages/i],
] as const)('placeholders and tracks have one name in %s', (language, others) => {
  expect(messagesOf(textsOf(language)).filter(([, text]) => others.test(text))).toEqual([]);
});

/** Texts between tags, and those of labels, placeholders and titles. */
const textsIn = (html: string): string[] =>
  [...html.matchAll(/>([^<>]+)<|\s(?:aria-label|placeholder|title)="([^"]*)"/g)].map(([, text, label]) => (text ?? label ?? '').trim());

test.each(translations)(
  'no page shows an English text to readers of %s',
  async (language) => {
    const translated = new Map(messagesOf(textsOf(language)));
    const texts = new Set(translated.values());
    const untranslated = new Set(
      messagesOf(textsOf('en')).flatMap(([path, text]) =>
        translated.get(path) === text || texts.has(text) || !/\p{L}{4}/u.test(text) ? [] : text,
      ),
    );
    const server = await serverOf(await demoStore(), { rateLimit: 0 });
    await createUser(server.store, 'anna', password, 'admin');
    await addItem(server, 'collection', (await server.read('/api/releases?itemsPerPage=1')).data[0].id);
    const anna = await signedIn(server, 'anna', { 'accept-language': language });
    const addresses = pages
      .filter(({ path }) => !/^\/(?:docs|api-reference)/.test(path))
      .flatMap(({ path }) => plainExamples[path] ?? (path.includes(':') ? [] : path))
      .flat();
    const english: string[] = [];
    for (const address of addresses)
      for (const text of textsIn((await anna.open(address)).html)) if (untranslated.has(text)) english.push(`${address}: ${text}`);
    // Forms and histories of roles have the stored name.
    expect(english.filter((found) => !/^\/roles\/.*: Composer$/.test(found))).toEqual([]);
    expect(addresses.length).toBeGreaterThan(150);
  },
  60_000,
);

const inGerman = (path: string) => demoPage(path, { 'accept-language': 'de' });

test('disambiguations of artists are translated wherever their names are', async () => {
  for (const path of [
    '/artists/john-williams',
    '/artists/john-williams?role=composer',
    '/search?q=john+williams',
    '/search/suggestions?q=john+will',
    '/artists?initial=w',
  ]) {
    const { html } = await inGerman(path);
    expect([path, html.includes('Filmkomponist'), html.includes('film composer')]).toEqual([path, true, false]);
  }
});

test('types of organizations are translated in lists, on their pages and in searches', async () => {
  const { html } = await inGerman('/organizations');
  for (const type of ['Tonstudio', 'Konzertsaal', 'Verlag', 'Rundfunkanstalt']) expect(html).toContain(type);
  expect(html).not.toContain('recording studio');
  const [, path = ''] = /href="(\/organizations\/[^"]*)"[^>]*>(?:(?!<\/a>).)*Abbey Road/s.exec(html) ?? [];
  for (const page of [path, '/search?q=abbey+road'])
    expect([page, (await demoPage(page, { 'accept-language': 'fr' })).text]).toEqual([
      page,
      expect.stringContaining('studio d’enregistrement'),
    ]);
});

test('descriptions of formats are translated on releases and in the editions of an album', async () => {
  expect((await inGerman('/albums/blade-runner')).text).toContain('Neuauflage, 180 gram');
  expect((await demoPage('/albums/blade-runner', { 'accept-language': 'fr' })).text).toContain('Réédition, 180 gram');
});
