import { now } from '../database/time';
import { notFound } from '../errors';
import { Invalid } from '../jsonapi/violations';
import type { Kind } from '../kinds';
import type { Attributes } from '../kinds/attribute';
import { ContainedRecords } from './contained-records';
import { DocumentSteps, placed, type Steps } from './document-steps';
import { type Author, type Edit, EditConflict, type Edited, type Revision, type Shown } from './edit';
import { unpackFields } from './field-hashes';
import { type Addressed, type EditorTools, RecordEditor, type Saying } from './record-editor';
import { differenceOf, type Fields, fieldHashes, isSame, type RecordText } from './record-text';

/** Fields that are taken away again where a change is taken back. */
export interface TakingBack {
  readonly without: ReadonlySet<string>;
}

/** Writes what people say: whole or not at all, and never over what somebody else wrote in the meantime. */
export class Editor {
  readonly records: RecordEditor;
  readonly contained: ContainedRecords;

  constructor(private readonly tools: EditorTools) {
    this.records = new RecordEditor(tools);
    this.contained = new ContainedRecords(tools.statements, tools.kinds);
  }

  /** The version of a record as it is, to be given back with a change; none, where the record is not there. */
  versionOf(type: string, iri: string): string | undefined {
    const addressed = this.records.address({ type, id: iri });
    const key = this.records.find(addressed);
    return key === undefined ? undefined : this.records.read(addressed.kind, key).version;
  }

  /**
   * @throws {Invalid} with all that is wrong with it
   * @throws {EditConflict} where somebody changed the same fields
   * @throws {DomainError} where the record is not there, is there already, or is held by others
   */
  edit(edit: Edit, author: Author, back?: TakingBack): Edited {
    const addressed = this.records.address(edit.record);
    if (edit.action === 'add') return this.#add(this.records.saying(addressed), author);
    const key = this.records.find(addressed);
    if (key === undefined) throw notFound(`There is no ${addressed.kind.noun} at ${addressed.record.id}.`);
    if (edit.action === 'delete') return this.#delete(addressed, key, edit.seen, author);
    const without = back?.without ?? edit.without;
    const saying = { ...this.records.saying(addressed), ...(without && { without }), comesBack: back !== undefined };
    return this.#change(saying, key, edit, author, without !== undefined);
  }

  #add(saying: Saying, author: Author): Edited {
    this.records.requireNew(saying);
    const steps = this.#steps(saying, undefined);
    this.#write(steps);
    const { kind, id } = saying;
    const key = this.tools.references.find(kind.table, 'id', id) as number;
    const after = this.contained.read(kind, key);
    return this.#edited(saying, steps.ignored, { action: 'added', before: null, after }, this.records.read(kind, key), author);
  }

  #change(saying: Saying, key: number, { seen, shown }: ChangeEdit, author: Author, isWhole: boolean): Edited {
    const { kind } = saying;
    const text = this.records.read(kind, key);
    const steps = this.#steps(saying, key, isWhole, shown);
    if (seen !== undefined) requireUnchanged(text, seen, saying.said);
    const before = this.#text(kind, key, text, steps.lists);
    this.#write(steps);
    const after = this.records.read(kind, key);
    const difference = differenceOf(before, this.#text(kind, key, after, steps.lists));
    const isSameStill = Object.keys({ ...difference.before.attributes, ...difference.before.relationships }).length === 0;
    if (isSameStill) return { revision: undefined, version: after.version, ignored: steps.ignored };
    return this.#edited(saying, steps.ignored, { action: 'changed', ...difference }, after, author);
  }

  #delete(addressed: Addressed, key: number, seen: string | undefined, author: Author): Edited {
    const { kind, id } = addressed;
    const text = this.records.read(kind, key);
    if (seen !== undefined && seen !== text.version) throw new EditConflict([['the record', '/data']]);
    this.records.requireFree(kind, key);
    const before = this.contained.read(kind, key);
    this.records.remove(kind, key, id);
    return this.#edited(addressed, [], { action: 'deleted', before, after: null }, { iri: text.iri, version: undefined }, author);
  }

  /** What has come back under the address that it had. */
  restored(kind: Kind, key: number, author: Author): Edited {
    const text = this.records.read(kind, key);
    const addressed = this.records.address({ type: kind.type, id: text.iri });
    return this.#edited(addressed, [], { action: 'added', before: null, after: this.contained.read(kind, key) }, text, author);
  }

  /** @throws {Invalid} with all that is wrong */
  #steps(saying: Saying, key: number | undefined, isWhole = false, shown?: Shown): Steps {
    const steps = new DocumentSteps(this.tools.kinds, this.records, this.contained, isWhole, shown).take(saying, key);
    const broken = steps.steps.flatMap(({ saying, key, pointer }) =>
      this.records.violations(saying, key).map((violation) => placed(violation, pointer)),
    );
    const violations = [...steps.violations, ...broken];
    if (violations.length > 0) throw new Invalid(violations);
    return steps;
  }

  /** What the document has no more goes last: what stands in it may have moved. */
  #write({ steps, dropped }: Steps): void {
    for (const { saying, key } of steps) {
      if (key === undefined) this.records.add(saying);
      else this.records.change(saying, key);
    }
    for (const { kind, key, id } of dropped) {
      if (this.tools.references.find(kind.table, 'id', id) === undefined) continue;
      this.records.requireFree(kind, key);
      this.records.remove(kind, key, id);
    }
  }

  /** A record with the lists of records that a document of it has. */
  #text(kind: Kind, key: number, { attributes, relationships }: RecordText, lists: ReadonlySet<string>): Fields {
    if (lists.size === 0) return { attributes, relationships };
    const contents = Object.entries(this.contained.contents(kind, key)).filter(([name]) => lists.has(name));
    return { attributes: { ...attributes, ...Object.fromEntries(contents) } as Attributes, relationships };
  }

  #edited(
    { kind, id }: Addressed,
    ignored: readonly string[],
    change: Pick<Revision, 'action' | 'before' | 'after'>,
    { iri, version }: { readonly iri: string; readonly version: string | undefined },
    { username, note }: Author,
  ): Edited {
    return { revision: { type: kind.type, id, iri, username, note: note ?? null, at: now(), ...change }, version, ignored };
  }
}

type ChangeEdit = Extract<Edit, { action: 'change' }>;

/** What people said, and nobody took back, stands as it was seen. */
function requireUnchanged(before: RecordText, seen: string, { attributes, relationships }: Fields): void {
  const then = unpackFields(Buffer.from(seen, 'base64url'));
  const today = fieldHashes(before);
  const changedIn = (names: string[]) => names.filter((name) => !isSame(then, today, name));
  const changed = [
    ...changedIn(Object.keys(attributes)).map((name) => [name, `/data/attributes/${name}`] as const),
    ...changedIn(Object.keys(relationships)).map((name) => [name, `/data/relationships/${name}`] as const),
  ];
  if (changed.length > 0) throw new EditConflict(changed);
}
