import type { Sent } from '../../api/client';
import type { SentForm } from '../../http/form';
import type { RequestContext } from '../../http/request-context';
import { readTags, withTags } from '../items/copy-input';
import { type Copy, collectionPath, copies, type ListedItem, readItems, readNamed } from '../items/items';
import { copiesForApi, maximumChosen } from '../items/list-query';

const pageOfApi = 100;

/** Selected copies, or all matching the filters, up to the limit. */
export async function readChosen(context: RequestContext): Promise<readonly ListedItem<Copy>[]> {
  const { api, query } = context;
  if (!query.has('all')) return readNamed<Copy>(api, collectionPath, unique(query.getAll('item')));
  const parameters = { ...copiesForApi(context), itemsPerPage: pageOfApi };
  const pages = Array.from({ length: maximumChosen / pageOfApi }, (_, index) => index + 1);
  const found = await Promise.all(pages.map((page) => readItems<Copy>(api, collectionPath, { ...parameters, page })));
  return found.flatMap(({ items }) => items);
}

export const readSent = ({ api }: RequestContext, form: SentForm): Promise<readonly ListedItem<Copy>[]> =>
  readNamed<Copy>(api, collectionPath, unique(form.all('item')));

const unique = (ids: readonly string[]): readonly string[] => [...new Set(ids)].slice(0, maximumChosen);

/** Missing attributes stay; null clears. */
export interface BulkChanges {
  readonly folder?: string | null;
  readonly storage_location?: string | null;
  readonly condition?: string | null;
  readonly status?: string;
  readonly tags: readonly string[];
}

/** Value for clearing a field. */
export const clearing = '-';

export function readChanges(form: SentForm): BulkChanges {
  const one = <N extends string>(name: N) => {
    const text = form.text(name);
    const isCleared = text === clearing || form.has(`clear_${name}`);
    return text === '' && !isCleared ? {} : { [name]: isCleared ? null : text };
  };
  return { ...one('folder'), ...one('storage_location'), ...one('condition'), ...one('status'), tags: readTags(form.text('tags')) };
}

export const changesNothing = ({ tags, ...others }: BulkChanges): boolean => tags.length === 0 && Object.keys(others).length === 0;

/** Attributes that differ. */
export function changedOf(copy: Copy, { tags, ...others }: BulkChanges): Readonly<Record<string, unknown>> {
  const changed = Object.entries(others).filter(([name, value]) => copy[name as keyof typeof others] !== value);
  const all = withTags(copy.tags, tags);
  return { ...Object.fromEntries(changed), ...(all.length > copy.tags.length && { tags: all }) };
}

/** All or nothing. */
export const changeMany = ({ api }: RequestContext, chosen: readonly ListedItem<Copy>[], changes: BulkChanges): Promise<Sent> =>
  api.send('PATCH', collectionPath, {
    data: chosen.map(({ item }) => ({ type: copies.type, id: item._id, attributes: changedOf(item, changes) })),
  });

/** All or nothing. */
export async function removeMany({ api }: RequestContext, chosen: readonly ListedItem<Copy>[]): Promise<void> {
  const data = chosen.map(({ item }) => ({ type: copies.type, id: item._id }));
  await api.change('POST', `${collectionPath}/deletions`, { data });
}
