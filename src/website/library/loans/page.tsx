import { ApiError } from '../../api/client';
import { type FormState, noProblems, problemsOf, type SentForm } from '../../http/form';
import { withNotice } from '../../http/notice';
import { type Page, type PageAnswer, pageNumber, seeOther } from '../../http/page';
import { type RequestContext, RequestContextProvider, useRequestContext } from '../../http/request-context';
import { CatalogTitle, shortTitle } from '../../ui/catalog-text';
import { decadeClass } from '../../ui/decade-class';
import { AllProblems, Form, SuggestionList } from '../../ui/form';
import { Pager } from '../../ui/pager';
import { Sleeve } from '../../ui/pictures';
import { ReleaseCell } from '../../ui/release-table';
import { Section } from '../../ui/section';
import { Table } from '../../ui/table';
import { CollectionFrame } from '../frame';
import { type Copy, collectionPath, type ListedItem, readNamed } from '../items/items';
import { keepSteps } from '../items/undo';
import { readSummary } from '../statistics/summary';
import { CopyDetails, Lend, matchingCopies, type RejectedLoan } from './lend';
import { addressAfter, LoanFields, readLoanForm } from './loan-form';
import { daysBetween, daysLate, type ListedLoan, loanList, readLoan, readLoans } from './loans';

/** A form with rejected input, if any. */
interface Forms {
  readonly edited?: { readonly id: string; readonly state?: FormState } | undefined;
  readonly lend?: RejectedLoan;
}

const loansAtOnce = 60;
const recentlyReturned = 5;

export function get(context: RequestContext): Promise<Page> {
  const id = context.query.get('edit');
  return loansPage(context, { edited: id ? { id } : undefined });
}

export async function loansPage(context: RequestContext, { edited, lend }: Forms, status = 200): Promise<Page> {
  const { api, query, t } = context;
  const isAll = query.has('returned');
  const returnedPage = isAll ? pageNumber(context, 'returned') : 1;
  const [summary, open, returned, stored] = await Promise.all([
    readSummary(context),
    readLoans(api, { open: true, page: pageNumber(context), itemsPerPage: loansAtOnce }),
    readLoans(api, {
      open: false,
      'order[returnedOn]': 'desc',
      page: returnedPage,
      itemsPerPage: isAll ? loansAtOnce : recentlyReturned,
    }),
    edited && readLoan(api, edited.id),
  ]);
  const people = [...new Set([...open.items, ...returned.items].map(({ loan }) => loan.borrower))];
  const body = (
    <RequestContextProvider value={context}>
      <CollectionFrame summary={summary} current="loans">
        <LentOut open={open} edited={stored && { ...stored, state: edited?.state ?? stateOf(stored) }} />
        <Lend lend={lend} />
        <SuggestionList id="people" texts={people} />
        {returned.meta.totalItems > 0 && <Returned returned={returned} isAll={isAll} />}
      </CollectionFrame>
    </RequestContextProvider>
  );
  return { title: t.collection.tabs.loans, current: 'collection', body, status };
}

interface EditedLoan extends ListedLoan {
  readonly tag: string;
  readonly state: FormState;
}

const stateOf = ({ loan: { borrower, lent_on, due_on, returned_on, notes } }: ListedLoan): FormState => ({
  entered: { borrower, lent_on, due_on: due_on ?? '', returned_on: returned_on ?? '', notes: notes ?? '' },
  problems: noProblems,
});

type Loans = Awaited<ReturnType<typeof readLoans>>;

function LentOut({ open: { items, meta }, edited }: { readonly open: Loans; readonly edited: EditedLoan | undefined }) {
  const { t, format } = useRequestContext();
  const words = t.collection.loans;
  const people = new Set(items.map(({ loan }) => loan.borrower)).size;
  const counts = [
    t.words.copies({ count: format.counted(meta.totalItems) }),
    items.length === meta.totalItems && words.people({ count: format.counted(people) }),
  ];
  const isElsewhere = edited && !items.some(({ loan }) => loan._id === edited.loan._id);
  return (
    <Section title={words.lentOut} aside={meta.totalItems > 0 && counts.filter(Boolean).join(', ')}>
      {meta.totalItems === 0 && !edited ? (
        <p class="prose">{words.none}</p>
      ) : (
        <Table
          class="owned"
          caption={words.lentOut}
          heads={[words.copy, words.fields.borrower, words.fields.lent_on, words.fields.due_on, { hidden: t.words.edit }]}
        >
          {isElsewhere && <EditedRow edited={edited} />}
          {items.map((one) =>
            one.loan._id === edited?.loan._id ? <EditedRow key="item" edited={edited} /> : <Row key={one.loan._id} listed={one} />,
          )}
        </Table>
      )}
      <Pager meta={meta} />
      <p class="aside">{words.isPrivate}</p>
    </Section>
  );
}

function CopyCell({ listed, notes }: { readonly listed: ListedItem<Copy>; readonly notes?: string | null }) {
  const { to } = useRequestContext();
  return (
    <ReleaseCell of={listed.release} href={`${to.collection({ edit: listed.item._id })}#item`} title={shortTitle(listed.release.title)}>
      <CopyDetails listed={listed} />
      {notes && (
        <>
          <br />
          {notes}
        </>
      )}
    </ReleaseCell>
  );
}

function Row({ listed }: { readonly listed: ListedLoan }) {
  const context = useRequestContext();
  const { t, to, format } = context;
  const { loan, release } = listed;
  const words = t.collection.loans;
  const late = daysLate(loan, context);
  const due = loan.due_on ? format.date(loan.due_on, 'short') : words.noDate;
  const { title } = release;
  return (
    <tr id={`loan-${loan._id}`}>
      <th scope="row">
        <CopyCell listed={listed} notes={loan.notes} />
      </th>
      <td class="keep">{loan.borrower}</td>
      <td class="n keep" data-head={format.inSentence(words.fields.lent_on)}>
        {format.date(loan.lent_on, 'short')}
      </td>
      <td class="n keep wide" data-head={late === 0 && loan.due_on ? format.inSentence(words.fields.due_on) : undefined}>
        {late > 0 ? <span class="late">{words.late({ count: format.counted(late) })}</span> : due}
      </td>
      <td class="keep wide">
        <Form class="acts" action={to.loan(loan._id)}>
          <button class="plain" type="submit" name="do" value="returned" aria-label={words.returnedOf({ title })}>
            {words.returned}
          </button>
          <a href={`${to.loans({ edit: loan._id })}#item`} aria-label={t.collection.editOf({ title })}>
            {t.words.edit}
          </a>
        </Form>
      </td>
    </tr>
  );
}

function EditedRow({ edited }: { readonly edited: EditedLoan }) {
  const { t, to } = useRequestContext();
  const words = t.collection.loans;
  const { loan, item, release, tag, state } = edited;
  return (
    <tr class={['editing', decadeClass(release.year)].filter(Boolean).join(' ')} id="item">
      <td class="keep" colSpan={5}>
        <Form class="form" action={`${to.loan(loan._id)}#item`}>
          <input type="hidden" name="tag" value={tag} />
          <div class="wide">
            <CopyCell listed={edited} />
          </div>
          <AllProblems problems={state.problems.all} />
          <LoanFields state={state} isReturnable />
          <p class="row wide">
            <button class="first" type="submit">
              {t.words.save}
            </button>
            <a href={to.loans()}>{t.words.cancel}</a>
            <a href={`${to.collection({ edit: item._id })}#item`}>{words.theCopy}</a>
            <button class="plain danger" type="submit" name="do" value="delete" formnovalidate>
              {words.delete}
            </button>
          </p>
        </Form>
      </td>
    </tr>
  );
}

function Returned({ returned: { items, meta }, isAll }: { readonly returned: Loans; readonly isAll: boolean }) {
  const { t, to, format } = useRequestContext();
  const words = t.collection.loans;
  return (
    <Section title={words.returned} aside={words.recentFirst} id="returned">
      <ol class="hits">
        {items.map(({ loan, item, release }) => (
          <li key={loan._id}>
            <span>
              <Sleeve of={release} size="s" />
            </span>
            <div>
              <a href={`${to.collection({ edit: item._id })}#loan`}>
                <CatalogTitle text={shortTitle(release.title)} />
              </a>
              <div class="soft">
                {words.span({ borrower: loan.borrower, from: format.date(loan.lent_on), until: format.date(loan.returned_on ?? '') })}
              </div>
            </div>
            <span class="kind">{words.days({ count: format.counted(daysBetween(loan.lent_on, loan.returned_on ?? loan.lent_on)) })}</span>
          </li>
        ))}
      </ol>
      {isAll ? (
        <Pager meta={meta} parameter="returned" part="returned" />
      ) : (
        meta.totalItems > items.length && (
          <p class="row">
            <a href={`${to.loans({ returned: 1 })}#returned`}>{words.all({ count: format.number(meta.totalItems) })}</a>
          </p>
        )
      )}
    </Section>
  );
}

/** Lends the copy that was chosen or matches what was typed, or offers several to choose from. */
export async function post(context: RequestContext, _: unknown, form: SentForm): Promise<PageAnswer> {
  const { api, t } = context;
  const typed = form.text('copy');
  const chosen = typed === form.text('searched') ? form.text('item') : '';
  const choices = chosen ? await readNamed<Copy>(api, collectionPath, [chosen]) : typed ? await matchingCopies(context, typed) : [];
  const [copy] = choices;
  const words = t.collection.loans;
  const refuse = (problems: FormState['problems'], status: number) =>
    loansPage(context, { lend: { state: { entered: form.entered, problems }, choices } }, status);
  const unclear = typed === '' ? words.noCopy : choices.length > 1 ? words.several : words.noMatch;
  const isClear = choices.length === 1;
  // Without a copy, for what else is wrong.
  const attributes = { ...readLoanForm(form, context), ...(copy && isClear && { item: { id: copy.item._id } }) };
  const sent = await api.send('POST', loanList.path, { data: { type: loanList.type, attributes } });
  if (sent.ok && copy) {
    const { _id: id, updated_at } = sent.document.data.attributes;
    const undo = await keepSteps(context, [{ list: 'loans', id, before: null, after: { updated_at } }]);
    return seeOther(withNotice(context, addressAfter(context, form), 'loan-added', { title: copy.release.title, undo }));
  }
  if (sent.status !== 409 && sent.status !== 422) throw new ApiError(sent);
  const { fields, all } = problemsOf(context, sent, { item: 'copy' });
  return refuse({ fields: isClear ? fields : { ...fields, copy: unclear }, all }, sent.status);
}
