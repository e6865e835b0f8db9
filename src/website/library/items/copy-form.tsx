import { useRequestContext } from '../../http/request-context';
import type { Texts } from '../../i18n';
import { Field, Hidden, Select, Submit, SuggestionList, TextArea } from '../../ui/form';
import { conditionOptions, formatOptions, statusOptions } from '../../ui/options';
import type { Loan } from '../loans/loans';
import type { Photo } from '../photos/photos';
import type { Filed } from '../statistics/summary';
import type { EarlierValue } from '../value/earlier-values';
import { enteredOf } from './copy-input';
import { type EditedItem, ItemForm } from './item-form';
import type { Copy, ItemRelease, ListedItem } from './items';

export interface EditedCopy extends EditedItem<Copy> {
  readonly others: readonly ListedItem<Copy>[];
  /** The open one first. */
  readonly loans: readonly Loan[];
  readonly values: readonly EarlierValue[];
  readonly photos: readonly Photo[];
  readonly photoProblems: readonly string[];
  readonly filed: Filed;
  readonly currencies: readonly string[];
}

export function CopyForm({ edited, cancel }: { readonly edited: EditedCopy; readonly cancel: string }) {
  const context = useRequestContext();
  const { t, to, query } = context;
  const { item, release } = edited.stored;
  const bought = edited.state.entered.wish ?? query.get('wish');
  const removal = (
    <a class="plain danger" href={to.copy(item._id, { remove: 'yes', back: edited.back })}>
      {t.collection.removeFrom}
    </a>
  );
  return (
    <ItemForm
      edited={edited}
      action={to.copy(item._id)}
      cancel={bought ? <Submit name="do" value="cancel" class="plain" formnovalidate text={t.words.cancel} /> : cancel}
      removal={removal}
    >
      {bought && <input type="hidden" name="wish" value={bought} />}
      <Hidden
        fields={{
          release: release._id,
          was_purchased_at: item.purchased_at ?? '',
          was_added_at: item.added_at,
          was_value: enteredOf(item, context).was_value,
          was_valued_on: item.valued_on ?? '',
        }}
      />
      <CopyFields edited={edited} />
    </ItemForm>
  );
}

function CopyFields({ edited: { stored, state, filed, currencies } }: { readonly edited: EditedCopy }) {
  const { entered, problems } = state;
  const { t } = useRequestContext();
  const words = t.collection.copyFields;
  const field = (name: keyof typeof words) => ({ name, label: words[name], value: entered[name], problem: problems.fields[name] });
  const none = '';
  return (
    <>
      <Select {...field('format_type')} options={formatOptions(t)} none={formatOfRelease(stored.release, t)} />
      <Select {...field('condition')} options={conditionOptions(t)} none={none} />
      <Select {...field('sleeve_condition')} options={conditionOptions(t)} none={none} />
      <Select {...field('status')} options={statusOptions(t)} />
      <Select {...field('rating')} options={['1', '2', '3', '4', '5'].map((one) => [one, one] as const)} none={none} />
      <Field {...field('quantity')} type="number" min={1} max={100_000} />
      <Field {...field('purchased_at')} type="date" />
      <Field {...field('price')} inputMode="decimal" />
      <Field {...field('currency')} maxLength={3} autocomplete="off" list="currencies" />
      <Field {...field('shop')} />
      <Field {...field('storage_location')} list="places" />
      <Field {...field('folder')} list="folders" />
      <Field {...field('tags')} hint={t.collection.form.tagsHint} />
      <Field {...field('added_at')} type="date" />
      <Field {...field('order_date')} type="date" />
      <Field {...field('order_price')} inputMode="decimal" />
      <Field {...field('order_vendor')} />
      <Field {...field('value')} inputMode="decimal" />
      <Field {...field('value_currency')} maxLength={3} autocomplete="off" list="currencies" />
      <Field {...field('valued_on')} type="date" hint={t.collection.form.valuedOnHint} />
      <Field {...field('value_source')} />
      <TextArea {...field('notes')} />
      <label class="check wide">
        <input type="checkbox" name="is_signed" checked={entered.is_signed !== undefined} /> {words.is_signed}
      </label>
      <SuggestionList id="currencies" texts={currencies} />
      <SuggestionList id="places" texts={filed.by_storage_location.flatMap(({ storage_location: place }) => place ?? []).slice(0, 200)} />
      <SuggestionList id="folders" texts={filed.by_folder.flatMap(({ folder }) => folder ?? []).slice(0, 200)} />
    </>
  );
}

/** "same as the release", with the format if unique. */
function formatOfRelease({ formats }: ItemRelease, { words, collection }: Texts): string {
  const [only, ...others] = new Set(formats.map(({ format_type: type }) => type));
  return only === undefined || others.length > 0 ? '' : collection.form.formatOfRelease({ format: words.formatTypes[only] });
}
