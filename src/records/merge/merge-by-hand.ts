import { Invalid, uuidPattern, violation } from '../../api/schema/checks';
import { idsOfIri } from '../../api/schema/registry';
import { notFound } from '../../errors';
import { type Kind, relatedRecord } from '../../kinds';
import { message } from '../../messages/message';
import { now } from '../../store/values/dates';
import type { Author, Edited, LeftOut, Revision } from '../history/revision';
import { differenceOf, type ExistingRecord, type Fields, readText, readWithContents } from '../write/record';
import { planOf } from '../write/rows';
import type { WriteSession } from '../write/session';
import { mergeRemembered, type RememberedMerge } from './merge-memory';
import { uniteRecords } from './merges';

export interface MergeResult {
  readonly edited: Edited;
  /** Undefined if nothing changed. */
  readonly target: Revision | undefined;
  /** Undefined if the merge is too large to undo. */
  readonly remembered: RememberedMerge | undefined;
}

/**
 * Fills missing fields and redirects references.
 * @param into IRI or UUID of the record to keep
 * @throws {DomainError} not_found; {@link Invalid} if already merged
 */
export function mergeByHand(session: WriteSession, kind: Kind, iri: string, into: string, author: Author): MergeResult {
  const goes = currentRecord(session, kind, iri);
  const stays = currentRecord(session, kind, into);
  if (goes.key === stays.key) throw new Invalid([violation('id', message('merge_into_itself'), '/data/id')]);
  requireRegularTarget(session, kind, goes, stays);
  const { iri: address } = readText(session.connection, kind, goes.key);
  const [before, targetBefore] = [
    readWithContents(session.connection, session.kinds, kind, goes.key),
    readWithContents(session.connection, session.kinds, kind, stays.key),
  ];
  let leftOut: LeftOut = [];
  const remembered = mergeRemembered(session, kind, stays.id, () => {
    leftOut = uniteRecords(session, kind, goes, stays, true);
  });
  requireNoCircle(session, kind, stays);
  const target = readText(session.connection, kind, stays.key);
  const common = { type: kind.type, username: author.username, note: author.note ?? null, at: now() };
  const after = { attributes: {}, relationships: { mergedInto: { data: { type: kind.type, id: target.iri } } } };
  const revision: Revision = { ...common, id: goes.id, iri: address, action: 'merged', before, after };
  const difference = differenceOf(targetBefore, readWithContents(session.connection, session.kinds, kind, stays.key));
  return {
    edited: { revision, ignored: [], into: target.iri, leftOut },
    target: isNothing(difference.after) ? undefined : { ...common, id: stays.id, iri: target.iri, action: 'changed', ...difference },
    remembered,
  };
}

/** A regular record must not be merged into a provisional one: exports and mirrors would lose it. */
function requireRegularTarget(session: WriteSession, kind: Kind, goes: ExistingRecord, stays: ExistingRecord): void {
  const { provisionalColumn } = kind;
  if (provisionalColumn === undefined) return;
  const isProvisional = ({ key }: ExistingRecord) => planOf(session.connection, kind, key).columns[provisionalColumn] === 1;
  if (isProvisional(goes) || !isProvisional(stays)) return;
  const iriOf = ({ key }: ExistingRecord) => readText(session.connection, kind, key).iri;
  throw new Invalid([violation('id', message('merge_provisional', { from: iriOf(stays), into: iriOf(goes) }), '/data/id')]);
}

function requireNoCircle(session: WriteSession, { table }: Kind, { key }: ExistingRecord): void {
  const { kinds, references } = session;
  for (const kind of kinds.all) {
    const [{ table: from, column }, relationship] = [relatedRecord(kind), kind.deserializer.relationships[kind.noCircle ?? '']];
    if (!relationship || from !== table || !references.leadsToItself(kind.table, column, relationship.column, key)) continue;
    throw new Invalid([violation('id', message('loop'), '/data/id')]);
  }
}

function currentRecord(session: WriteSession, kind: Kind, named: string): ExistingRecord {
  const { references } = session;
  const written = (uuidPattern.test(named) ? named : idsOfIri(kind, named)?.at(-1))?.toLowerCase();
  const id = written && (references.currentId(kind.type, kind.table, written) ?? written);
  const key = id === undefined ? undefined : references.find(kind.table, 'id', id);
  if (id === undefined || key === undefined) throw notFound('no_record', { kind: kind.noun, id: named.slice(0, 100) });
  return { key, id };
}

const isNothing = ({ attributes, relationships }: Fields): boolean => Object.keys({ ...attributes, ...relationships }).length === 0;
