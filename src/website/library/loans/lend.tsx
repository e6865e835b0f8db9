import { type FormState, fieldPropsOf, noProblems } from '../../http/form';
import { type RequestContext, useRequestContext } from '../../http/request-context';
import { CatalogText } from '../../ui/catalog-text';
import { AllProblems, Field, Form } from '../../ui/form';
import { Section } from '../../ui/section';
import { lookUpLines } from '../import/look-ups';
import { itemFormatOf } from '../items/item-title';
import { type Copy, collectionPath, type ListedItem, readItems } from '../items/items';
import { LoanFields } from './loan-form';
import { readLoansOf, todayOf } from './loans';

/** Input with the copies that match it. */
export interface RejectedLoan {
  readonly state: FormState;
  readonly choices: readonly ListedItem<Copy>[];
}

/** Few people have more copies of the same name. */
const maximumMatches = 20;

/** Copies by words of their title or artist, by barcode or by catalog number; without lent ones, unless all are. */
export async function matchingCopies({ api }: RequestContext, typed: string): Promise<readonly ListedItem<Copy>[]> {
  const [named, [line]] = await Promise.all([
    readItems<Copy>(api, collectionPath, { q: typed, itemsPerPage: maximumMatches }),
    lookUpLines(api, [typed]),
  ]);
  const owned = (line?.releases ?? []).filter(({ state }) => state === 'owned').map(({ id }) => id);
  const ofReleases =
    owned.length > 0 ? await readItems<Copy>(api, collectionPath, { release: owned, itemsPerPage: maximumMatches }) : named;
  const all = [...new Map([...named.items, ...ofReleases.items].map((copy) => [copy.item._id, copy])).values()];
  const lent = await readLoansOf(api, all);
  const free = all.filter(({ item }) => !lent.has(item._id));
  return (free.length > 0 ? free : all.slice(0, 1)).slice(0, maximumMatches);
}

/** A new loan. */
export function Lend({ lend }: { readonly lend: RejectedLoan | undefined }) {
  const context = useRequestContext();
  const { t, to } = context;
  const words = t.collection.loans;
  const { state, choices } = lend ?? { state: { entered: { lent_on: todayOf(context) }, problems: noProblems }, choices: [] };
  const { entered, problems } = state;
  return (
    <Section title={words.lend} id="lend">
      <Form class="form grid" action={`${to.loans()}#lend`}>
        <AllProblems problems={problems.all} />
        <div class="wide">
          <Field
            {...fieldPropsOf(state)('copy')}
            label={words.copy}
            placeholder={words.copyPlaceholder}
            maxLength={200}
            required
            autocomplete="off"
          />
        </div>
        {choices.length > 0 && <Choices choices={choices} entered={entered} />}
        <LoanFields state={state} />
        <p class="row wide">
          <button class="first" type="submit" name="do" value="lend">
            {words.lend}
          </button>
        </p>
      </Form>
    </Section>
  );
}

/** Copies that match, of which one is to be chosen. */
function Choices({ choices, entered }: { readonly choices: readonly ListedItem<Copy>[]; readonly entered: FormState['entered'] }) {
  const context = useRequestContext();
  return (
    <fieldset class="wide">
      <legend class="hidden">{context.t.collection.loans.copy}</legend>
      <input type="hidden" name="searched" value={entered.copy ?? ''} />
      {choices.map((listed) => (
        <label class="check" key={listed.item._id}>
          <input type="radio" name="item" value={listed.item._id} checked={choices.length === 1 || entered.item === listed.item._id} />{' '}
          <span>
            <CatalogText text={listed.release.title} />
          </span>
          <small>
            <CopyDetails listed={listed} />
            {listed.item.storage_location && ` · ${listed.item.storage_location}`}
          </small>
        </label>
      ))}
    </fieldset>
  );
}

/** `Bernard Herrmann · Vinyl, 1958` */
export function CopyDetails({ listed: { item, release } }: { readonly listed: ListedItem<Copy> }) {
  const context = useRequestContext();
  const { artist_credit: credit, year } = release;
  const pressing = [itemFormatOf(item, release, context), year].filter(Boolean).join(', ');
  return (
    <>
      {credit && <CatalogText text={credit} />}
      {credit && pressing && ' · '}
      {pressing}
    </>
  );
}
