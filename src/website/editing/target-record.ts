import type { Page } from '../http/page';
import type { RequestContext } from '../http/request-context';
import { findRecord } from './form/edited-record';
import type { FormSchema } from './form/schema';
import type { NameKind } from './names';
import { schemaAt } from './schemas';

/** A record to be deleted or merged, for any kind. */
export interface TargetRecord {
  readonly type: string;
  readonly iri: string;
  readonly tag: string;
  readonly called: string;
  /** Path of its page, without base path. */
  readonly page: string;
  /** The edit form. */
  readonly form: string;
  /** Undefined if records of the kind cannot be found by name. */
  readonly kind: NameKind | undefined;
  readonly isOfKind: (path: string, iri: string) => boolean;
  readonly frame: Pick<Page, 'year' | 'current'>;
  readonly words: ReturnType<FormSchema['words']>;
  readonly merged: 'records-merged' | 'releases-merged';
}

/** The record at the address, or a redirect. */
export async function targetRecord(visit: RequestContext): Promise<TargetRecord | Response> {
  const found = await findRecord(visit);
  if (found instanceof Response) return found;
  const { schema, iri, tag, called, page, document } = found;
  const { type, kind, merged } = schema;
  return {
    ...{ type, iri, tag, called, page, kind, merged },
    form: visit.to.below(visit.to.page(page), 'edit'),
    isOfKind: (path, other) => schemaAt(path)?.type === type || listOf(other) === listOf(iri),
    frame: schema.frame(document.data.attributes),
    words: schema.words(visit.t),
  };
}

const listOf = (iri: string): string => iri.slice(0, iri.lastIndexOf('/'));
