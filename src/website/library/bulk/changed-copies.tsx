import { type RequestContext, useRequestContext } from '../../http/request-context';
import { Table } from '../../ui/table';
import { ItemTitle, itemFormatOf } from '../items/item-title';
import type { Copy, ListedItem } from '../items/items';
import { type BulkChanges, changedOf } from './bulk';

interface ChangedCopiesProps {
  readonly chosen: readonly ListedItem<Copy>[];
  readonly changes: BulkChanges | undefined;
}

/** Deletions struck out, insertions underlined. */
export function ChangedCopies({ chosen, changes }: ChangedCopiesProps) {
  const context = useRequestContext();
  const { columns, bulk } = context.t.collection;
  return (
    <Table
      class="owned"
      caption={bulk.title}
      heads={[context.t.fields.release, columns.format, ...names.map((name) => context.t.collection.copyFields[name])]}
    >
      {chosen.map(({ item, release }) => (
        <tr key={item._id}>
          <th scope="row">
            <ItemTitle release={release} />
          </th>
          <td class="keep">{itemFormatOf(item, release, context)}</td>
          {names.map((name) => (
            <Cell key={name} name={name} item={item} changed={changes ? changedOf(item, changes) : {}} />
          ))}
        </tr>
      ))}
    </Table>
  );
}

const names = ['condition', 'status', 'folder', 'storage_location', 'tags'] as const;

type Name = (typeof names)[number];

function Cell({ name, item, changed }: { readonly name: Name; readonly item: Copy; readonly changed: Readonly<Record<string, unknown>> }) {
  const context = useRequestContext();
  const before = wordsOf(name, item[name], context);
  if (!Object.hasOwn(changed, name)) return <td>{before}</td>;
  const after = wordsOf(name, changed[name] as Copy[Name], context);
  return (
    <td class="keep">
      {before && <del>{before}</del>} {after && <ins>{after}</ins>}
    </td>
  );
}

function wordsOf(name: Name, value: Copy[Name] | readonly string[], { t, format }: RequestContext): string {
  if (value === null) return '';
  if (typeof value !== 'string') return format.list(value);
  const lists: Partial<Record<Name, Readonly<Record<string, string>>>> = { condition: t.words.conditions, status: t.words.statuses };
  return lists[name]?.[value] ?? value;
}
