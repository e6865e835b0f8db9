import { releases } from '../../catalog/releases';
import type { Page } from '../http/page';
import type { RequestContext } from '../http/request-context';
import { descriptions } from './kinds/form-schemas';
import { type EditedRecord, readEditedRecord } from './kinds/read-record';
import type { NameKind } from './names';
import { findEdited } from './release/read-edited';

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
  readonly words:
    | Pick<RequestContext['t']['recordForm'], 'remove' | 'merge'>
    | Pick<RequestContext['t']['releaseForm'], 'remove' | 'merge'>;
  readonly merged: 'records-merged' | 'releases-merged';
}

/** The release at the address, or a redirect. */
async function askedRelease(visit: RequestContext): Promise<TargetRecord | Response> {
  const id = await findEdited(visit);
  if (id instanceof Response) return id;
  const { record, tag } = await visit.api.tagged(releases, id);
  const { title, year, slug } = record.data.attributes;
  const list = `${releases.path}/`;
  return {
    ...{ type: 'Release', iri: record.data.id, tag, called: title, page: `/releases/${slug}`, kind: 'release', merged: 'releases-merged' },
    form: visit.to.editRelease({ slug }),
    isOfKind: (_, iri) => iri.startsWith(list) && !iri.slice(list.length).includes('/'),
    frame: { year, current: 'releases' },
    words: visit.t.releaseForm,
  };
}

const nameKinds: Readonly<Partial<Record<EditedRecord['description']['type'], NameKind>>> = {
  Artist: 'artist',
  Production: 'production',
  Album: 'album',
  Label: 'label',
  Organization: 'organization',
};

/** The record at the address, or a redirect. */
export async function targetRecord(visit: RequestContext): Promise<TargetRecord | Response> {
  if (visit.path.startsWith('/releases/')) return askedRelease(visit);
  const edited = await readEditedRecord(visit);
  if (edited instanceof Response) return edited;
  const { description, iri, tag, called, page } = edited;
  const { type } = description;
  return {
    ...{ type, iri, tag, called, page, kind: nameKinds[type], merged: 'records-merged' },
    form: visit.to.below(visit.to.page(page), 'edit'),
    isOfKind: (path) => descriptions.find(([at]) => at.test(path))?.[1].type === type,
    frame: {},
    words: visit.t.recordForm,
  };
}
