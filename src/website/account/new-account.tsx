import type { Problems } from '../http/form';
import { useRequestContext } from '../http/request-context';
import { Field } from '../ui/form';

export function NewAccount({ entered, problems }: { readonly entered: Readonly<Record<string, string>>; readonly problems: Problems }) {
  const t = useRequestContext().t.door;
  return (
    <>
      <Field
        name="username"
        label={t.username}
        value={entered.username}
        problem={problems.fields.username}
        hint={t.usernameRule}
        maxLength={40}
        autocomplete="username"
        autocapitalize="none"
        spellcheck={false}
        required
      />
      <NewPassword problem={problems.fields.password} label={t.password} />
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
