import { ApiError } from '../../api/client';
import { problemsOf, type SentForm } from '../../http/form';
import { withNotice } from '../../http/notice';
import { type IdParameter, type PageAnswer, seeOther } from '../../http/page';
import type { RequestContext } from '../../http/request-context';
import { changeItem, removeItem } from '../items/items';
import { keepSteps } from '../items/undo';
import { addressAfter, readLoanForm } from './loan-form';
import { loanList, readLoan, todayOf } from './loans';
import { loansPage } from './page';

export const get = ({ to }: RequestContext, { id }: IdParameter): PageAnswer => seeOther(`${to.loans({ edit: id })}#item`);

export async function post(context: RequestContext, { id }: IdParameter, form: SentForm): Promise<PageAnswer> {
  const { api, t } = context;
  const { loan, item, release, tag } = await readLoan(api, id);
  const { borrower, lent_on, due_on, returned_on, notes } = loan;
  const before = { borrower, lent_on, due_on, returned_on, notes };
  const { title } = release;
  if (form.text('do') === 'delete') {
    await removeItem(api, loanList, id);
    const undo = await keepSteps(context, [{ list: 'loans', id, before: { ...before, item: { id: item._id } }, after: null }]);
    return seeOther(withNotice(context, context.to.loans(), 'loan-deleted', { title, undo }));
  }
  const isReturn = form.text('do') === 'returned';
  const today = todayOf(context);
  const after = isReturn ? { returned_on: [lent_on, today].toSorted()[1] } : readLoanForm(form, context);
  const sent = await changeItem(api, loanList, id, after, isReturn ? tag : form.text('tag') || tag);
  if (sent.ok) {
    const undo = await keepSteps(context, [{ list: 'loans', id, before, after }]);
    return seeOther(withNotice(context, addressAfter(context, form), isReturn ? 'loan-returned' : 'loan-saved', { title, undo }));
  }
  if (![409, 412, 422].includes(sent.status)) throw new ApiError(sent);
  const problems = sent.status === 412 ? { fields: {}, all: [t.collection.loans.changedMeanwhile] } : problemsOf(context, sent);
  return loansPage(context, { edited: { id, state: { entered: form.entered, problems } } }, sent.status);
}
