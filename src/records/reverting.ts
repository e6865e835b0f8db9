import { conflict, type DomainError, notFound } from '../errors';
import type { Kind } from '../kinds';
import { idsOfIri } from '../kinds/address';
import type { Attributes } from '../kinds/attribute';
import type { Author, Edited } from './edit';
import type { Editor } from './editor';
import type { GoneRecord } from './gone-records';
import { editorPolicy } from './policies';
import { RecordError } from './record';
import { type EditorTools, written } from './record-editor';
import type { Fields } from './record-text';
import { type KeptRevision, namesOf, type RevisionLog } from './revision-log';

/** Takes back what people changed, where nothing newer stands against it. */
export class Reverting {
  constructor(
    private readonly tools: EditorTools,
    private readonly editor: Editor,
    private readonly log: RevisionLog,
  ) {}

  /** @throws {DomainError} not found; a conflict, where something newer stands against it */
  revert(uuid: string, author: Author): { readonly edited: Edited; readonly reverted: KeptRevision } {
    const revision = this.log.find(uuid);
    const kind = revision && this.tools.kinds.find(revision.type);
    if (!revision || !kind) throw notFound(`There is no revision ${uuid.slice(0, 100)}.`);
    return { edited: this.#revert(kind, revision, author), reverted: revision };
  }

  #revert(kind: Kind, revision: KeptRevision, author: Author): Edited {
    switch (revision.action) {
      case 'added':
        return this.#takeAway(kind, revision, author);
      case 'changed':
        return this.#changeBack(kind, revision, author);
      case 'deleted':
        return this.#bringBack(kind, revision, author);
      case 'merged':
        throw conflict('Records that were merged stay merged: what stands for both may be changed, and the other one made anew.');
    }
  }

  #takeAway(kind: Kind, revision: KeptRevision, author: Author): Edited {
    const key = this.#key(kind, revision);
    const newer = this.log.newestAfter(revision);
    if (newer !== undefined) throw isNewer(newer);
    const { attributes, relationships } = this.editor.contained.read(kind, key);
    const changed = differing({ attributes, relationships }, revision.after);
    if (changed.length > 0) throw isOther(changed);
    return this.editor.edit({ action: 'delete', record: { type: kind.type, id: this.editor.records.read(kind, key).iri } }, author);
  }

  #changeBack(kind: Kind, revision: KeptRevision, author: Author): Edited {
    const key = this.#key(kind, revision);
    const today = this.editor.contained.read(kind, key);
    const names = new Set(namesOf(revision.after));
    const changed = differing(pick(today, names), revision.after);
    if (changed.length > 0) {
      const newer = this.log.newestAfter(revision);
      throw newer === undefined ? isOther(changed) : isNewer(newer);
    }
    const before = revision.before ?? { attributes: {}, relationships: {} };
    const attributes = Object.entries(before.attributes);
    const without = new Set(attributes.filter(([name, value]) => value === null && !(name in kind.contains)).map(([name]) => name));
    const record = {
      type: kind.type,
      id: this.editor.records.read(kind, key).iri,
      attributes: Object.fromEntries(attributes.filter(([name]) => !without.has(name))),
      relationships: Object.fromEntries(Object.entries(before.relationships).map(([name, value]) => [name, value ?? { data: null }])),
    };
    const edited = this.editor.edit({ action: 'change', record }, author, { without });
    this.#letGo(kind, key, revision, names);
    return edited;
  }

  /** What nobody had written before is its sources' again. */
  #letGo(kind: Kind, key: number, revision: KeptRevision, names: ReadonlySet<string>): void {
    const writtenBefore = this.log.fieldsBefore(revision);
    const origins = new Set([...names].filter((name) => !writtenBefore.has(name)));
    const plan = { ...this.tools.rows.planOf(kind, key), id: revision.id };
    this.tools.held.letGo(plan, new Set([...origins].flatMap((name) => [name, `relationships.${name}`])));
  }

  #bringBack(kind: Kind, revision: KeptRevision, author: Author): Edited {
    if (this.editor.records.isKnown(kind, revision.id)) {
      const newer = this.log.newestAfter(revision);
      throw newer === undefined ? conflict(`The ${kind.noun} is there again.`) : isNewer(newer);
    }
    for (const one of revision.gone) this.#restore(one);
    const key = this.#key(kind, revision);
    return this.editor.restored(kind, key, author);
  }

  #restore({ record, held }: GoneRecord): void {
    const { planner, rows, slugs } = this.tools;
    const kind = this.tools.kinds.find(record.type) as Kind;
    const ids = idsOfIri(kind, record.id) as string[];
    const id = ids.at(-1) as string;
    const { slug } = record.attributes;
    // Its slug may have become that of another record.
    const isTaken = typeof slug === 'string' && slugs.otherHolder(kind, slug, id) !== undefined;
    const attributes: Attributes = isTaken ? { ...record.attributes, slug: undefined } : record.attributes;
    try {
      const plan = planner.plan(kind, { ...record, attributes }, ids, 'whole');
      written(() => rows.add(plan, editorPolicy));
    } catch (error) {
      throw error instanceof RecordError ? conflict(`It cannot come back: ${error.message}`) : error;
    }
    if (held !== undefined) this.tools.held.restore(kind, id, held);
  }

  #key({ table, noun }: Kind, { id }: KeptRevision): number {
    const key = this.tools.references.find(table, 'id', id);
    if (key === undefined) throw conflict(`The ${noun} is not there any more.`);
    return key;
  }
}

const isNewer = (number: number): DomainError => conflict(`Revision ${number} is newer, and would be lost: take that back first.`);

const isOther = (names: readonly string[]): DomainError =>
  conflict(`An import, or what was merged, has changed ${names.join(', ')} since.`);

const pick = ({ attributes, relationships }: Fields, names: ReadonlySet<string>): Fields => ({
  attributes: Object.fromEntries(Object.entries(attributes).filter(([name]) => names.has(name))),
  relationships: Object.fromEntries(Object.entries(relationships).filter(([name]) => names.has(name))),
});

/** The fields that two sides have otherwise; `null` stands for no value. */
function differing(a: Fields, b: Fields | null): string[] {
  const of = (one: Attributes, other: Attributes = {}) =>
    Object.keys({ ...one, ...other }).filter((name) => JSON.stringify(one[name] ?? null) !== JSON.stringify(other[name] ?? null));
  return [...of(a.attributes, b?.attributes), ...of(a.relationships, b?.relationships)];
}
