import type { Report, UndoneImport } from '../../../collection/files/documents';
import type { pastImports } from '../../../collection/files/past-imports';
import { type AttributesPage, type Item, readAttributesPage } from '../../api/client';
import type { Page } from '../../http/page';
import { type RequestContext, useRequestContext } from '../../http/request-context';
import { confirmationPage } from '../../ui/confirmation';
import { Form, Hidden, Submit } from '../../ui/form';
import { Section } from '../../ui/section';
import { Table } from '../../ui/table';
import { columnField, countParts, type FileReading, type ImportList, statusField } from './import';

type PastImport = Item<(typeof pastImports)['collection']>['attributes'];

/** The API lists more. */
const importsShown = 10;

export const readPastImports = ({ api }: RequestContext, list: ImportList): Promise<AttributesPage<PastImport>> =>
  readAttributesPage(api, `/api/users/me/${list}/imports`, { itemsPerPage: importsShown });

/** What the user chose for the last file with the same headings. */
export async function rememberedReading({ api }: RequestContext, list: ImportList, { columns }: Report): Promise<FileReading | undefined> {
  const headings = new Set(columns.map(({ heading }) => heading));
  const isSame = (past: PastImport) =>
    Object.keys(past.columns).length === headings.size && Object.keys(past.columns).every((name) => headings.has(name));
  if (headings.size === 0) return undefined;
  const type = list === 'collection' ? 'CollectionImport' : 'WishlistImport';
  const query = { itemsPerPage: 100, [`fields[${type}]`]: 'columns,statuses' };
  const past = await readAttributesPage<PastImport>(api, `/api/users/me/${list}/imports`, query);
  const same = past.items.find(isSame);
  return (
    same &&
    new Map([
      ...Object.entries(same.columns).map(([heading, field]) => [columnField(heading), field] as const),
      ...Object.entries(same.statuses).map(([word, meaning]) => [statusField(word), meaning] as const),
    ])
  );
}

const UndoFields = ({ list, id }: { readonly list: ImportList; readonly id: string }) => <Hidden fields={{ do: 'undo', list, id }} />;

export function UndoImportForm(props: { readonly list: ImportList; readonly id: string }) {
  const { t, to } = useRequestContext();
  return (
    <Form action={to.importFile()}>
      <UndoFields {...props} />
      <Submit text={t.collection.import.undo.act} />
    </Form>
  );
}

export function confirmUndoPage({ t, to }: RequestContext, list: ImportList, id: string): Page {
  const { title, lead, act } = t.collection.import.undo;
  const fields = <UndoFields list={list} id={id} />;
  return confirmationPage({ title, lead, act, back: to.importFile({ list }), fields, current: 'collection' });
}

export function UndoneOutcome({ text }: { readonly text: string }) {
  const { t, to, format } = useRequestContext();
  const words = t.collection.import.undo;
  const { removed_items, removed_rows, restored_wishes, restored_rows, stays, left } = JSON.parse(text) as UndoneImport & { left: number };
  const parts = [
    words.removed({ count: format.counted(removed_items + removed_rows) }),
    restored_wishes > 0 && words.wishes({ count: format.counted(restored_wishes) }),
    restored_rows > 0 && words.rows({ count: format.counted(restored_rows) }),
  ].filter((part) => part !== false);
  const address = { CollectionItem: to.copy, WishlistItem: to.wish, Release: (id: string) => to.release({ slug: id }) };
  return (
    <>
      <p class="number" role="status">
        {parts.join(', ')}.
      </p>
      {left > 0 && (
        <Section title={words.stays} aside={format.number(left)}>
          <ul>
            {stays.map(({ type, id, title, reason }) => (
              <li key={id}>
                {type === 'Label' ? title : <a href={address[type](id)}>{title}</a>}
                {format.colon}
                {words.reasons[reason]}
              </li>
            ))}
          </ul>
          {stays.length < left && <p class="soft">{t.words.more({ count: format.number(left - stays.length) })}</p>}
        </Section>
      )}
    </>
  );
}

export function PastImports({ list, imports }: { readonly list: ImportList; readonly imports: readonly PastImport[] }) {
  const context = useRequestContext();
  const { t, to, format } = context;
  const words = t.collection.import;
  if (imports.length === 0) return null;
  return (
    <Section title={words.imports} aside={words.importsAside}>
      <Table class="owned" caption={words.imports} heads={[words.file, words.importedOn, words.result, { hidden: words.undo.act }]}>
        {imports.map((past) => (
          <tr key={past._id}>
            <th scope="row">{past.file_name ?? words.matchedAgain}</th>
            <td class="n">{format.moment(new Date(past.created_at))}</td>
            <td class="keep">{countParts(list, past, context).join(', ')}</td>
            <td class="keep">
              {past.undo_until !== null && (
                <a href={to.importFile({ list, undo: past._id })}>
                  {words.undo.act}
                  <span class="hidden"> {format.moment(new Date(past.created_at))}</span>
                </a>
              )}
            </td>
          </tr>
        ))}
      </Table>
    </Section>
  );
}
