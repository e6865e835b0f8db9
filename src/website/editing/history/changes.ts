import { diffComm } from 'node-diff3';
import type { RevisionObject } from '../../../editing/revisions/documents';

/** A record before or after a change. */
export interface RevisionValues {
  readonly attributes: Readonly<Record<string, unknown>>;
  readonly relationships: Readonly<Record<string, unknown>>;
}

export interface RevisionList {
  readonly data: readonly RevisionObject[];
  readonly meta: { readonly totalItems: number; readonly itemsPerPage: number; readonly currentPage: number };
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
export interface ChangedLine {
  readonly was: string;
  readonly is: string;
}

export interface ChangedField {
  readonly name: string;
  readonly lines: readonly ChangedLine[];
}

/** Larger documents are not compared by line. */
const mostLines = 4_000;

/** Changed fields in order, with their changed lines. */
export function changesOf(before: RevisionValues | null, after: RevisionValues | null, wording: Wording): readonly ChangedField[] {
  const [was, is] = [revisionFields(before), revisionFields(after)];
  const names = [...new Set([...Object.keys(is), ...Object.keys(was)])];
  return names
    .map((name) => ({ name, lines: changedLines(valueLines(name, was[name], wording), valueLines(name, is[name], wording)) }))
    .filter(({ lines }) => lines.length > 0);
}

/** Added, removed and replaced lines. */
export function changedLines(before: readonly string[], after: readonly string[]): ChangedLine[] {
  if (before.length + after.length > mostLines) return [{ was: before.join('\n'), is: after.join('\n') }];
  return diffComm([...before], [...after]).flatMap(({ common, buffer1 = [], buffer2 = [] }) =>
    common
      ? []
      : Array.from({ length: Math.max(buffer1.length, buffer2.length) }, (_, at) => ({ was: buffer1[at] ?? '', is: buffer2[at] ?? '' })),
  );
}

// Values as lines of readable text.

export interface Wording {
  /** Name by IRI, else the IRI. */
  readonly name: (iri: string) => string;
  readonly role: (slug: string) => string;
  /** Translates a value by field name. */
  readonly value: (field: string, value: string | number | boolean) => string;
  readonly cover: (cover: CoverWords) => string;
}

/** Size and origin of a cover. */
export interface CoverWords {
  readonly hash: string;
  readonly width: number;
  readonly height: number;
  readonly source: string;
}

type Member = readonly [name: string, value: unknown];

/** Nested lists: tracks below a format. */
const below = ['tracks', 'sub_tracks', 'formats'];

/** Members that are not shown. */
const unsaid = ['id', 'type', 'position', '_type'];

/** One line per value or list item. */
export function valueLines(field: string, value: unknown, wording: Wording): string[] {
  if (value === null || value === undefined || value === '') return [];
  if (Array.isArray(value)) return value.flatMap((one) => valueLines(field, one, wording));
  if (!isObject(value)) return [wording.value(field, value as string | number | boolean)];
  if (isCover(field, value)) return [wording.cover(value)];
  const line = lineOf(field, value, wording);
  const lists = Object.entries(value).filter(([name, list]) => below.includes(name) && Array.isArray(list));
  return [...(line === '' ? [] : [line]), ...lists.flatMap(([name, list]) => valueLines(name, list, wording))];
}

function lineOf(field: string, value: Readonly<Record<string, unknown>>, wording: Wording): string {
  const { iri, credit_role: role, minutes, seconds, ...others } = value;
  const rest = Object.entries(others).filter(([name]) => !unsaid.includes(name) && !below.includes(name));
  const number = rest.find(([name]) => name === 'number');
  const title = rest.find(([name]) => name === 'title');
  const hasLength = typeof minutes === 'number' || typeof seconds === 'number';
  const words = [
    typeof role === 'string' && role !== '' ? wording.role(role) : '',
    textOf(number, wording) || (title ? placeOf(field, value.position) : ''),
    typeof iri === 'string' ? wording.name(iri) : '',
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
  return member === undefined ? '' : valueLines(member[0], member[1], wording).join(', ');
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> => typeof value === 'object' && value !== null;

const isCover = (field: string, value: object): value is CoverWords => field === 'cover' && 'hash' in value;

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
