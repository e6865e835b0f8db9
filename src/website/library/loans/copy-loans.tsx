import { noProblems } from '../../http/form';
import { useRequestContext } from '../../http/request-context';
import { Form, Hidden, Submit, SuggestionList } from '../../ui/form';
import type { Copy } from '../items/items';
import { Lent } from './lent';
import { LoanFields } from './loan-form';
import { type Loan, todayOf } from './loans';

interface CopyLoansProps {
  readonly copy: Copy;
  /** The open one first. */
  readonly loans: readonly Loan[];
  /** Query of the list to return to. */
  readonly back: string;
}

/** Below the form of a copy: its loan, or a form to lend it, and earlier loans. */
export function CopyLoans({ copy, loans, back }: CopyLoansProps) {
  const context = useRequestContext();
  const { t, to, format } = context;
  const words = t.collection.loans;
  const open = loans.find(({ returned_on: returned }) => returned === null);
  const earlier = loans.filter((loan) => loan !== open);
  const place = <Hidden fields={{ item: copy._id, back }} />;
  return (
    <div class="copy-loans" id="loan">
      {open ? (
        <Form class="row" action={to.loan(open._id)}>
          {place}
          <Lent loan={open} />
          <Submit name="do" value="returned" text={words.returned} />
          <a href={`${to.loans({ edit: open._id })}#item`}>{words.edit}</a>
        </Form>
      ) : (
        <details class="fold">
          <summary class="button">{words.lend}</summary>
          <Form class="form" action={to.loans()}>
            {place}
            <SuggestionList id="people" texts={[...new Set(earlier.map(({ borrower }) => borrower))]} />
            <LoanFields state={{ entered: { lent_on: todayOf(context) }, problems: noProblems }} />
            <p class="row wide">
              <Submit class="first" name="do" value="lend" text={words.lend} />
            </p>
          </Form>
        </details>
      )}
      {earlier.length > 0 && (
        <details class="more">
          <summary>{words.earlier({ count: format.number(earlier.length) })}</summary>
          <ul>
            {earlier.map(({ _id: id, borrower, lent_on: from, returned_on: until }) => (
              <li key={id}>
                {words.span({ borrower, from: format.date(from), until: format.date(until ?? '') })}{' '}
                <a href={`${to.loans({ edit: id })}#item`} aria-label={words.edit}>
                  {t.words.edit}
                </a>
              </li>
            ))}
          </ul>
        </details>
      )}
    </div>
  );
}
