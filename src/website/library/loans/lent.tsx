import { type RequestContext, useRequestContext } from '../../http/request-context';
import { daysLate, type Loan, todayOf } from './loans';

/** `Lent to Ben since May 3`, in red while it is overdue. */
export function Lent({ loan, isBrief = false }: { readonly loan: Loan; readonly isBrief?: boolean }) {
  const context = useRequestContext();
  const words = context.t.collection.loans;
  const late = daysLate(loan, context);
  const text = { borrower: loan.borrower, date: sinceText(loan, context) };
  if (isBrief) return <span class={late > 0 ? 'late' : 'lent'}>{late > 0 ? words.lentLate(text) : words.lent(text)}</span>;
  return (
    <>
      <span class="lent">{words.lent(text)}</span>
      {late > 0 && (
        <>
          {' '}
          <span class="late">{words.late({ count: context.format.counted(late) })}</span>
        </>
      )}
    </>
  );
}

/** The year only if it is not this one. */
function sinceText({ lent_on: date }: Loan, context: RequestContext): string {
  const [year, month = 1, day = 1] = date.split('-').map(Number);
  return todayOf(context).startsWith(String(year)) ? context.format.monthDay(month, day) : context.format.date(date, 'short');
}
