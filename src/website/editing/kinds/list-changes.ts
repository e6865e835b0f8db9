import type { Sent } from '../../api/client';
import { changedFields, type Draft, type FieldTexts, type RowDraft } from './draft';
import type { ListDescription } from './inputs';
import type { RecordsOfRows } from './names-of-rows';
import type { EditedRecord, ListItem, ReadItem } from './read-record';

/** The position is that in the list. */
interface GivenItem {
  readonly iri: string;
  readonly credit_role?: string | null;
}

export interface RefusedName {
  readonly list: ListDescription;
  readonly at: number;
  readonly sent: Sent;
}

/** Changed lists as attributes, or a name that could not be added. */
export async function changedLists(
  { description, lists }: Pick<EditedRecord, 'description' | 'lists'>,
  attributes: EditedRecord['attributes'],
  draft: Draft,
  records: RecordsOfRows,
): Promise<Readonly<Record<string, readonly GivenItem[]>> | RefusedName> {
  const changed: Record<string, readonly GivenItem[]> = {};
  for (const list of description.lists) {
    const there = lists[list.name] ?? [];
    const items = await itemsOf(list, draft.rows[list.name] ?? [], there, records);
    if ('sent' in items) return items;
    if (
      isSame(
        items.given,
        there.map(({ item }) => given(item)),
      )
    )
      continue;
    changed[list.name] = unjoined(list, items.given);
    if (list.name === 'credits') Object.assign(changed, composersAmong(items.given, (attributes.composers ?? []) as ListItem[]));
  }
  return changed;
}

async function itemsOf(
  list: ListDescription,
  rows: readonly RowDraft[],
  there: readonly ReadItem[],
  records: RecordsOfRows,
): Promise<{ readonly given: GivenItem[] } | RefusedName> {
  const left = [...there];
  const all: GivenItem[] = [];
  for (const [at, row] of rows.entries()) {
    const index = left.findIndex(({ texts }) => changedFields(list.fields, texts, row.was).length === 0);
    const [kept] = index < 0 ? [] : left.splice(index, 1);
    const item = await itemOf(list, row, kept, at, records);
    if ('sent' in item) return item;
    all.push(item);
  }
  return { given: all };
}

/** Keeps members without a field while the artist is the same. */
async function itemOf(
  list: ListDescription,
  row: RowDraft,
  kept: ReadItem | undefined,
  at: number,
  records: RecordsOfRows,
): Promise<GivenItem | RefusedName> {
  const changed = changedFields(list.fields, kept?.texts ?? {}, row.texts);
  if (kept && changed.length === 0) return given(kept.item);
  const named = list.fields.find(({ name }) => name === 'iri');
  const id = named && (await records.idOf(list, named, row, at));
  if (typeof id === 'object') return { list, at, sent: id };
  const iri = id === undefined ? '' : `/api/artists/${id}`;
  const others = changed
    .filter(({ name }) => name !== 'iri')
    .map(({ name, input }) => [name, textOfField(input === 'role', row.texts, name, records)]);
  const isOther = kept !== undefined && kept.item.id !== id;
  return { ...(kept && given(kept.item)), ...(isOther && { name_variation: null }), ...Object.fromEntries(others), iri };
}

const textOfField = (isRole: boolean, texts: FieldTexts, name: string, { names }: RecordsOfRows): string | null => {
  const text = texts[name] ?? '';
  return text === '' ? null : isRole ? (names.roles.get(text) ?? text) : text;
};

function given({ position: _, id, name: __, ...item }: ListItem): GivenItem {
  return { ...item, iri: `/api/artists/${id}` };
}

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

/** The last credit has no join phrase. */
const unjoined = ({ name }: ListDescription, items: readonly GivenItem[]): readonly GivenItem[] =>
  name === 'artists' ? items.map((item, at) => (at === items.length - 1 ? { ...item, join_phrase: null } : item)) : items;

/** Composers are also a separate list, which follows the credits. */
function composersAmong(credits: readonly GivenItem[], composers: readonly ListItem[]): { readonly composers?: readonly GivenItem[] } {
  const were = composers.map(given);
  const isOne = (credit: GivenItem) =>
    were.some((one) => one.iri === credit.iri && (one.credit_role || null) === (credit.credit_role || null));
  const now = credits.filter(isOne);
  return isSame(now, were) ? {} : { composers: now };
}
