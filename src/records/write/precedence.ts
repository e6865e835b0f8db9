import type { Value } from '../../store/database/connection';
import { type FieldHashes, nameHash, valueHash } from '../provenance/hashes';
import { bestRank, highestRank, lowestRank, type Rank, type Ranks, rankOfCurrent, type SourceFields } from '../provenance/ranks';
import type { StoredValues } from '../provenance/source-values';
import type { LockedFields } from './field-locks';
import { listFieldOf, namesOthers, rowsHash, rowsOf, type WritePlan } from './plan';
import type { Columns, Mode } from './record';

/** A field whose stated value differs from the current one. */
export interface FieldDifference {
  /** Name under which source values are stored. */
  readonly field: string;
  /** Attribute or relationship; `undefined` for the parent. */
  readonly origin: string | undefined;
  /** Hash of the stated value, 0 for none; `ours` is that of the current one. */
  readonly theirs: number;
  readonly ours: number;
  /** Whether values reference records, which may be merged and have no order. */
  readonly namesOthers: boolean;
  /** Whether the stated value is the smaller one. */
  readonly isSmaller: () => boolean;
}

/** The two values of a differing field, by what decides between them. */
interface Sides {
  /** Rank of the stated value. */
  readonly stated: Rank;
  /** Rank of the current value; `undefined` if no other source states it. */
  readonly current?: Rank | undefined;
  /** Whether a current value that no other source states may be replaced: it is the writer's own former one. */
  readonly isOwn?: boolean;
  /** The side that an editor has locked. */
  readonly locked?: 'stated' | 'current' | undefined;
}

/** Outcome for a differing field: take the new value, prevail over that of another source, keep a locked one, or leave it. */
type Decision = 'take' | 'outrank' | 'keep' | 'leave';

/** Decides a field, for imports, merges and edits alike. */
function decide({ theirs, ours, namesOthers, isSmaller }: Omit<FieldDifference, 'field' | 'origin'>, sides: Sides): Decision {
  const { stated, current, isOwn, locked } = sides;
  if (locked === 'current') return 'keep';
  if (locked === 'stated') return 'outrank';
  if (isOwn && current === undefined) return 'take';
  if (theirs === 0) return 'leave';
  if (ours === 0) return 'take';
  const winsTie = stated === current && stated < highestRank && !namesOthers && isSmaller();
  return winsTie || (current !== undefined && stated > current) ? 'outrank' : 'leave';
}

/** Precedence of one writer's values over the current ones. */
export interface Precedence {
  sides(difference: FieldDifference): Sides;
  /** For parts, which are not compared but written as a whole. */
  ofParts(attribute: string): Sides;
  readonly locks?: LockedFields | undefined;
  /** Whether slugs follow another catalog: records swapping slugs arrive one after the other. */
  readonly othersMakeRoom?: boolean | undefined;
}

const free: Sides = { stated: highestRank, isOwn: true };
const filling: Sides = { stated: lowestRank, current: highestRank };
const locked: Sides = { stated: lowestRank, locked: 'current' };

/** For manual edits, already checked against concurrent changes: everything is accepted. */
export const editorPrecedence: Precedence = { sides: () => free, ofParts: () => free };

/** Columns of texts have no null. */
const noTexts = valueHash('[]');

/** For provisional records, which fill empty fields only. */
export const fillingPrecedence: Precedence = { sides: ({ ours }) => (ours === noTexts ? free : filling), ofParts: () => filling };

/** For parts, which have no source values of their own: everything is accepted. */
export const precedenceOfParts = ({ othersMakeRoom }: Precedence): Precedence => ({ ...editorPrecedence, othersMakeRoom });

const isLocked = (locks: LockedFields | undefined, origin: string | undefined): boolean =>
  origin !== undefined && locks?.has(origin) === true;

/**
 * For unranked sources, such as record files and mirrors: they outrank all sources, but replace only their own former values.
 * Records new to the source follow its mode.
 */
export const unrankedPrecedence = (
  mode: Mode,
  before: StoredValues | undefined,
  locks: LockedFields | undefined,
  othersMakeRoom: boolean,
): Precedence => ({
  locks,
  othersMakeRoom,
  sides({ field, origin, ours, namesOthers }) {
    // Several documents may fill one record: the first value stays.
    if (mode === 'fill' && ours !== 0) return filling;
    if (isLocked(locks, origin)) return locked;
    const name = nameHash(field);
    const isOwn = !before || (before.fields.get(name) ?? 0) === ours || (namesOthers && othersMakeRoom);
    return isOwn ? free : locked;
  },
  ofParts: (attribute) => (isLocked(locks, attribute) ? locked : free),
});

/** Fields added after catalogs were first filled: they have the column default until a source states them. */
const laterFields: ReadonlySet<string> = new Set(['provisional', 'descriptions', 'numbered', 'source_cue']);

/** What a ranked source states about a record. */
interface RankedStatement {
  readonly mode: Mode;
  readonly source: string;
  /** UUID in the source. */
  readonly id: string;
  readonly ranks: Ranks;
  readonly before: StoredValues | undefined;
}

/**
 * For ranked sources: the higher rank wins, and on a tie the smaller value, so that import order does not matter. A source may
 * change its own values; documents that fill one record compete like sources.
 * @param read values of all sources; queried only on differences
 */
export function rankedPrecedence(
  { mode, source, id, ranks, before }: RankedStatement,
  locks: LockedFields | undefined,
  read: () => readonly SourceFields[],
): Precedence {
  let others: readonly SourceFields[] | undefined;
  const provenance = () => {
    others ??= read().filter((sourceFields) => mode === 'fill' || sourceFields.source !== source || sourceFields.id !== id);
    return others;
  };
  /** References may have been merged since; the best one stated is then the current one. */
  const rankOfReference = (name: number): Rank | undefined => {
    const best = bestRank(provenance(), name);
    const own = mode === 'fill' ? undefined : before?.ranks.get(name);
    return own !== undefined && best !== undefined && own > best ? undefined : best;
  };
  const isUnstated = (name: number) => !before?.fields.has(name) && !provenance().some(({ fields }) => fields.has(name));
  return {
    locks,
    sides({ field, origin, theirs, ours, namesOthers }) {
      if (isLocked(locks, origin)) return locked;
      const name = nameHash(field);
      const isFormer = before?.fields.get(name) === ours;
      // Without either value, or where only this source ever stated one, there is nothing to compare.
      if (theirs === 0 && (mode === 'fill' || !isFormer)) return filling;
      if (theirs !== 0 && ours === 0) return free;
      const current = namesOthers && theirs !== 0 ? rankOfReference(name) : rankOfCurrent(provenance(), name, ours);
      const isOwn = isFormer || (namesOthers && before?.fields.has(name)) || (laterFields.has(field) && isUnstated(name));
      return { stated: ranks.get(name) ?? lowestRank, current, isOwn };
    },
    ofParts(attribute) {
      if (isLocked(locks, attribute)) return locked;
      const name = nameHash(attribute);
      return { stated: ranks.get(name) ?? lowestRank, current: bestRank(provenance(), name), isOwn: true };
    },
  };
}

/** Provenance and locked fields of a record. */
export interface RecordProvenance {
  readonly provenance: readonly SourceFields[];
  readonly locks: LockedFields;
}

/** For merges, field by field: locked values first, then by rank. */
export const mergePrecedence = (from: RecordProvenance, into: RecordProvenance): Precedence => ({
  locks: into.locks,
  sides({ field, origin, theirs, ours, namesOthers }) {
    const name = nameHash(field);
    const lockedSide = isLocked(into.locks, origin) ? 'current' : isLocked(from.locks, origin) ? 'stated' : undefined;
    return { stated: rankIn(from, name, theirs, namesOthers), current: rankIn(into, name, ours, namesOthers), locked: lockedSide };
  },
  ofParts: () => filling,
});

/** Values without a source count as manual. For references, which may have been merged, the best rank counts. */
function rankIn({ provenance }: RecordProvenance, name: number, value: number, namesOthers: boolean): Rank {
  return (namesOthers ? bestRank(provenance, name) : rankOfCurrent(provenance, name, value)) ?? highestRank;
}

/** Whether stated parts replace the current ones; `keep` if they are locked. */
export const decideParts = (precedence: Precedence, field: string): Decision =>
  decide({ theirs: 1, ours: 1, namesOthers: false, isSmaller: () => true }, precedence.ofParts(field));

export const isAccepted = (decision: Decision): boolean => decision === 'take' || decision === 'outrank';

export interface MergedFields {
  readonly columns: Columns;
  /** Lists to replace, by position in the plan. */
  readonly replaced: ReadonlySet<number>;
  /** Attributes and relationships accepted; `undefined` for the parent. */
  readonly accepted: Set<string | undefined>;
  /** Names of fields that prevailed over another source: a slug follows its name then. */
  readonly outranked: ReadonlySet<string>;
  readonly isChanged: boolean;
  /** Whether a differing edited field stayed. */
  readonly keepsLocked: boolean;
}

/**
 * Merges stated and current values field by field. The columns of one attribute are accepted together.
 * @param currentLists current list rows as JSON
 */
export function mergeFields(
  plan: WritePlan,
  current: Columns,
  currentLists: readonly (readonly string[])[],
  precedence: Precedence,
): MergedFields {
  const accepted = new Set<string | undefined>();
  const outranked = new Set<string>();
  let keepsLocked = false;
  const take = (difference: FieldDifference): boolean => {
    const decision = decide(difference, precedence.sides(difference));
    if (decision === 'keep') keepsLocked = true;
    if (decision === 'outrank') outranked.add(difference.field);
    if (isAccepted(decision)) accepted.add(difference.origin);
    return isAccepted(decision);
  };
  const merged = mergeColumns(plan, current, take);
  const replaced = mergeLists(plan, currentLists, take);
  const columns = accepted.size > 0 ? withoutConflict(plan, merged) : merged;
  const isChanged = replaced.size > 0 || Object.keys(columns).some((column) => columns[column] !== current[column]);
  return { columns, replaced, accepted, outranked, isChanged, keepsLocked };
}

/** Two valid states may break a rule in combination: the attribute it reports is cleared. */
function withoutConflict({ kind: { rule }, deserializer }: WritePlan, columns: Columns): Columns {
  if (!rule) return columns;
  const named = Object.entries(columns).map(([column, value]) => [column, deserializer.originOf(column), value] as const);
  const broken = rule(Object.fromEntries(named.map(([column, origin, value]) => [origin ?? column, value])))?.attribute;
  if (broken === undefined) return columns;
  return Object.fromEntries(named.map(([column, origin, value]) => [column, origin === broken ? null : value]));
}

type Take = (difference: FieldDifference) => boolean;

function mergeColumns({ deserializer, columns, states }: WritePlan, current: Columns, take: Take): Columns {
  const merged: Record<string, Value> = {};
  const decided = new Map<string | undefined, boolean>();
  for (const column in columns) {
    const theirs = columns[column] as Value;
    const ours = current[column] as Value;
    merged[column] = ours;
    if (theirs === ours) continue;
    const origin = deserializer.originOf(column);
    if (!states(origin)) continue;
    let isTheirs = decided.get(origin);
    if (isTheirs === undefined) {
      const isSmaller = () => isSmallerValue(theirs, ours);
      const field = { field: column, theirs: valueHash(theirs), ours: valueHash(ours) };
      isTheirs = take({ ...field, origin, namesOthers: namesOthers(deserializer, origin), isSmaller });
      decided.set(origin, isTheirs);
    }
    if (isTheirs) merged[column] = theirs;
  }
  return merged;
}

function mergeLists({ deserializer, owned, states }: WritePlan, currentLists: readonly (readonly string[])[], take: Take): Set<number> {
  const replaced = new Set<number>();
  for (const [index, list] of owned.entries()) {
    if (!states(list.attribute)) continue;
    const [theirs, ours] = [rowsOf(list), currentLists[index] ?? []];
    const field = { field: listFieldOf(list), theirs: rowsHash(list, theirs), ours: rowsHash(list, ours) };
    if (field.theirs === field.ours) continue;
    const isSmaller = () => isSmallerText([...theirs].sort().join('\n'), [...ours].sort().join('\n'));
    if (take({ ...field, origin: list.attribute, namesOthers: namesOthers(deserializer, list.attribute), isSmaller })) replaced.add(index);
  }
  return replaced;
}

/** Total order of values for ties, independent of anything else: numbers by value, text by code point. */
function isSmallerValue(a: Value, b: Value): boolean {
  if (typeof a === 'number' && typeof b === 'number') return a < b;
  return isSmallerText(String(a), String(b));
}

/** As UTF-8 bytes, which sort by code point; UTF-16 strings do not. */
const isSmallerText = (a: string, b: string): boolean => Buffer.compare(Buffer.from(a), Buffer.from(b)) < 0;

interface StatedFields {
  readonly fields: ReadonlyMap<number, number>;
  readonly ranks: ReadonlyMap<number, Rank>;
}

/**
 * Source values to store when several documents fill one record: the best of each field.
 * @param accepted attributes and relationships whose new values won
 */
export function bestOfDocuments(
  { deserializer, columns, owned }: WritePlan,
  stated: StatedFields,
  before: StatedFields,
  accepted: ReadonlySet<string | undefined>,
): { fields: FieldHashes; ranks: Ranks } {
  const fields: FieldHashes = new Map(before.fields);
  const ranks: Ranks = new Map(before.ranks);
  const origins = new Map([
    ...Object.keys(columns).map((column) => [nameHash(column), deserializer.originOf(column)] as const),
    ...owned.map((list) => [nameHash(listFieldOf(list)), list.attribute] as const),
    ...(deserializer.parts ? [[nameHash(deserializer.parts.attribute), deserializer.parts.attribute] as const] : []),
  ]);
  for (const [name, value] of stated.fields) {
    const rank = stated.ranks.get(name);
    if (rank === undefined) continue;
    const rankBefore = before.ranks.get(name);
    const isSame = before.fields.get(name) === value;
    const isBetter = rankBefore === undefined || rank > rankBefore;
    if (!isBetter && (isSame || !accepted.has(origins.get(name)))) continue;
    fields.set(name, value);
    ranks.set(name, rank);
  }
  return { fields, ranks };
}
