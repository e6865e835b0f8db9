import { etagOf } from '../../../http/respond';
import type { Api } from '../../api';
import { movedTo } from '../../page';
import type { Visit } from '../../visit';
import { type HeldFields, readHeld } from '../held';
import { descriptionAt, type KindDescription, type RowsDescription } from './descriptions';
import { type Draft, type RowDraft, textsOf } from './draft';

/** A record of any kind, as a read of the API has it. */
export interface RecordDocument {
  readonly data: { readonly id: string; readonly type: string; readonly attributes: Readonly<Record<string, unknown>> };
  readonly meta?: { readonly heldByHand?: readonly string[] };
}

/** A record as its form is made from it. */
export interface EditedRecord {
  readonly description: KindDescription;
  readonly iri: string;
  /** The path of its page, without the path that the server is reached below. */
  readonly page: string;
  readonly called: string;
  readonly tag: string;
  readonly held: HeldFields;
  readonly draft: Draft;
}

interface Resolution {
  readonly data: { readonly attributes: { readonly iri: string; readonly canonical_url: string | null } };
}

/** The record whose page stands above the page of its form, or the way to the form where the record stands now. */
export async function readEditedRecord(visit: Visit): Promise<EditedRecord | Response> {
  const { api, path, to } = visit;
  const end = path.lastIndexOf('/');
  const page = path.slice(0, end);
  const { iri, canonical_url: canonical } = (await api.read<Resolution>('/api/resolve', { url: page })).data.attributes;
  const now = canonical === null ? page : new URL(canonical, 'http://localhost').pathname;
  const own = to.base !== '' && now.startsWith(`${to.base}/`) ? now.slice(to.base.length) : now;
  if (own !== page) return movedTo(to.page(own + path.slice(end)));
  const description = descriptionAt(page);
  const { document, tag } = await readTagged(api, iri);
  const { attributes } = document.data;
  const [held, ...rows] = await Promise.all([
    readHeld(api, iri, document.meta?.heldByHand),
    ...description.rows.map(async (one) => [one.name, await readRows(api, iri, one)] as const),
  ]);
  const called = String(attributes.display_name || attributes[description.named]);
  const draft = { texts: textsOf(description.fields, attributes), rows: Object.fromEntries(rows) };
  return { description, iri, page, called, tag, held, draft };
}

/** A record with the tag of the version that it is. */
export async function readTagged(api: Api, iri: string): Promise<{ readonly document: RecordDocument; readonly tag: string }> {
  const document = await api.read<RecordDocument>(iri);
  return { document, tag: etagOf(JSON.stringify(document)) };
}

/** As many rows as a form has of a list; those beyond stay as they are. */
const rowsShown = 100;

async function readRows(api: Api, iri: string, { name, fields }: RowsDescription): Promise<RowDraft[]> {
  const { data } = await api.read<{ readonly data: readonly RecordDocument['data'][] }>(`${iri}/${name}`, { itemsPerPage: rowsShown });
  return data.map(({ id, attributes }) => {
    const texts = textsOf(fields, attributes);
    return { iri: id, was: texts, texts };
  });
}
