import { catalog } from '../../../catalog';
import { etagOf } from '../../../http/respond';
import { type Api, uuidOfIri } from '../../api/client';
import { addressOfPage, resolveRecord } from '../../api/record';
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
import type { Draft, FormState, OpenList, ReadData, ReadDocument, Row } from './types';

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
  /** Undefined for a new record. */
  readonly document?: ReadDocument;
  /** By field; read where they are shown. */
  readonly options?: FormState['options'];
  /** Roles of credits as pages name them, by slug. */
  readonly roles: ReadonlyMap<string, string>;
}

export function newRecord({ path }: RequestContext): EditedRecord {
  const page = path.slice(0, path.lastIndexOf('/'));
  const schema = schemaFor(page, {});
  const lists = new Map(listsOf(schema).map((list) => [list.name, openList(list, [], new Map())] as const));
  return {
    ...{ schema, lists, page, iri: '', called: '', tag: '', isOwn: false, draft: emptyDraft(schema), attributes: {} },
    ...{ locks: new Map(), roles: new Map() },
  };
}

type Found = Awaited<ReturnType<typeof findCurrentRecord>>;

/**
 * The record of a page below its own.
 * @throws {MovedPage} if its page has moved
 */
export async function findRecord(context: RequestContext, isWhole?: boolean): Promise<Found> {
  const found = await findCurrentRecord(context, isWhole);
  const path = found.page + context.path.slice(context.path.lastIndexOf('/'));
  if (path !== context.path) throw new MovedPage(context.to.page(path));
  return found;
}

/** The record of a form, also if it was renamed or merged since the form was opened: its document has names, its attributes have none. */
export async function findCurrentRecord({ api, path, to }: RequestContext, isWhole = false) {
  const url = path.slice(0, path.lastIndexOf('/'));
  const { type, include = '' } = schemaAt(url) ?? {};
  const kind = catalog.find(type);
  const query = { include: isWhole ? include : '', names: true };
  const read = await resolveRecord<ReadData, ReadData, ReadDocument['meta']>(api, kind ? addressOfPage(kind, url) : url, query);
  const { iri, canonical_url: canonical } = read.data.attributes;
  const now = canonical === null ? url : new URL(canonical, 'http://localhost').pathname;
  const page = to.base !== '' && now.startsWith(`${to.base}/`) ? now.slice(to.base.length) : now;
  const [data, ...included] = read.included;
  const { attributes } = data;
  const schema = schemaFor(page, attributes);
  const called = String(attributes.display_name || attributes[schema.named]);
  const plain = plainText({ data, meta: read.meta });
  const written: ReadDocument = JSON.parse(plain);
  const document: ReadDocument = { data, included, meta: read.meta };
  return { schema, iri, page, called, document, attributes: written.data.attributes, tag: etagOf(plain) };
}

/** As a read without names has it, whose ETag edits name. */
const plainText = (document: ReadDocument): string =>
  JSON.stringify(document, function (this: object, name: string, value: unknown) {
    return name === 'role_name' || (name === 'slug' && 'iri' in this) ? undefined : value;
  });

/** Some sections apply to some records only. */
function schemaFor(page: string, attributes: ReadData['attributes']): FormSchema {
  const schema = schemaAt(page);
  if (!schema) throw new Error(`${page} is no page of a kind that has a form.`);
  return { ...schema, sections: schema.sections.filter(({ isOf }) => isOf?.(attributes) ?? true) };
}

/** @throws {MovedPage} if its page has moved */
export const readEditedRecord = async (context: RequestContext): Promise<EditedRecord> =>
  openRecord(context, await findRecord(context, true));

export const readCurrentRecord = async (context: RequestContext): Promise<EditedRecord> =>
  openRecord(context, await findCurrentRecord(context, true));

async function openRecord({ api, t }: RequestContext, found: Found): Promise<EditedRecord> {
  const { schema, iri, document, attributes } = found;
  const all = listsOf(schema);
  const hands = await readHands(api, schema, document);
  const roles = new Map(all.flatMap((list) => rolesIn(t, list, document.data.attributes)));
  const open = async (list: ListSchema): Promise<OpenList> => {
    if (list.children) return openChildren(api, iri, list.fields, list.children, document);
    return (await list.part?.open(api, document)) ?? openList(list, itemsIn(list, attributes), roles);
  };
  const lists = new Map(await Promise.all(all.map(async (list) => [list.name, await open(list)] as const)));
  const texts = textsOfRecord(schema, document);
  const draft = draftOf(
    schema,
    (name) => texts[name],
    (name) => lists.get(name)?.rows ?? [],
  );
  return { ...found, ...hands, draft, lists, roles };
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

/** Records that fields offer, to show them or to find a chosen one. */
export async function readOptions(
  context: RequestContext,
  { document }: Pick<EditedRecord, 'document'>,
  fields: readonly FieldSchema[],
): Promise<FormState['options']> {
  const read = fields.flatMap(({ name, input }) =>
    document && isOptions(input) ? [input.options(context, document).then((options) => [name, options] as const)] : [],
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

async function openChildren(
  api: Api,
  iri: string,
  fields: readonly FieldSchema[],
  children: ChildRecords,
  whole: ReadDocument,
): Promise<OpenList> {
  const { data: records, included = [] } = await childrenOf(api, iri, fields, children, whole);
  const rows = records.map((data) => {
    const values = fields.map(({ member, input }) => {
      if (input === 'hidden') return [member, data.id] as const;
      if (!isNames(input)) return [member, data.attributes[member]] as const;
      const artists = data.attributes.artists as readonly NamedRecord[];
      return [member, input.isItem ? artists[Number(member.split('.')[1])] : namedIn(input, data, member, included)] as const;
    });
    return textsOf(fields, Object.fromEntries(values));
  });
  return { rows, records, changed: () => [] };
}

async function childrenOf(
  api: Api,
  iri: string,
  fields: readonly FieldSchema[],
  { type, path, filter, isOrdered }: ChildRecords,
  { included = [] }: ReadDocument,
): Promise<ReadList> {
  if (!path) {
    const data = included.filter((one) => one.type === type);
    return { data: isOrdered ? data : data.toSorted((one, other) => (one.id < other.id ? -1 : 1)), included };
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
