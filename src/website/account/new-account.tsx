import { type FormState, fieldPropsOf } from '../http/form';
import { useRequestContext } from '../http/request-context';
import { Field } from '../ui/form';

export function NewAccount({ state }: { readonly state: FormState }) {
  const t = useRequestContext().t.door;
  return (
    <>
      <Field
        {...fieldPropsOf(state)('username')}
        label={t.username}
        hint={t.usernameRule}
        maxLength={40}
        autocomplete="username"
        autocapitalize="none"
        spellcheck={false}
        required
      />
      <NewPassword problem={state.problems.fields.password} label={t.password} />
    </>
  );
}

export function NewPassword({ problem, label }: { readonly problem: string | undefined; readonly label: string }) {
  const t = useRequestContext().t.door;
  return (
    <Field
      name="password"
      type="password"
      label={label}
      problem={problem}
      hint={t.passwordRule}
      minLength={10}
      autocomplete="new-password"
      required
    />
  );
}
