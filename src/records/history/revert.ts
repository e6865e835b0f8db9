import { conflict, type DomainError, notFound } from '../../errors';
import type { Kind } from '../../kinds';
import type { Attributes } from '../../kinds/attribute';
import { now } from '../../store/values/dates';
import type { Author, Edited, Revision } from '../edit/edit';
import type { Editor } from '../edit/editor';
import { type MergedAway, maximumRemembered } from '../merge/merge-memory';
import type { MergingTools } from '../merge/merges';
import { Unmerge } from '../merge/unmerge';
import { CoverRows, coverIn, coverRetentionDays } from '../write/cover';
import { differenceOf, type Fields } from '../write/record';
import { Restore } from './restore';
import { namesOf, type RevisionLog, type StoredRevision } from './revisions';

export interface Reverted {
  readonly edited: Edited;
  readonly reverted: StoredRevision;
  /** Revision of the record that was merged back out, if a merge was undone. */
  readonly beside?: Revision | undefined;
}

/** Reverts changes unless newer ones conflict. */
export class Revert {
  readonly #restoring: Restore;
  readonly #unmerging: Unmerge;
  readonly #covers: CoverRows;

  constructor(
    private readonly tools: MergingTools,
    private readonly editor: Editor,
    private readonly log: RevisionLog,
  ) {
    this.#restoring = new Restore(tools);
    this.#unmerging = new Unmerge(tools);
    this.#covers = new CoverRows(tools.statements);
  }

  /** @throws {DomainError} not found; conflict with newer changes */
  revert(uuid: string, author: Author): Reverted {
    const revision = this.log.find(uuid);
    const kind = revision && this.tools.kinds.find(revision.type);
    if (!revision || !kind) throw notFound('no_revision', { id: uuid.slice(0, 100) });
    if (revision.obstacle !== null) throw conflict(revision.obstacle);
    const by = this.log.revertedBy(revision.key);
    if (by !== undefined) throw conflict('undone_already', { number: by });
    if (revision.action === 'merged') return { ...this.#separate(kind, revision, author), reverted: revision };
    return { edited: this.#revert(kind, revision, revision.action, author), reverted: revision };
  }

  #revert(kind: Kind, revision: StoredRevision, action: Exclude<StoredRevision['action'], 'merged'>, author: Author): Edited {
    switch (action) {
      case 'added':
        return this.#takeAway(kind, revision, author);
      case 'changed':
        return coverIn(revision.after) === undefined
          ? this.#changeBack(kind, revision, author)
          : this.#changeCoverBack(kind, revision, author);
      case 'deleted':
        return this.#restoreDeleted(kind, revision, author);
    }
  }

  #separate(kind: Kind, revision: StoredRevision, author: Author): Omit<Reverted, 'reverted'> {
    const { merge, gone } = revision;
    if (!merge) throw conflict('undo_too_large', { max: maximumRemembered });
    const before = this.#current(kind, merge.into);
    this.#unmerging.separate(kind, { ...revision, merge, gone: gone as readonly MergedAway[] });
    const after = this.#current(kind, merge.into);
    const edited = this.editor.restored(kind, this.#key(kind, revision), author);
    if (!before || !after) return { edited };
    const difference = differenceOf(before.fields, after.fields);
    if (namesOf(difference.after).length === 0) return { edited };
    const { username, note = null } = author;
    const made = { type: kind.type, id: merge.into, iri: after.iri, username, note, at: now() };
    return { edited, beside: { ...made, action: 'changed', ...difference } };
  }

  /** Target of a merge, if it exists. */
  #current(kind: Kind, id: string): { readonly iri: string; readonly fields: Fields } | undefined {
    const key = this.tools.references.find(kind.table, 'id', id);
    return key === undefined ? undefined : { iri: this.editor.read(kind, key).iri, fields: this.editor.contained.read(kind, key) };
  }

  #takeAway(kind: Kind, revision: StoredRevision, author: Author): Edited {
    const key = this.#key(kind, revision);
    const newer = this.log.newestAfter(revision);
    if (newer !== undefined) throw isNewer(newer);
    const { attributes, relationships } = this.editor.contained.read(kind, key);
    const changed = differing({ attributes, relationships }, revision.after);
    if (changed.length > 0) throw isOther(changed);
    return this.editor.edit({ action: 'delete', record: { type: kind.type, id: this.editor.read(kind, key).iri } }, author);
  }

  #changeBack(kind: Kind, revision: StoredRevision, author: Author): Edited {
    const key = this.#key(kind, revision);
    const today = this.editor.contained.read(kind, key);
    const names = new Set(namesOf(revision.after));
    const changed = differing(pick(today, revision.after), revision.after);
    if (changed.length > 0) throw this.#isOvertaken(revision, changed);
    const before = revision.before ?? { attributes: {}, relationships: {} };
    const attributes = Object.entries(before.attributes);
    const without = new Set(attributes.filter(([name, value]) => value === null && !(name in kind.contains)).map(([name]) => name));
    const record = {
      type: kind.type,
      id: this.editor.read(kind, key).iri,
      attributes: Object.fromEntries(attributes.filter(([name]) => !without.has(name))),
      relationships: Object.fromEntries(Object.entries(before.relationships).map(([name, value]) => [name, value ?? { data: null }])),
    };
    const edited = this.editor.edit({ action: 'change', record }, author, { without });
    this.editor.requireNoConflict(kind, key);
    this.#unlock(kind, key, revision, names);
    return edited;
  }

  /** A cover can be restored while its files exist. */
  #changeCoverBack(kind: Kind, revision: StoredRevision, author: Author): Edited {
    const key = this.#key(kind, revision);
    const [before, after] = [coverIn(revision.before) ?? null, coverIn(revision.after)];
    if (this.#covers.find(key)?.hash !== after?.hash) throw this.#isOvertaken(revision, ['cover']);
    if (before && !this.#covers.hasFiles(before.hash)) throw conflict('cover_expired', { days: coverRetentionDays });
    const made = this.#covers.change({ key, id: revision.id }, before, author);
    return { revision: made, ignored: [] };
  }

  #isOvertaken(revision: StoredRevision, changed: readonly string[]): DomainError {
    const newer = this.log.newestAfter(revision);
    return newer === undefined ? isOther(changed) : isNewer(newer);
  }

  /** Unlocks fields that were not locked before. */
  #unlock(kind: Kind, key: number, revision: StoredRevision, names: ReadonlySet<string>): void {
    const writtenBefore = this.log.fieldsBefore(revision);
    const origins = new Set([...names].filter((name) => !writtenBefore.has(name)));
    const plan = { ...this.tools.rows.planOf(kind, key), id: revision.id };
    this.tools.locks.remove(plan, origins);
  }

  #restoreDeleted(kind: Kind, revision: StoredRevision, author: Author): Edited {
    if (this.editor.isKnown(kind, revision.id)) {
      const newer = this.log.newestAfter(revision);
      throw newer === undefined ? conflict('record_restored', { kind: kind.noun }) : isNewer(newer);
    }
    for (const one of revision.gone) this.#restoring.restore(one);
    for (const { record } of revision.gone) this.#requireApart(record);
    const key = this.#key(kind, revision);
    return this.editor.restored(kind, key, author);
  }

  #requireApart(record: unknown): void {
    const addressed = this.editor.address(record);
    const found = this.editor.find(addressed);
    if (found) this.editor.requireNoConflict(addressed.kind, found.key);
  }

  #key({ table, noun }: Kind, { id }: StoredRevision): number {
    const key = this.tools.references.find(table, 'id', id);
    if (key === undefined) throw conflict('record_deleted', { kind: noun });
    return key;
  }
}

const isNewer = (number: number): DomainError => conflict('newer_revision', { number });

const isOther = (fields: readonly string[]): DomainError => conflict('changed_since', { fields });

/** Selects fields by name; an attribute and a relationship may share one. */
const pick = ({ attributes, relationships }: Fields, named: Fields | null): Fields => ({
  attributes: Object.fromEntries(Object.entries(attributes).filter(([name]) => named && name in named.attributes)),
  relationships: Object.fromEntries(Object.entries(relationships).filter(([name]) => named && name in named.relationships)),
});

/** Fields that differ; `null` stands for no value. */
function differing(a: Fields, b: Fields | null): string[] {
  const of = (one: Attributes, other: Attributes = {}) =>
    Object.keys({ ...one, ...other }).filter((name) => JSON.stringify(one[name] ?? null) !== JSON.stringify(other[name] ?? null));
  return [...of(a.attributes, b?.attributes), ...of(a.relationships, b?.relationships)];
}
