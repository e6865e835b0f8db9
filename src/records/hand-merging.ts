import { now } from '../database/time';
import { notFound } from '../errors';
import { uuidPattern } from '../jsonapi/checks';
import { Invalid, violation } from '../jsonapi/violations';
import type { Kind } from '../kinds';
import { idsOfIri } from '../kinds/address';
import type { Standing } from './absorbing';
import type { Author, Edited, Revision } from './edit';
import type { Editor } from './editor';
import type { EditorTools } from './record-editor';
import { differenceOf } from './record-text';

/** Merges records that people know to be one. */
export class HandMerging {
  constructor(
    private readonly tools: EditorTools,
    private readonly editor: Editor,
  ) {}

  /**
   * What the other record does not have is filled, and what points to the one that goes points to it.
   * @param into the other record, by IRI or UUID
   * @throws {DomainError} not found; Invalid, where both are one already
   */
  merge(kind: Kind, iri: string, into: string, author: Author): { readonly edited: Edited; readonly target: Revision | undefined } {
    const goes = this.#standing(kind, iri);
    const stays = this.#standing(kind, into);
    if (goes.key === stays.key)
      throw new Invalid([violation('id', 'A record cannot be merged into itself, nor into one that was merged into it.', '/data/id')]);
    const { contained, records } = this.editor;
    const { iri: address } = records.read(kind, goes.key);
    const [before, targetBefore] = [contained.read(kind, goes.key), contained.read(kind, stays.key)];
    this.tools.merges.unite(kind, goes, stays, true);
    const target = records.read(kind, stays.key);
    const difference = differenceOf(targetBefore, contained.read(kind, stays.key));
    const { username, note } = author;
    const made = { type: kind.type, username, note: note ?? null, at: now() };
    const after = { attributes: {}, relationships: { mergedInto: { data: { type: kind.type, id: target.iri } } } };
    const revision: Revision = { ...made, id: goes.id, iri: address, action: 'merged', before, after };
    const names = Object.keys({ ...difference.before.attributes, ...difference.before.relationships });
    return {
      edited: { revision, version: target.version, ignored: [], into: target.iri },
      target: names.length === 0 ? undefined : { ...made, id: stays.id, iri: target.iri, action: 'changed', ...difference },
    };
  }

  #standing(kind: Kind, named: string): Standing {
    const { references } = this.tools;
    const written = (uuidPattern.test(named) ? named : idsOfIri(kind, named)?.at(-1))?.toLowerCase();
    const id = written && (references.standing(kind.type, kind.table, written) ?? written);
    const key = id === undefined ? undefined : references.find(kind.table, 'id', id);
    if (id === undefined || key === undefined) throw notFound(`There is no ${kind.noun} ${named.slice(0, 100)}.`);
    return { key, id };
  }
}
