import type { FormState, SentForm } from '../../http/form';
import { type RequestContext, useRequestContext } from '../../http/request-context';
import { Field } from '../../ui/form';
import { queryOfBack } from '../items/list-query';
import { todayOf } from './loans';

interface LoanFieldsProps {
  readonly state: FormState;
  /** Whether it may be returned: it is not new. */
  readonly isReturnable?: boolean;
}

export function LoanFields({ state: { entered, problems }, isReturnable = false }: LoanFieldsProps) {
  const words = useRequestContext().t.collection.loans.fields;
  const field = (name: keyof typeof words) => ({ name, label: words[name], value: entered[name], problem: problems.fields[name] });
  return (
    <>
      <Field {...field('borrower')} maxLength={80} required autocomplete="off" list="people" />
      <Field {...field('lent_on')} type="date" />
      <Field {...field('due_on')} type="date" isOptional />
      {isReturnable && <Field {...field('returned_on')} type="date" isOptional />}
      <div class="wide">
        <Field {...field('notes')} maxLength={255} isOptional />
      </div>
    </>
  );
}

/** Attributes as the API takes them. */
export const readLoanForm = (form: SentForm, context: RequestContext) => ({
  borrower: form.text('borrower'),
  lent_on: form.text('lent_on') || todayOf(context),
  due_on: form.orNull('due_on'),
  returned_on: form.orNull('returned_on'),
  notes: form.orNull('notes'),
});

/** The copy, if its form was sent, else the list of loans. */
export const addressAfter = ({ to }: RequestContext, form: SentForm): string =>
  form.has('back') ? `${to.collection({ ...queryOfBack(form.text('back')), edit: form.text('item') })}#loan` : to.loans();
