import type { FormState } from '../../http/form';
import { useRequestContext } from '../../http/request-context';
import { CatalogText } from '../../ui/catalog-text';
import { decadeClass } from '../../ui/decade-class';
import { AllProblems, Field, Form, Select, TextArea } from '../../ui/form';
import { Sleeve } from '../../ui/pictures';
import type { HeldItem, Wish } from './items';
import { listQuery } from './list-query';

/** Shown in place of the table row. */
export interface EditedWish {
  readonly held: HeldItem<Wish>;
  readonly state: FormState;
  readonly back: string;
  /** Whether someone else changed it meanwhile. */
  readonly isChanged: boolean;
}

export function EditedWishRow({ edited: { held, state, back, isChanged } }: { readonly edited: EditedWish }) {
  const { t, to, query } = useRequestContext();
  const { item, release, tag } = held;
  return (
    <tr class={['editing', decadeClass(release.year)].filter(Boolean).join(' ')} id="item">
      <td class="keep" colSpan={6}>
        {isChanged && (
          <p class="no" role="alert">
            {t.collection.changedMeanwhile}{' '}
            {t.collection.wishlist.itIsNow(item.notes ?? '—', item.priority === null ? '—' : String(item.priority))}
          </p>
        )}
        <Form class="form" action={`${to.wish(item._id)}#item`}>
          <input type="hidden" name="tag" value={tag} />
          <input type="hidden" name="back" value={back} />
          <p class="wide person">
            <span class="thumb">
              <Sleeve of={release} size="s" />
            </span>
            <b>
              <CatalogText text={release.title} />
            </b>
          </p>
          <AllProblems problems={state.problems.all} />
          <WishFields state={state} />
          <p class="wide row">
            <button type="submit" class="first">
              {t.words.save}
            </button>
            <a href={to.wishlist(listQuery(query))}>{t.words.cancel}</a>
            <button type="submit" name="do" value="remove" class="plain danger">
              {t.collection.wishlist.remove}
            </button>
          </p>
        </Form>
      </td>
    </tr>
  );
}

function WishFields({ state: { entered, problems } }: { readonly state: FormState }) {
  const { t } = useRequestContext();
  const words = t.collection.wishlist;
  const field = (name: string) => ({ name, value: entered[name], problem: problems.fields[name] });
  const priorities = (['1', '2', '3', '4', '5'] as const).map((one) => [one, words.priorities[one]] as const);
  return (
    <>
      <Select {...field('priority')} label={words.priority} options={priorities} none="" />
      <Field {...field('max_price')} label={words.maxPrice} inputMode="decimal" />
      <Field {...field('currency')} label={t.fields.currency} maxLength={3} autocomplete="off" />
      <TextArea {...field('notes')} label={t.collection.copyFields.notes} />
    </>
  );
}
