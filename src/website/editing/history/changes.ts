import { diffComm } from 'node-diff3';
import type { RevisionObject } from '../../../editing/revisions/documents';
import type { NamedCover } from '../../../records/history/revisions';
import type { PageMeta } from '../../api/client';

/** A record before or after a change. */
export interface RevisionValues {
  readonly attributes: Readonly<Record<string, unknown>>;
  readonly relationships: Readonly<Record<string, unknown>>;
}

export interface RevisionList {
  readonly data: readonly RevisionObject[];
  readonly meta: PageMeta;
}

export const revisionFields = (values: RevisionValues | null): Readonly<Record<string, unknown>> => ({
  ...values?.attributes,
  ...Object.fromEntries(Object.entries(values?.relationships ?? {}).map(([name, value]) => [name, linkOf(value)])),
});

/** Null for none. */
function linkOf(value: unknown): unknown {
  const data = (value as { readonly data?: { readonly id?: string } | null } | null)?.data;
  return data?.id === undefined ? null : { iri: data.id };
}

/** Empty for an added or removed line. */
interface ChangedLine {
  readonly was: string;
  readonly is: string;
}

export interface ChangedField {
  readonly name: string;
  readonly lines: readonly ChangedLine[];
  /** Number of lines beyond the maximum. */
  readonly more: number;
  /** Whether items of a long list only moved. */
  readonly isReordered: boolean;
}

/** A value, or an item of a list without the lists below it. */
interface Unit {
  readonly field: string;
  readonly value: unknown;
  /** Equal for equal values, wherever they are in their list. */
  readonly key: string;
}

/** What differs in a field. Common values are left out before their words are looked up. */
export interface RevisionDifference extends Pick<ChangedField, 'name' | 'more' | 'isReordered'> {
  readonly was: readonly Unit[];
  readonly is: readonly Unit[];
}

/** Per field. Longer lists are compared by item, not by place, which takes quadratic time. */
const mostLines = 400;

/** Changed fields in order. */
export function differencesOf(before: RevisionValues | null, after: RevisionValues | null): readonly RevisionDifference[] {
  const [was, is] = [revisionFields(before), revisionFields(after)];
  return [...new Set([...Object.keys(is), ...Object.keys(was)])].map((name) => differenceIn(name, was[name], is[name]));
}

function differenceIn(name: string, before: unknown, after: unknown): RevisionDifference {
  const [was, is] = withoutCommonEnds(unitsOf(name, before), unitsOf(name, after));
  if (was.length + is.length <= mostLines) return { name, was, is, more: 0, isReordered: false };
  const [gone, come] = [without(was, is), without(is, was)];
  const more = Math.max(0, Math.max(gone.length, come.length) - mostLines);
  return { name, was: gone.slice(0, mostLines), is: come.slice(0, mostLines), more, isReordered: gone.length + come.length === 0 };
}

function unitsOf(field: string, value: unknown): Unit[] {
  if (value === null || value === undefined || value === '') return [];
  if (Array.isArray(value)) return value.flatMap((one) => unitsOf(field, one));
  const lists = isObject(value) ? below.filter((name) => Array.isArray(value[name])) : [];
  const own = lists.length === 0 ? value : Object.fromEntries(Object.entries(value).filter(([name]) => !lists.includes(name)));
  const key = JSON.stringify(isObject(own) ? { ...own, position: undefined } : own);
  return [{ field, value: own, key: `${field} ${key}` }, ...lists.flatMap((name) => unitsOf(name, Reflect.get(value, name)))];
}

function withoutCommonEnds(was: readonly Unit[], is: readonly Unit[]): [readonly Unit[], readonly Unit[]] {
  const shorter = Math.min(was.length, is.length);
  let start = 0;
  while (start < shorter && was[start]?.key === is[start]?.key) start++;
  let end = 0;
  while (end < shorter - start && was.at(-1 - end)?.key === is.at(-1 - end)?.key) end++;
  return [was.slice(start, was.length - end), is.slice(start, is.length - end)];
}

/** Without as many of each as others has. */
function without(units: readonly Unit[], others: readonly Unit[]): Unit[] {
  const counts = new Map<string, number>();
  for (const { key } of others) counts.set(key, (counts.get(key) ?? 0) + 1);
  return units.filter(({ key }) => {
    const left = counts.get(key) ?? 0;
    counts.set(key, left - 1);
    return left <= 0;
  });
}

/** The changed lines of fields. */
export function changesOf(differences: readonly RevisionDifference[], wording: Wording): readonly ChangedField[] {
  return differences
    .map(({ name, was, is, more, isReordered }) => {
      const lines = changedLines(linesOf(was, wording), linesOf(is, wording));
      return { name, lines: lines.slice(0, mostLines), more: more + Math.max(0, lines.length - mostLines), isReordered };
    })
    .filter(({ lines, isReordered }) => lines.length > 0 || isReordered);
}

const linesOf = (units: readonly Unit[], wording: Wording): string[] =>
  units.flatMap(({ field, value }) => valueLines(field, value, wording)).filter((line) => line !== '');

/** Added, removed and replaced lines. */
const changedLines = (before: string[], after: string[]): ChangedLine[] =>
  diffComm(before, after).flatMap(({ common, buffer1 = [], buffer2 = [] }) =>
    common
      ? []
      : Array.from({ length: Math.max(buffer1.length, buffer2.length) }, (_, at) => ({ was: buffer1[at] ?? '', is: buffer2[at] ?? '' })),
  );

// Values as lines of readable text.

export interface Wording {
  /** Name by IRI, else the IRI. */
  readonly name: (iri: string) => string;
  readonly role: (slug: string) => string;
  readonly label: (field: string) => string;
  /** Translates a value by field name. */
  readonly value: (field: string, value: string | number | boolean) => string;
  readonly cover: (cover: NamedCover) => string;
}

type Member = readonly [name: string, value: unknown];

/** Nested lists: tracks below a format. */
const below = ['tracks', 'sub_tracks', 'formats'];

/** Members that are not shown. */
const unsaid = ['id', 'type', 'position', '_type'];

/** One line per value or list item. */
function valueLines(field: string, value: unknown, wording: Wording): string[] {
  if (value === null || value === undefined || value === '') return [];
  if (Array.isArray(value)) return value.flatMap((one) => valueLines(field, one, wording));
  if (!isObject(value)) return [wording.value(field, value as string | number | boolean)];
  if (isCover(field, value)) return [wording.cover(value)];
  return [lineOf(field, value, wording)];
}

function lineOf(field: string, value: Readonly<Record<string, unknown>>, wording: Wording): string {
  const { iri, credit_role: role, minutes, seconds, ...others } = value;
  const isLinked = typeof iri === 'string';
  const isShown = (name: string) => !below.includes(name) && (!unsaid.includes(name) || (name === 'type' && field === 'identifiers'));
  const rest = Object.entries(others).filter(([name]) => isShown(name) && !(isLinked && name === 'name'));
  const number = rest.find(([name]) => name === 'number');
  const title = rest.find(([name]) => name === 'title');
  const hasLength = typeof minutes === 'number' || typeof seconds === 'number';
  const words = [
    typeof role === 'string' && role !== '' ? wording.role(role) : '',
    textOf(number, wording) || (title ? placeOf(field, value.position) : ''),
    isLinked ? wording.name(iri) : '',
    textOf(title, wording),
    hasLength ? `${Number(minutes ?? 0)}:${String(Number(seconds ?? 0)).padStart(2, '0')}` : '',
  ];
  const more = rest.filter((member) => member !== number && member !== title).map((member) => textOf(member, wording));
  return [words.filter((word) => word !== '').join(' '), ...more].filter((word) => word !== '').join(' · ');
}

/** Parts of a track have letters. */
function placeOf(field: string, position: unknown): string {
  if (typeof position !== 'number') return '';
  return field === 'sub_tracks' && position <= 26 ? String.fromCharCode(96 + position) : String(position);
}

function textOf(member: Member | undefined, wording: Wording): string {
  if (member === undefined || member[1] === false) return '';
  return member[1] === true ? wording.label(member[0]) : valueLines(member[0], member[1], wording).join(', ');
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> => typeof value === 'object' && value !== null;

const isCover = (field: string, value: object): value is NamedCover => field === 'cover' && 'hash' in value;

/** Recursive. */
export function irisIn(value: unknown): string[] {
  if (typeof value === 'string') return /^\/api\/[a-z-]+\//.test(value) ? [value] : [];
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap(irisIn);
}

/** Recursive. */
export function rolesIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, one]) => (name === 'credit_role' && typeof one === 'string' ? [one] : rolesIn(one)));
}
