/**
 * Compiles the texts of the API and the website from JSON to TypeScript. A message in ICU MessageFormat becomes a function of its
 * parameters, so that the type check finds misspelt ones, and nothing is parsed at run time. Messages have arguments, `plural`,
 * `select` and tags, which enclose text that a page marks up.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type MessageFormatElement, type PluralElement, parse, type SelectElement, TYPE } from '@formatjs/icu-messageformat-parser';
import { root } from './run';

export type Texts = string | readonly Texts[] | { readonly [key: string]: Texts };

interface Message {
  /** TypeScript types of the parameters, by name. */
  readonly params: Map<string, 'string' | 'string | number' | 'string | undefined' | 'Counted'>;
  readonly tags: Set<string>;
}

const website = join(root, 'src/website/i18n');

/** Codes of the languages, from their files. English, which the others translate, comes first. */
export const languages: readonly string[] = [...new Bun.Glob('*.json').scanSync(website)]
  .map((file) => file.replace('.json', ''))
  .toSorted((one, other) => Number(other === 'en') - Number(one === 'en') || (one < other ? -1 : 1));

export const textsOf = (language: string): Texts => readJson(join(website, `${language}.json`));

const readJson = (path: string): Texts => JSON.parse(readFileSync(path, 'utf8')) as Texts;

/** Sections whose texts are filled at run time: the parameters of API errors have many types. */
const isTemplate = (path: readonly string[]): boolean => path[0] === 'apiErrors';

/** Sections whose keys are data rather than code: English terms of the catalog, and fields that some languages name otherwise in errors. */
const dictionaries = ['fieldsInErrors', 'records.pictures.types', 'words.packaging', 'words.terms'];

const isDictionary = (path: readonly string[]): boolean => dictionaries.includes(path.join('.'));

/** @throws {SyntaxError} with the path of a message that cannot be parsed or uses other types of arguments */
export function compiled(texts: Texts, path: readonly string[] = []): string {
  if (typeof texts === 'string') return isTemplate(path) ? JSON.stringify(texts) : compiledMessage(texts, path);
  if (Array.isArray(texts)) {
    const types = texts.every((text) => typeof text === 'string') ? ` as [${texts.map(() => 'string').join(', ')}]` : '';
    return `[${texts.map((text, index) => compiled(text, [...path, String(index)])).join(', ')}]${types}`;
  }
  if (isDictionary(path)) return `${JSON.stringify(texts)} as Readonly<Record<string, string>>`;
  return `{ ${Object.entries(texts)
    .map(([key, text]) => `${JSON.stringify(key)}: ${compiled(text, [...path, key])}`)
    .join(',\n')} }`;
}

function compiledMessage(text: string, path: readonly string[]): string {
  const message: Message = { params: new Map(), tags: new Set() };
  const fail = (reason: unknown): never => {
    throw new SyntaxError(`${path.join('.')}: ${reason instanceof Error ? reason.message : reason} in “${text}”`);
  };
  let elements: readonly MessageFormatElement[] = [];
  try {
    elements = parse(text, { requiresOtherClause: true });
  } catch (error) {
    fail(error);
  }
  const hasTags = /<\w+>/.test(text);
  const body = hasTags ? partsOf(elements, message, fail) : templateOf(elements, message, fail);
  if (message.params.size === 0 && !hasTags) return body.includes('${') ? body : JSON.stringify(literalOf(elements));
  const params = [...message.params].map(([name, type]) => `${name}: ${type}`).join('; ');
  if (!hasTags) return `(p: { ${params} }) => ${body}`;
  const tags = [...message.tags].map((name) => `${name}: (text: string) => T`).join('; ');
  return `<T,>(p: { ${params} }, tags: { ${tags} }): (string | T)[] => ${body}`;
}

const literalOf = (elements: readonly MessageFormatElement[]): string =>
  elements.map((element) => (element.type === TYPE.literal ? element.value : '')).join('');

/** A template literal, or a part of one that takes `#` from a plural. */
function templateOf(elements: readonly MessageFormatElement[], message: Message, fail: (reason: string) => never, count = ''): string {
  return `\`${elements.map((element) => pieceOf(element, message, fail, count)).join('')}\``;
}

function pieceOf(element: MessageFormatElement, message: Message, fail: (reason: string) => never, count: string): string {
  switch (element.type) {
    case TYPE.literal:
      return element.value.replace(/[\\`]|\$(?=\{)/g, '\\$&');
    case TYPE.pound:
      return `\${p.${count}.text}`;
    case TYPE.argument:
      if (!message.params.has(element.value)) message.params.set(element.value, 'string | number');
      return message.params.get(element.value) === 'Counted' ? `\${p.${element.value}.text}` : `\${p.${element.value}}`;
    case TYPE.plural:
    case TYPE.select:
      return `\${${choiceOf(element, message, fail, count, templateOf)}}`;
    default:
      return fail(`an argument that is neither plain nor plural nor select, or a tag within one`);
  }
}

type Render = typeof templateOf;

/** Nested conditions. `none` of a select is for a parameter that is undefined. */
function choiceOf(
  element: PluralElement | SelectElement,
  message: Message,
  fail: (reason: string) => never,
  outer: string,
  render: Render,
): string {
  const { value: name, options } = element;
  const isPlural = element.type === TYPE.plural;
  const [type, count] = isPlural ? (['Counted', name] as const) : (['none' in options ? 'string | undefined' : 'string', outer] as const);
  if (message.params.get(name) !== 'string | undefined') message.params.set(name, type);
  const condition = (option: string): string => {
    if (isPlural) return option.startsWith('=') ? `p.${name}.number === ${Number(option.slice(1))}` : `p.${name}.category === '${option}'`;
    return option === 'none' ? `p.${name} === undefined` : `p.${name} === ${JSON.stringify(option)}`;
  };
  const choices = Object.entries(options).filter(([option]) => option !== 'other');
  const other = options.other?.value ?? [];
  return `(${choices.map(([option, { value }]) => `${condition(option)} ? ${render(value, message, fail, count)} : `).join('')}${render(other, message, fail, count)})`;
}

/** An array of texts and of what the tags return. */
function partsOf(elements: readonly MessageFormatElement[], message: Message, fail: (reason: string) => never, count = ''): string {
  const parts = elements.map((element) => {
    if (element.type === TYPE.plural || element.type === TYPE.select) return `...${choiceOf(element, message, fail, count, partsOf)}`;
    if (element.type !== TYPE.tag) return `\`${pieceOf(element, message, fail, count)}\``;
    message.tags.add(element.value);
    return `tags.${element.value}(${templateOf(element.children, message, fail, count)})`;
  });
  return `[${parts.join(', ')}]`;
}

/** English texts where a language has none yet. */
function completed(texts: Texts | undefined, english: Texts, path: readonly string[]): Texts {
  if (typeof english === 'string' || isDictionary(path) || texts === undefined || typeof texts === 'string' || Array.isArray(texts))
    return texts ?? english;
  const own: Readonly<Record<string, Texts>> = texts as { readonly [key: string]: Texts };
  return Object.fromEntries(Object.entries(english).map(([key, text]) => [key, completed(own[key], text, [...path, key])]));
}

/** English pages show the sentences of the API, except for values that forms ask for in another way. */
function withMessages(texts: Texts, messages: Texts): Texts {
  const { apiErrors, ...others } = texts as { readonly [section: string]: { readonly [key: string]: Texts } };
  const { expectations, holderNouns: _, ...parts } = messages as { readonly [section: string]: { readonly [key: string]: Texts } };
  const sentences = Object.assign({}, ...Object.values(parts)) as Texts;
  return { ...others, apiErrors: { ...apiErrors, sentences, expectations: { ...expectations, ...(apiErrors?.expectations as object) } } };
}

/** The module with the sentences of the API. */
export const messagesModule = (): string => `export const messages = ${JSON.stringify(messagesOfApi(), null, 1)} as const;\n`;

const messagesOfApi = (): Texts => readJson(join(root, 'src/messages/en.json'));

/** The module with the texts of the website in all languages. */
export function textsModule(): string {
  const english = withMessages(textsOf('en'), messagesOfApi());
  const code = languages.map((language, index) => {
    const texts = compiled(completed(textsOf(language), english, []));
    return `export const ${language}${index === 0 ? '' : ': typeof en'} = ${texts};\n`;
  });
  return `import type { Counted } from './formats';\n\n${code.join('\n')}`;
}
