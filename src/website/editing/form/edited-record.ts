import { catalog } from '../../../catalog';
import { etagOf } from '../../../http/respond';
import { type Api, uuidOfIri } from '../../api/client';
import { addressOfPage } from '../../api/record';
import { MovedPage } from '../../http/page';
import type { RequestContext } from '../../http/request-context';
import type { Texts } from '../../i18n';
import { roleText } from '../../ui/credits';
import { findAddition, type LastEdits, locksIn, readRevisions } from '../locked-field';
import { labelOfNamed } from '../names';
import { schemaAt } from '../schemas';
import { draftOf, emptyDraft, type NamedRecord, textsOf } from './draft';
import { type ListItem, openList } from './open-list';
import {
  type ChildRecords,
  type FieldSchema,
  type FormSchema,
  formFields,
  isNames,
  isOptions,
  type ListSchema,
  listsOf,
  type Names,
} from './schema';
import type { Draft, OpenList, Option, ReadData, ReadDocument, Row } from './types';

/** With the ETag of that version. For a new record, the IRI is empty. */
export interface EditedRecord {
  readonly schema: FormSchema;
  readonly iri: string;
  /** Without base path. */
  readonly page: string;
  readonly called: string;
  readonly tag: string;
  readonly locks: LastEdits;
  /** Whether it was created by hand and is not confirmed yet. */
  readonly isOwn: boolean;
  readonly draft: Draft;
  readonly attributes: ReadData['attributes'];
  readonly lists: ReadonlyMap<string, OpenList>;
  /** By field. */
  readonly options: ReadonlyMap<string, readonly Option[]>;
  /** Roles of credits as pages name them, by slug. */
  readonly roles: ReadonlyMap<string, string>;
}

export function newRecord({ path }: RequestContext): EditedRecord {
  const page = path.slice(0, path.lastIndexOf('/'));
  const schema = schemaFor(page, {});
  const lists = new Map(listsOf(schema).map((list) => [list.name, openList(list, [], new Map())] as const));
  return {
    ...{ schema, lists, page, iri: '', called: '', tag: '', isOwn: false, draft: emptyDraft(schema), attributes: {} },
    ...{ locks: new Map(), options: new Map(), roles: new Map() },
  };
}

interface Resolution {
  readonly data: { readonly attributes: { readonly iri: string; readonly canonical_url: string | null } };
}

interface Found {
  readonly schema: FormSchema;
  readonly iri: string;
  readonly page: string;
  readonly called: string;
  readonly document: ReadDocument;
  readonly tag: string;
}

/**
 * The record of a page below its own.
 * @throws {MovedPage} if its page has moved
 */
export async function findRecord(visit: RequestContext): Promise<Found> {
  const { iri, page } = await resolvePage(visit);
  const path = page + visit.path.slice(visit.path.lastIndexOf('/'));
  if (path !== visit.path) throw new MovedPage(visit.to.page(path));
  return readFound(visit.api, iri, page);
}

/** The record of a form, also if it was renamed or merged since the form was opened. */
export async function findCurrentRecord(visit: RequestContext): Promise<Found> {
  const { iri, page } = await resolvePage(visit);
  return readFound(visit.api, iri, page);
}

/** The record at the page above, with its current page. */
async function resolvePage({ api, path, to }: RequestContext): Promise<Pick<Found, 'iri' | 'page'>> {
  const url = path.slice(0, path.lastIndexOf('/'));
  const kind = catalog.find(schemaAt(url)?.type ?? '');
  const { data } = await api.read<Resolution>('/api/resolve', { url: kind ? addressOfPage(kind, url) : url });
  const { iri, canonical_url: canonical } = data.attributes;
  const now = canonical === null ? url : new URL(canonical, 'http://localhost').pathname;
  return { iri, page: to.base !== '' && now.startsWith(`${to.base}/`) ? now.slice(to.base.length) : now };
}

async function readFound(api: Api, iri: string, page: string): Promise<Found> {
  const document = await api.read<ReadDocument>(iri);
  const { attributes } = document.data;
  const schema = schemaFor(page, attributes);
  const called = String(attributes.display_name || attributes[schema.named]);
  return { schema, iri, page, called, document, tag: etagOf(JSON.stringify(document)) };
}

/** Some sections apply to some records only. */
function schemaFor(page: string, attributes: ReadData['attributes']): FormSchema {
  const schema = schemaAt(page);
  if (!schema) throw new Error(`${page} is no page of a kind that has a form.`);
  return { ...schema, sections: schema.sections.filter(({ isOf }) => isOf?.(attributes) ?? true) };
}

/** @throws {MovedPage} if its page has moved */
export const readEditedRecord = async (visit: RequestContext): Promise<EditedRecord> => openRecord(visit, await findRecord(visit));

export const readCurrentRecord = async (visit: RequestContext): Promise<EditedRecord> => openRecord(visit, await findCurrentRecord(visit));

/** Its ETag was read first, so that later changes are noticed on save. */
async function openRecord(visit: RequestContext, found: Found): Promise<EditedRecord> {
  const { api, t } = visit;
  const { schema, iri, document } = found;
  const { attributes } = document.data;
  const whole = await api.read<ReadDocument>(iri, { include: schema.include, names: true });
  const all = listsOf(schema);
  const [hands, options] = await Promise.all([readHands(api, schema, document), readOptions(visit, schema, whole)]);
  const roles = new Map(all.flatMap((list) => rolesIn(t, list, whole.data.attributes)));
  const open = async (list: ListSchema): Promise<OpenList> => {
    if (list.children) return { rows: await readChildren(api, iri, list, whole), changed: () => [] };
    return (await list.part?.open(api, whole)) ?? openList(list, itemsIn(list, attributes), roles);
  };
  const lists = new Map(await Promise.all(all.map(async (list) => [list.name, await open(list)] as const)));
  const texts = textsOfRecord(schema, whole);
  const draft = draftOf(
    schema,
    (name) => texts[name],
    (name) => lists.get(name)?.rows ?? [],
  );
  return { ...found, ...hands, draft, attributes, lists, options, roles };
}

/** Read only for provisional records and those with locked fields. */
async function readHands(api: Api, schema: FormSchema, { data, meta }: ReadDocument): Promise<Pick<EditedRecord, 'locks' | 'isOwn'>> {
  const isProvisional = formFields(schema).some(({ member, input }) => input === 'pending' && data.attributes[member] === true);
  const names = meta?.lockedFields ?? [];
  if (!isProvisional && names.length === 0) return { locks: new Map(), isOwn: false };
  const revisions = await readRevisions(api, data.id);
  const isOwn = isProvisional && findAddition(revisions, data.id) !== undefined;
  return { locks: isOwn ? new Map() : locksIn(revisions, names), isOwn };
}

async function readOptions(visit: RequestContext, schema: FormSchema, document: ReadDocument): Promise<EditedRecord['options']> {
  const read = formFields(schema).flatMap(({ name, input }) =>
    isOptions(input) ? [input.options(visit, document).then((options) => [name, options] as const)] : [],
  );
  return new Map(await Promise.all(read));
}

const itemsIn = ({ attribute }: ListSchema, attributes: ReadData['attributes']): readonly ListItem[] =>
  (attribute === undefined ? [] : attributes[attribute]) as readonly ListItem[];

/** Of known roles, by slug. */
const rolesIn = (t: Texts, list: ListSchema, attributes: ReadData['attributes']): [slug: string, name: string][] =>
  list.fields.some(({ input }) => input === 'role')
    ? itemsIn(list, attributes).flatMap(({ credit_role: slug, role_name: name }) => (slug && name ? [[slug, roleText(t, slug, name)]] : []))
    : [];

function textsOfRecord(schema: FormSchema, document: ReadDocument): Row {
  const values = formFields(schema).map((field) => [field.member, valueIn(field, document)] as const);
  return textsOf(formFields(schema), Object.fromEntries(values));
}

const valueIn = ({ member, input }: FieldSchema, document: ReadDocument): unknown => {
  if (isOptions(input)) return input.chosen(document);
  return isNames(input) ? namedIn(input, document.data, member, document.included) : document.data.attributes[member];
};

/** Later rows stay unchanged. */
const rowsShown = 100;

interface ReadList {
  readonly data: readonly ReadData[];
  readonly included?: readonly ReadData[];
}

async function readChildren(api: Api, iri: string, { fields, children }: ListSchema, whole: ReadDocument): Promise<Row[]> {
  if (!children) return [];
  const { data, included = [] } = await childrenOf(api, iri, fields, children, whole);
  return data.map((data) => {
    const values = fields.map(({ member, input }) => {
      if (input === 'hidden') return [member, data.id] as const;
      if (!isNames(input)) return [member, data.attributes[member]] as const;
      const artists = data.attributes.artists as readonly NamedRecord[];
      return [member, input.isItem ? artists[Number(member.split('.')[1])] : namedIn(input, data, member, included)] as const;
    });
    return textsOf(fields, Object.fromEntries(values));
  });
}

async function childrenOf(
  api: Api,
  iri: string,
  fields: readonly FieldSchema[],
  { path, filter, included }: ChildRecords,
  whole: ReadDocument,
): Promise<ReadList> {
  if (included !== undefined) {
    const linked = (whole.data.relationships?.[included]?.data ?? []) as readonly { readonly id: string }[];
    const data = linked.flatMap(({ id }) => whole.included?.find((one) => one.id === id) ?? []);
    return { data, included: whole.included ?? [] };
  }
  const named = fields.flatMap(({ member, input }) => (isNames(input) && !input.isItem ? [member] : []));
  return api.read<ReadList>(path(iri), {
    itemsPerPage: rowsShown,
    ...(filter && { [filter]: uuidOfIri(iri) }),
    ...(named.length > 0 && { include: named.join(',') }),
  });
}

/** With a distinguishing label: productions have several releases of one name. */
function namedIn(
  { names, isPlain }: Names,
  { relationships }: ReadData,
  name: string,
  included: readonly ReadData[] = [],
): NamedRecord | undefined {
  const { id } = (relationships?.[name]?.data ?? {}) as { readonly id?: string };
  const record = included.find((one) => one.id === id);
  if (!record) return undefined;
  const { title, name: own } = record.attributes;
  return { id: uuidOfIri(record.id), name: isPlain ? String(title ?? own) : labelOfNamed(names, record.attributes) };
}
