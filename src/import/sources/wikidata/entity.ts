import { child, children, DocumentError, isObject, type Json, text } from '../shared/json';
import { line } from '../shared/records';

/** A Wikidata item; nothing but its id is validated. */
export interface Entity {
  /** "Q2262932". */
  readonly id: string;
  readonly document: Json;
}

export interface EntityStatement {
  readonly value: unknown;
  readonly qualifiers: Json | undefined;
}

const itemPattern = /^Q[1-9]\d{0,14}$/;

export const isItemId = (value: unknown): value is string => typeof value === 'string' && itemPattern.test(value);

/** Maximum statements of a property. */
const mostStatements = 500;

/** @throws {DocumentError} unless it is an item */
export function readEntity(value: unknown): Entity {
  if (!isObject(value)) throw new DocumentError('It is no JSON object.');
  if (!isItemId(value.id)) throw new DocumentError('It has no valid "id", such as Q2262932.');
  return { id: value.id, document: value };
}

/**
 * Best statements of a property: preferred ones, otherwise all that are not deprecated, in item order. "Some value" and "no
 * value" are skipped.
 */
export function bestOf(entity: Entity, property: string): readonly EntityStatement[] {
  const all = allOf(entity, property);
  const preferred = all.filter(({ rank }) => rank === 'preferred');
  return preferred.length > 0 ? preferred : all;
}

/** All statements that are not deprecated, preferred first: cast members, for example. */
export function everyOf(entity: Entity, property: string): readonly EntityStatement[] {
  const all = allOf(entity, property);
  return [...all.filter(({ rank }) => rank === 'preferred'), ...all.filter(({ rank }) => rank !== 'preferred')];
}

interface Ranked extends EntityStatement {
  readonly rank: string | undefined;
}

function allOf({ document }: Entity, property: string): Ranked[] {
  return children(child(document, 'claims'), property)
    .slice(0, mostStatements)
    .flatMap((claim) => {
      const rank = text(claim, 'rank');
      const value = snakValue(child(claim, 'mainsnak'));
      return value === undefined || rank === 'deprecated' ? [] : [{ value, rank, qualifiers: child(claim, 'qualifiers') }];
    });
}

export const hasClaim = (entity: Entity, ...properties: readonly string[]): boolean =>
  properties.some((property) => allOf(entity, property).length > 0);

export const qualifiersOf = ({ qualifiers }: EntityStatement, property: string): readonly unknown[] =>
  children(qualifiers, property)
    .map(snakValue)
    .filter((value) => value !== undefined);

const snakValue = (snak: Json | undefined): unknown =>
  text(snak, 'snaktype') === 'value' ? (child(snak, 'datavalue')?.value ?? undefined) : undefined;

/** Item id of a value; older dumps give only its number. */
export function itemOf(value: unknown): string | undefined {
  if (!isObject(value)) return undefined;
  const id = value.id ?? (typeof value['numeric-id'] === 'number' ? `Q${value['numeric-id']}` : undefined);
  return isItemId(id) ? id : undefined;
}

/** Distinct items of the best statements. */
export const itemsOf = (entity: Entity, property: string): readonly string[] => [
  ...new Set(bestOf(entity, property).flatMap(({ value }) => itemOf(value) ?? [])),
];

/** Distinct texts of the best statements that match a pattern. */
export const claimIdsOf = (entity: Entity, property: string, pattern: RegExp): readonly string[] => [
  ...new Set(bestOf(entity, property).flatMap(({ value }) => (typeof value === 'string' && pattern.test(value) ? value : []))),
];

export interface Term {
  readonly language: string;
  readonly value: string;
}

export const termsOf = (statements: readonly EntityStatement[]): readonly Term[] =>
  statements.flatMap(({ value }) => (isObject(value) ? (termOf(text(value, 'language'), text(value, 'text')) ?? []) : []));

/** Labels or descriptions by language order. */
export function entityLabelsOf({ document }: Entity, key: 'labels' | 'descriptions'): readonly Term[] {
  const labels = child(document, key) ?? {};
  return languagesOf(labels).flatMap((language) => termOf(language, text(child(labels, language), 'value')) ?? []);
}

export function aliasesOf({ document }: Entity): readonly Term[] {
  const aliases = child(document, 'aliases') ?? {};
  return languagesOf(aliases).flatMap((language) =>
    children(aliases, language).flatMap((alias) => termOf(language, text(alias, 'value')) ?? []),
  );
}

const languagesOf = (terms: Json): readonly string[] => Object.keys(terms).toSorted();

function termOf(language: string | undefined, value: string | undefined): Term | undefined {
  const name = value === undefined ? '' : line(value.toWellFormed());
  return language === undefined || name === '' ? undefined : { language, value: name };
}

/** Text in the first available language; "mul" stands for all languages. */
export const inLanguage = (terms: readonly Term[], ...languages: readonly string[]): string | undefined =>
  languages.map((language) => terms.find((term) => term.language === language)?.value).find((value) => value !== undefined);
