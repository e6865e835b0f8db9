import type { itemValues } from '../../../collection/values/routes';
import { type Item, readAttributesPage, valuesAtOnce } from '../../api/client';
import type { SentForm } from '../../http/form';
import { withNotice } from '../../http/notice';
import { type PageAnswer, seeOther } from '../../http/page';
import { type RequestContext, useRequestContext } from '../../http/request-context';
import { Form, Hidden } from '../../ui/form';
import { type Copy, collectionPath } from '../items/items';
import { queryOfBack } from '../items/list-query';

export type EarlierValue = Item<typeof itemValues>['attributes'];

const pathOf = (copy: string): string => `${collectionPath}/${encodeURIComponent(copy)}/values`;

/** Newest first. */
export const readEarlierValues = async ({ api }: RequestContext, copy: string): Promise<readonly EarlierValue[]> =>
  (await readAttributesPage<EarlierValue>(api, pathOf(copy), { itemsPerPage: valuesAtOnce })).items;

export async function deleteEarlierValue(context: RequestContext, copy: string, form: SentForm): Promise<PageAnswer> {
  // One that is gone already is fine.
  await context.api.send('DELETE', `${pathOf(copy)}/${encodeURIComponent(form.text('earlier'))}`);
  const address = context.to.collection({ ...queryOfBack(form.text('back')), edit: copy });
  return seeOther(withNotice(context, `${address}#item`, 'value-deleted'));
}

interface EarlierValuesProps {
  readonly copy: Copy;
  readonly values: readonly EarlierValue[];
  readonly back: string;
}

export function EarlierValues({ copy, values, back }: EarlierValuesProps) {
  const { t, to, format } = useRequestContext();
  const words = t.collection.value;
  if (values.length === 0) return null;
  return (
    <details class="more">
      <summary>
        {words.earlier} ({format.number(values.length)})
      </summary>
      <Form action={to.copy(copy._id)}>
        <Hidden fields={{ do: 'delete-value', back }} />
        <ul class="copies">
          {values.map(({ _id: id, value_cents: cents, value_currency: currency, valued_on: day, value_source: source }) => {
            const date = day === null ? '–' : format.date(day, 'short');
            return (
              <li key={id}>
                <strong class="n">{format.price(cents, currency)}</strong>
                <span>{date}</span>
                {source && <span class="soft">{source}</span>}
                <button class="plain danger" type="submit" name="earlier" value={id} aria-label={words.deleteOf({ date })}>
                  {words.delete}
                </button>
              </li>
            );
          })}
        </ul>
      </Form>
    </details>
  );
}
