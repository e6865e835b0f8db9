import { conflict, invalid } from '../../errors';
import { uuidPattern } from '../../jsonapi/checks';
import { comparableType } from '../../jsonapi/registry';
import { Invalid, type Violation, violation } from '../../jsonapi/violations';
import { type PairedType, pairedTypes } from '../../matching/pair';
import { readMeta } from '../document';
import { type Decision, decisions } from './documents';
import type { PairedRecord, PairedRecords } from './paired-records';

/** What somebody says of two records. */
export interface Settlement {
  readonly decision: Decision;
  readonly one: PairedRecord;
  readonly other: PairedRecord;
  readonly note: string | undefined;
}

/**
 * Reads the document of a settled pair.
 * @throws {DomainError} for what is no such document; {@link Invalid} with all that is wrong with what it says
 */
export function readSettlement(body: unknown, records: PairedRecords): Settlement {
  const data = memberOf(body, 'data');
  const type = memberOf(data, 'type');
  if (typeof type !== 'string') throw invalid('/data/type must be "SettledPair".', { pointer: '/data/type' });
  if (comparableType(type) !== comparableType('SettledPair'))
    throw conflict('This takes a resource of type SettledPair.', { pointer: '/data/type' });
  const violations: Violation[] = [];
  const decision = decisions.find((one) => one === memberOf(memberOf(data, 'attributes'), 'decision'));
  if (!decision) violations.push(violation('decision', `This must be one of ${decisions.join(', ')}.`));
  const [one, other] = (['one', 'other'] as const).map((name) => recordOf(data, name, records, violations));
  if (one && other) violations.push(...wrongTogether(one, other, decision));
  const { note } = readMeta(memberOf(body, 'meta') ?? {});
  if (violations.length > 0 || !decision || !one || !other) throw new Invalid(violations);
  return { decision, one, other, note };
}

function recordOf(data: unknown, name: 'one' | 'other', records: PairedRecords, violations: Violation[]): PairedRecord | undefined {
  const pointer = `/data/relationships/${name}`;
  const named = memberOf(memberOf(memberOf(data, 'relationships'), name), 'data');
  const [type, id] = [memberOf(named, 'type'), memberOf(named, 'id')];
  const known = typeof type === 'string' ? pairedTypes.find((one) => comparableType(one) === comparableType(type)) : undefined;
  const uuid = typeof id === 'string' ? id.slice(id.lastIndexOf('/') + 1) : '';
  if (!known) violations.push(violation(name, `This must name a record of one of the types ${pairedTypes.join(', ')}.`, pointer));
  const found = known && uuidPattern.test(uuid) ? records.find(known, uuid) : undefined;
  if (known && !found) violations.push(violation(name, `There is no such ${known.toLowerCase()}.`, pointer));
  return found;
}

function wrongTogether(one: PairedRecord, other: PairedRecord, decision: Decision | undefined): Violation[] {
  const pointer = '/data/relationships/other';
  if (one.type !== other.type) return [violation('other', 'Both must be of the same type.', pointer)];
  if (one.id === other.id) return [violation('other', 'Both are the same record.', pointer)];
  const isNoRelease = decision === 'editions' && (one.type satisfies PairedType) !== 'Release';
  return isNoRelease ? [violation('decision', 'Only releases are editions of an album.')] : [];
}

const memberOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined;
