import type { ResourceObject } from '../api/read/document';
import { differingFrom, type MemberValues, readMembers } from '../api/schema/checks';
import { siteIdNames } from '../catalog/productions/site-ids';
import type { Kind } from '../kinds';
import { isWritable, isWritableRelationship } from '../records/edit/edit-rules';

// Members of a document that a write ignores, which its response names.

/** What a response reports beside the record. */
export interface Beside {
  readonly meta?: object;
  /** Members as sent: read-only ones that differ from the stored ones are ignored. */
  readonly sent?: MemberValues;
  /** Members before the change; without them, those of the response. */
  readonly stored?: MemberValues;
}

/** Relationships and attributes, which have no names in common but those whose values agree. */
export const membersOf = ({ attributes, relationships }: ResourceObject): MemberValues => ({ ...relationships, ...attributes });

/** Members of a valid document. A relationship without data states nothing (JSON:API 1.1, relationships). */
export function sentMembers(body: unknown): MemberValues {
  const { attributes = {}, relationships = {} } = readMembers(readMembers(body, '').data, '/data');
  const linked = Object.entries(relationships as MemberValues);
  const stated = linked.filter(([, value]) => (value as { data?: unknown } | null)?.data !== undefined);
  return { ...Object.fromEntries(stated), ...(attributes as MemberValues) };
}

/** @param unknown members that the edit ignored */
export function ignoredMembers(kind: Kind, unknown: readonly string[], stored: MemberValues, sent: MemberValues): string[] {
  const isReadOnly = (name: string) => !isWritten(kind, name) && !isWritableRelationship(kind, name);
  const isCompared = (name: string) => Object.hasOwn(stored, name) && Object.hasOwn(sent, name);
  return [...unknown.filter((name) => !isCompared(name)), ...differingFrom(stored, sent, isReadOnly)];
}

/** Whether clients may write an attribute. Only imports write slugs. */
const isWritten = (kind: Kind, name: string): boolean =>
  isSiteId(kind, name) || (name !== 'slug' && isWritable(kind, name)) || Object.hasOwn(kind.contains, name);

/** Whether an attribute stands for an external link. */
export const isSiteId = ({ type }: Pick<Kind, 'type'>, name: string): boolean =>
  type === 'Production' && siteIdNames.some((one) => one === name);
