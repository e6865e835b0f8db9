import { type FormState, fieldPropsOf, type SentForm } from '../../http/form';
import { type RequestContext, useRequestContext } from '../../http/request-context';
import type { Texts } from '../../i18n';
import { decadeClass } from '../../ui/decade-class';
import { Checkbox, Field, Select, Submit, TextArea } from '../../ui/form';
import { type Entered, enteredCurrency, readPrices } from './copy-input';
import { ItemConflict } from './item-conflict';
import { type EditedItem, ItemForm, type ItemInput } from './item-form';
import type { Wish } from './items';
import { listQuery } from './list-query';
import { writePrice } from './money';

export type EditedWish = EditedItem<Wish>;

export function EditedWishRow({ edited }: { readonly edited: EditedWish }) {
  const context = useRequestContext();
  const { t, to, query } = context;
  const { stored, state, isChanged } = edited;
  const { item, release } = stored;
  return (
    <tr class={['editing', decadeClass(release.year)].filter(Boolean).join(' ')} id="item">
      <td class="keep" colSpan={6}>
        {isChanged && (
          <ItemConflict
            problem={t.collection.wishlist.changedMeanwhile}
            labels={labelsOfWish(t)}
            now={enteredOfWish(item, context)}
            entered={state.entered}
          />
        )}
        <ItemForm
          edited={edited}
          action={to.wish(item._id)}
          cancel={to.wishlist(listQuery(query))}
          removal={<Submit name="do" value="remove" class="plain danger" text={t.collection.wishlist.remove} />}
        >
          <input type="hidden" name="release" value={release._id} />
          <WishFields state={edited.state} />
        </ItemForm>
      </td>
    </tr>
  );
}

function WishFields({ state }: { readonly state: FormState }) {
  const { t } = useRequestContext();
  const words = t.collection.wishlist;
  const field = fieldPropsOf(state);
  const priorities = (['1', '2', '3', '4', '5'] as const).map((one) => [one, words.priorities[one]] as const);
  return (
    <>
      <Select {...field('priority')} label={words.priority} options={priorities} none="" />
      <Field {...field('max_price')} label={words.maxPrice} inputMode="decimal" />
      <Field {...field('currency')} label={t.fields.currency} maxLength={3} autocomplete="off" />
      <TextArea {...field('notes')} label={t.collection.copyFields.notes} />
      <Checkbox name="any_edition" checked={state.entered.any_edition !== undefined} text={words.anyEdition} />
    </>
  );
}

export const labelsOfWish = ({ collection, fields }: Texts): Readonly<Record<string, string>> => ({
  priority: collection.wishlist.priority,
  max_price: collection.wishlist.maxPrice,
  currency: fields.currency,
  notes: collection.copyFields.notes,
  any_edition: collection.wishlist.anyEdition,
});

export const enteredOfWish = (wish: Wish, { format }: Pick<RequestContext, 'format'>): Entered => ({
  priority: wish.priority === null ? '' : String(wish.priority),
  max_price: writePrice(wish.max_price_cents, wish.currency, format),
  currency: wish.currency ?? '',
  notes: wish.notes ?? '',
  ...(wish.any_edition && { any_edition: 'on' }),
});

export function readWishForm(form: SentForm, context: Pick<RequestContext, 'format' | 't'>): ItemInput {
  const currency = enteredCurrency(form, ['max_price'], context.format);
  const { amounts, problems } = readPrices(form, ['max_price'], currency, context);
  const attributes = {
    priority: form.number('priority') ?? null,
    max_price_cents: amounts.max_price,
    currency,
    notes: form.orNull('notes'),
    any_edition: form.has('any_edition'),
  };
  return { attributes, problems };
}
