import type { releases } from '../../../catalog/releases';
import type { Item } from '../../api/client';
import { mayEdit } from '../../api/server-meta';
import type { Page } from '../../http/page';
import { type RequestContext, useRequestContext } from '../../http/request-context';
import { readLastCurrency, suggestedCurrencies } from '../../library/items/money';
import { readSummary } from '../../library/statistics/summary';
import { CatalogText, CatalogTitle } from '../../ui/catalog-text';
import { Form } from '../../ui/form';
import { conditionOptions } from '../../ui/options';
import { CoverField, Sleeve } from '../../ui/pictures';
import { Section } from '../../ui/section';
import type { Choice, Resolved } from '../choices';
import { LicenseNote } from '../edit-form';
import { ErrorSummary, errorFor, type FieldError } from '../error-summary';
import { ChoiceField, LineField } from '../fields';
import type { PendingPart } from '../form/types';
import { NameField } from '../name-field';

export type KnownRelease = Item<typeof releases>['attributes'] & {
  readonly isOwned: boolean;
};

export const textNames = ['title', 'barcode', 'number', 'year', 'condition', 'price', 'currency', 'place'] as const;

export interface AddForm {
  readonly texts: Readonly<Record<(typeof textNames)[number], string>>;
  readonly film: Choice;
  readonly composer: Choice;
  readonly artist: Choice;
  readonly label: Choice;
  readonly format: string;
  readonly isMine: boolean;
}

export interface AddState {
  readonly entered: AddForm;
  readonly fieldErrors?: readonly FieldError[];
  readonly all?: readonly string[];
  /** Existing releases with the barcode, the number, or the title and artist. */
  readonly known?: readonly KnownRelease[];
  readonly names?: ReadonlyMap<string, Resolved>;
  /** An image chosen before. */
  readonly pending?: PendingPart | undefined;
}

interface Shown extends AddState {
  readonly isEditor: boolean;
  readonly currencies: readonly string[];
}

export async function addReleasePage(context: RequestContext, state: AddState): Promise<Page> {
  const [isEditor, summary, last] = await Promise.all([mayEdit(context), readSummary(context), readLastCurrency(context)]);
  const currencies = [...new Set([...(last ? [last] : []), ...suggestedCurrencies(summary)])];
  return {
    title: context.t.releaseForm.add.title,
    current: 'releases',
    body: <AddPage state={{ ...state, isEditor, currencies }} />,
    status: (state.fieldErrors ?? []).length + (state.all ?? []).length > 0 ? 422 : 200,
  };
}

function AddPage({ state }: { readonly state: Shown }) {
  const { t, to } = useRequestContext();
  const { fieldErrors = [], all = [], known = [], isEditor } = state;
  const words = t.releaseForm.add;
  return (
    <>
      <div class="head lean-head">
        <h1>{words.title}</h1>
        <p>
          {words.lead} {!isEditor && t.unreviewed.addNote}
        </p>
      </div>
      <ErrorSummary fieldErrors={fieldErrors} all={all} />
      {known.length > 0 && <ExistingMatches known={known} />}
      <Form class="form-2" action={to.addRelease()} enctype="multipart/form-data">
        <ReleaseFields state={state} />
        {isEditor && (
          <Section title={words.images[0]} aside={words.images[1]}>
            <div class="form wider">
              <CoverField of={sleeveOf(state.entered, t.fields.title)} problem={errorFor(fieldErrors, 'cover')} />
              {state.pending?.fields}
            </div>
          </Section>
        )}
        <CopyFields state={state} />
        <p class="row reach">
          <button class="first" type="submit" {...(known.length > 0 && { name: 'anyway', value: '1' })}>
            {known.length > 0 ? words.anyway : words.act}
          </button>
          {isEditor && (
            <button type="submit" {...(known.length > 0 ? { name: 'anyway', value: 'more' } : { name: 'more', value: '1' })}>
              <span class="desk">{words.goOn}</span>
              <span class="phone">{words.goOnShort}</span>
            </button>
          )}
        </p>
        <LicenseNote />
      </Form>
    </>
  );
}

/** By field. */
export const kindOf = { film: 'production', composer: 'artist', artist: 'artist', label: 'label' } as const;

/** Most frequent formats; the full form has all. */
const offered = ['cd', 'vinyl', 'cassette', 'digital', 'dvd', 'blu_ray', 'other'] as const;

function ReleaseFields({ state: { entered, fieldErrors = [], known = [], names } }: { readonly state: Shown }) {
  const { t } = useRequestContext();
  const words = t.releaseForm;
  const field = (name: 'title' | 'barcode' | 'number' | 'year') => ({
    name,
    value: entered.texts[name],
    problem: errorFor(fieldErrors, name),
  });
  const named = (name: 'film' | 'composer' | 'artist' | 'label') => {
    const resolved = names?.get(name);
    const common = { name, kind: kindOf[name], value: entered[name], problem: errorFor(fieldErrors, name) } as const;
    return resolved?.state === 'several' ? { ...common, resolved } : common;
  };
  const isFree = entered.texts.barcode !== '' && known.length === 0 && !errorFor(fieldErrors, 'barcode');
  return (
    <Section title={words.add.release}>
      <div class="form">
        <div class="short">
          <LineField
            {...field('barcode')}
            label={t.fields.barcode}
            hint={isFree ? <Free /> : words.add.barcodeHelp}
            inputMode="numeric"
            autofocus={fieldErrors.length + known.length === 0}
          />
        </div>
        <LineField {...field('title')} label={t.fields.title} required />
        <NameField {...named('film')} label={t.fields.film} />
        <NameField {...named('composer')} label={t.fields.composer} />
        <NameField {...named('artist')} label={t.fields.artist} hint={words.add.artistHelp} />
        <fieldset class="pick">
          <legend>{t.fields.format_type}</legend>
          {offered.map((format) => (
            <label key={format}>
              <input type="radio" name="format" value={format} checked={format === entered.format} />
              {t.words.formatTypes[format]}
            </label>
          ))}
        </fieldset>
        <div class="trio">
          <LineField {...field('year')} label={t.fields.year} inputMode="numeric" />
          <NameField {...named('label')} label={t.fields.label} />
          <LineField {...field('number')} label={t.fields.catalog_number} />
        </div>
      </div>
    </Section>
  );
}

const Free = () => <span class="yes">{useRequestContext().t.releaseForm.add.barcodeFree}</span>;

function CopyFields({ state: { entered, fieldErrors = [], currencies } }: { readonly state: Shown }) {
  const { t } = useRequestContext();
  const words = t.collection.copyFields;
  const { condition, price, currency, place } = entered.texts;
  const problem = (name: string) => ({ name, problem: errorFor(fieldErrors, name) });
  return (
    <Section title={t.releaseForm.add.copy}>
      <div class="form">
        <label class="switch">
          <input type="checkbox" name="mine" checked={entered.isMine} />
          <span>{t.releaseForm.add.mine}</span>
        </label>
        <div class="trio">
          <ChoiceField {...problem('condition')} label={words.condition} value={condition} options={conditionOptions(t)} mayBeEmpty />
          <div class="unit-in">
            <LineField {...problem('price')} label={words.price} value={price} />
            <ChoiceField
              {...problem('currency')}
              label={words.currency}
              isRepeated
              value={currency || (currencies[0] ?? '')}
              options={currencies.map((one) => [one, one])}
            />
          </div>
          <LineField {...problem('place')} label={words.storage_location} value={place} />
        </div>
      </div>
    </Section>
  );
}

/** For drawing the sleeve. */
const sleeveOf = ({ texts, artist }: AddForm, title: string) => ({
  _id: '00000000-0000-4000-8000-000000000000',
  title: texts.title || title,
  year: Number(texts.year.slice(0, 4)) || null,
  artist_credit: artist.typed || null,
});

function ExistingMatches({ known }: { readonly known: readonly KnownRelease[] }) {
  const { t, to } = useRequestContext();
  const words = t.releaseForm.add;
  return (
    <section role="alert" tabIndex={-1} autofocus>
      <p class="prose">{words.here}</p>
      <ul class="hits">
        {known.map((release) => (
          <li key={release._id}>
            <span>
              <Sleeve of={release} size="s" />
            </span>
            <div>
              <a href={to.release(release)}>
                <CatalogTitle text={release.title} />
              </a>
              <div class="soft">
                <CatalogText text={[release.artist_credit, release.year, release.catalog_number].filter((part) => part).join(' · ')} />
              </div>
              {release.isOwned && <div class="yes">{words.yours}</div>}
            </div>
            <Form class="kind" action={to.release(release)}>
              <button type="submit" name="do" value="own">
                {release.isOwned ? words.takeAgain : words.take}
                <span class="hidden"> {release.title}</span>
              </button>
            </Form>
          </li>
        ))}
      </ul>
    </section>
  );
}
