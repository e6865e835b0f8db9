import { etagOf } from '../../../http/respond';
import { type Api, idOf } from '../../api/client';
import { roleNames } from '../../api/linked-records';
import { movedTo } from '../../http/page';
import type { RequestContext } from '../../http/request-context';
import { type LastEdits, readLocks } from '../locked-field';
import { labelOfNamed, type NameKind } from '../names';
import { type Draft, type FieldTexts, type NamedRecord, type RowDraft, textsOf } from './draft';
import { descriptionAt, type KindDescription } from './form-schemas';
import { isNames, type ListDescription, pathOfRows, type RowsDescription } from './inputs';

interface ReadData {
  readonly id: string;
  readonly type: string;
  readonly attributes: Readonly<Record<string, unknown>>;
  readonly relationships?: Readonly<Record<string, { readonly data?: unknown }>>;
}

export interface RecordDocument {
  readonly data: ReadData;
  readonly meta?: { readonly lockedFields?: readonly string[] };
}

export interface ListItem {
  readonly id: string;
  readonly name: string;
  readonly position: number;
  readonly credit_role: string;
}

export interface ReadItem {
  readonly item: ListItem;
  readonly texts: FieldTexts;
}

export interface EditedRecord {
  readonly description: KindDescription;
  readonly iri: string;
  /** Without base path. */
  readonly page: string;
  readonly called: string;
  readonly tag: string;
  readonly locks: LastEdits;
  readonly draft: Draft;
  readonly attributes: Readonly<Record<string, unknown>>;
  readonly lists: Readonly<Record<string, readonly ReadItem[]>>;
}

interface Resolution {
  readonly data: { readonly attributes: { readonly iri: string; readonly canonical_url: string | null } };
}

/** The record of the form's page, or a redirect. */
export async function readEditedRecord(visit: RequestContext): Promise<EditedRecord | Response> {
  const { api, path, to } = visit;
  const end = path.lastIndexOf('/');
  const page = path.slice(0, end);
  const { iri, canonical_url: canonical } = (await api.read<Resolution>('/api/resolve', { url: page })).data.attributes;
  const now = canonical === null ? page : new URL(canonical, 'http://localhost').pathname;
  const own = to.base !== '' && now.startsWith(`${to.base}/`) ? now.slice(to.base.length) : now;
  if (own !== page) return movedTo(to.page(own + path.slice(end)));
  return readTheRecord(api, iri, page);
}

async function readTheRecord(api: Api, iri: string, page: string): Promise<EditedRecord> {
  const { document, tag } = await readTagged(api, iri);
  const { attributes } = document.data;
  const description = descriptionOf(page, attributes);
  const [locks, lists, ...rows] = await Promise.all([
    readLocks(api, iri, document.meta?.lockedFields),
    Promise.all(description.lists.map(async (one) => [one.name, await readList(api, attributes, one)] as const)),
    ...description.rows.map(async (one) => [one.name, await readRows(api, iri, one)] as const),
  ]);
  const called = String(attributes.display_name || attributes[description.named]);
  const items = lists.map(([name, all]) => [name, all.map(({ texts }) => ({ iri: '', was: texts, texts }))] as const);
  const draft = { texts: textsOf(description.fields, attributes), rows: Object.fromEntries([...items, ...rows]) };
  return { description, iri, page, called, tag, locks, draft, attributes, lists: Object.fromEntries(lists) };
}

/** Some rows apply to some records only. */
export function descriptionOf(page: string, attributes: Readonly<Record<string, unknown>>): KindDescription {
  const { rows, ...description } = descriptionAt(page);
  return { ...description, rows: rows.filter(({ isOf }) => isOf?.(attributes) ?? true) };
}

async function readList(api: Api, attributes: ReadData['attributes'], { name, fields }: ListDescription): Promise<ReadItem[]> {
  const items = attributes[name] as readonly ListItem[];
  const roles = fields.some(({ input }) => input === 'role')
    ? await roleNames(
        api,
        items.map(({ credit_role: slug }) => slug),
      )
    : new Map<string, string>();
  return items.map((item) => {
    const { id, name: called, credit_role: slug } = item;
    return { item, texts: textsOf(fields, { ...item, iri: { id, name: called }, credit_role: roles.get(slug) ?? slug }) };
  });
}

export async function readTagged(api: Api, iri: string): Promise<{ readonly document: RecordDocument; readonly tag: string }> {
  const document = await api.read<RecordDocument>(iri);
  return { document, tag: etagOf(JSON.stringify(document)) };
}

/** Later rows stay unchanged. */
const rowsShown = 100;

interface RowsDocument {
  readonly data: readonly ReadData[];
  readonly included?: readonly ReadData[];
}

async function readRows(api: Api, iri: string, rows: RowsDescription): Promise<RowDraft[]> {
  const { fields, beside } = rows;
  const named = fields.flatMap(({ name, input }) => (isNames(input) ? [{ name, kind: input.names }] : []));
  const { data, included = [] } = await api.read<RowsDocument>(pathOfRows(rows, iri), {
    itemsPerPage: rowsShown,
    ...(beside && { [beside.by]: idOf(iri) }),
    ...(named.length > 0 && { include: named.map(({ name }) => name).join(',') }),
  });
  const records = new Map(included.map((one) => [one.id, one]));
  return data.map(({ id, attributes, relationships }) => {
    const names = named.map(({ name, kind }) => [name, namedRecord(kind, records.get(leadsTo(relationships, name) ?? ''))] as const);
    const texts = textsOf(fields, { ...attributes, ...Object.fromEntries(names) });
    return { iri: id, was: texts, texts };
  });
}

export const leadsTo = (relationships: ReadData['relationships'], name: string): string | undefined =>
  (relationships?.[name]?.data as { readonly id?: string } | null | undefined)?.id;

/** With a distinguishing label: productions have several releases of one name. */
const namedRecord = (kind: NameKind, record: ReadData | undefined): NamedRecord | undefined =>
  record && { id: idOf(record.id), name: labelOfNamed(kind, record.attributes) };
