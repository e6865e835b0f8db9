import type { Sent } from '../api/client';
import type { RequestContext } from '../http/request-context';
import { problemsIn, problemText } from '../i18n/api-errors';
import type { FieldError } from './error-summary';
import { type NameKind, namedKinds } from './names';

interface DocumentParts {
  readonly attributes?: object;
  readonly relationships?: object;
  readonly included?: readonly object[];
  readonly meta?: object;
}

export const writtenDocument = (
  { type, ...identity }: { readonly type: string; readonly id?: string; readonly lid?: string },
  { attributes = {}, relationships = {}, included = [], meta = {} }: DocumentParts,
  note: string,
): object => ({
  data: { type, ...identity, attributes, ...(Object.keys(relationships).length > 0 && { relationships }) },
  ...(included.length > 0 && { included }),
  ...((note !== '' || Object.keys(meta).length > 0) && { meta: { ...(note !== '' && { note }), ...meta } }),
});

interface CreatedRecord {
  readonly key: string;
  readonly name: string;
  /** The field that names it. */
  readonly field: Omit<FieldError, 'message'>;
  readonly document: { readonly type: string; readonly lid: string; readonly attributes: object };
}

/** Records that are created from names in a form, together with the record that it saves. */
export class CreatedRecords {
  readonly #records: CreatedRecord[] = [];

  /**
   * A record, once per name.
   * @param more further attributes
   * @returns a UUID that stands for it in the document
   */
  add(kind: NameKind, name: string, field: CreatedRecord['field'], more: object = {}): string {
    const key = `${kind} ${name}`;
    const known = this.#records.find((record) => record.key === key);
    if (known) return known.document.lid;
    const { kind: of, created } = namedKinds[kind];
    const document = { type: of.type, lid: crypto.randomUUID() as string, attributes: { ...created(name), ...more } };
    this.#records.push({ key, name, field, document });
    return document.lid;
  }

  /**
   * For the document that names them.
   * @param completed further attributes of the record that a field names
   */
  included(completed: (field: string) => object | undefined = () => undefined): readonly object[] {
    return this.#records.map(({ field, document }) => ({
      ...document,
      attributes: { ...document.attributes, ...completed(field.field) },
    }));
  }

  get count(): number {
    return this.#records.length;
  }

  get names(): readonly string[] {
    return this.#records.map(({ name }) => name);
  }

  /** Why a created record was rejected, at the field that names it. */
  refusal({ t, format }: Pick<RequestContext, 't' | 'format'>, { document }: Sent): FieldError | undefined {
    for (const problem of problemsIn(document)) {
      const [, index] = /^\/included\/(\d+)/.exec(problem.source?.pointer ?? '') ?? [];
      const refused = index === undefined ? undefined : this.#records[Number(index)];
      if (refused) {
        const message = t.releaseForm.wrong.notAdded({ name: refused.name, why: problemText({ t, format }, problem) });
        return { ...refused.field, message };
      }
    }
    return undefined;
  }
}
