import { Invalid } from '../../api/schema/violations';
import { notFound } from '../../errors';
import type { Kind } from '../../kinds';
import type { Attributes } from '../../kinds/attribute';
import { now } from '../../store/values/time';
import { ContainedRecords, differenceOf, type Fields, type RecordText } from '../write/record';
import { DocumentSteps, placed, type Steps } from './document-steps';
import type { Author, Edit, Edited, Revision, Shown } from './editing';
import { type Addressed, type EditorTools, type FoundRecord, RecordEditor, type Saying } from './record-editor';

/** Fields to be cleared again by a revert. */
export interface TakingBack {
  readonly without: ReadonlySet<string>;
}

/** Writes manual edits atomically, never over concurrent changes. */
export class Editor {
  readonly records: RecordEditor;
  readonly contained: ContainedRecords;

  constructor(private readonly tools: EditorTools) {
    this.records = new RecordEditor(tools);
    this.contained = new ContainedRecords(tools.statements, tools.kinds);
  }

  /**
   * @throws {Invalid} with all violations
   * @throws {DomainError} if the record is missing, exists already, or is in use
   */
  edit(edit: Edit, author: Author, back?: TakingBack): Edited {
    const addressed = this.records.address(edit.record);
    if (edit.action === 'add') return this.#add(this.records.saying(addressed), author);
    const found = this.records.find(addressed);
    if (!found) throw notFound('no_record_at', { kind: addressed.kind.noun, iri: addressed.record.id });
    if (edit.action === 'delete') return this.#delete(addressed, found, author);
    const without = back?.without ?? edit.without;
    const saying = { ...this.records.saying(addressed), ...(without && { without }), comesBack: back !== undefined };
    return this.#change(saying, found, edit, author, without !== undefined);
  }

  #add(saying: Saying, author: Author): Edited {
    this.records.requireNew(saying);
    const steps = this.#steps(saying, undefined);
    this.#write(steps);
    const { kind, id } = saying;
    const key = this.tools.references.find(kind.table, 'id', id) as number;
    const after = this.contained.read(kind, key);
    return this.#edited(saying, steps.ignored, { action: 'added', before: null, after }, this.records.read(kind, key).iri, author);
  }

  #change(saying: Saying, found: FoundRecord, { shown }: ChangeEdit, author: Author, isWhole: boolean): Edited {
    const { kind } = saying;
    const steps = this.#steps(saying, found, isWhole, shown);
    const before = this.#text(kind, found, steps.lists);
    const text = this.#write(steps) ?? found.text;
    const difference = differenceOf(before, this.#text(kind, { key: found.key, text }, steps.lists));
    const isSameStill = Object.keys({ ...difference.before.attributes, ...difference.before.relationships }).length === 0;
    if (isSameStill) return { revision: undefined, ignored: steps.ignored };
    return this.#edited(saying, steps.ignored, { action: 'changed', ...difference }, text.iri, author);
  }

  #delete(addressed: Addressed, { key, text: { iri } }: FoundRecord, author: Author): Edited {
    const { kind, id } = addressed;
    this.records.requireFree(kind, key);
    const before = this.contained.read(kind, key);
    this.records.remove(kind, key, id);
    return this.#edited(addressed, [], { action: 'deleted', before, after: null }, iri, author);
  }

  restored(kind: Kind, key: number, author: Author): Edited {
    const { iri } = this.records.read(kind, key);
    const addressed = this.records.address({ type: kind.type, id: iri });
    return this.#edited(addressed, [], { action: 'added', before: null, after: this.contained.read(kind, key) }, iri, author);
  }

  /** @throws {Invalid} with all violations */
  #steps(saying: Saying, found: FoundRecord | undefined, isWhole = false, shown?: Shown): Steps {
    const steps = new DocumentSteps(this.tools.kinds, this.records, this.contained, isWhole, shown).take(saying, found);
    const broken = steps.steps.flatMap(({ saying, there, pointer }) =>
      this.records.violations(saying, there).map((violation) => placed(violation, pointer)),
    );
    const violations = [...steps.violations, ...broken];
    if (violations.length > 0) throw new Invalid(violations);
    return steps;
  }

  /**
   * Deletes dropped records last, since their parts may have moved.
   * @returns the record afterwards, if it existed
   */
  #write({ steps, dropped }: Steps): RecordText | undefined {
    let text: RecordText | undefined;
    for (const { saying, there, pointer } of steps) {
      if (there === undefined) this.records.add(saying);
      else {
        const changed = this.records.change(saying, there);
        if (pointer === '') text = changed;
      }
    }
    for (const { kind, key, id } of dropped) {
      if (this.tools.references.find(kind.table, 'id', id) === undefined) continue;
      this.records.requireFree(kind, key);
      this.records.remove(kind, key, id);
    }
    return text;
  }

  #text(kind: Kind, { key, text: { attributes, relationships } }: FoundRecord, lists: ReadonlySet<string>): Fields {
    if (lists.size === 0) return { attributes, relationships };
    const contents = Object.entries(this.contained.contents(kind, key)).filter(([name]) => lists.has(name));
    return { attributes: { ...attributes, ...Object.fromEntries(contents) } as Attributes, relationships };
  }

  #edited(
    { kind, id }: Addressed,
    ignored: readonly string[],
    change: Pick<Revision, 'action' | 'before' | 'after'>,
    iri: string,
    { username, note }: Author,
  ): Edited {
    return { revision: { type: kind.type, id, iri, username, note: note ?? null, at: now(), ...change }, ignored };
  }
}

type ChangeEdit = Extract<Edit, { action: 'change' }>;
