import type { ComponentChildren } from 'preact';
import type { Page } from '../http/page';
import { useRequestContext } from '../http/request-context';
import { AllProblems, Field, Form, Submit } from './form';

interface ConfirmationProps {
  readonly title: string;
  readonly children: ComponentChildren;
  readonly act: string;
  readonly back: string;
  readonly fields?: ComponentChildren;
  readonly isHarmless?: boolean;
}

/** Asks before something irreversible, or large. */
export function Confirmation({ title, children, act, back, fields, isHarmless }: ConfirmationProps) {
  const { t } = useRequestContext();
  return (
    <div class="head">
      <h1>{title}</h1>
      <p>{children}</p>
      <br />
      <Form class="form">
        {fields}
        <p class="row">
          <Submit class={isHarmless ? 'first' : 'danger'} text={act} />
          <a href={back}>{t.words.cancel}</a>
        </p>
      </Form>
    </div>
  );
}

interface ConfirmationPageProps extends Omit<ConfirmationProps, 'children'> {
  readonly lead: ComponentChildren;
  readonly current?: Page['current'];
}

export const confirmationPage = ({ lead, current = 'settings', ...props }: ConfirmationPageProps): Page => ({
  title: props.title,
  body: <Confirmation {...props}>{lead}</Confirmation>,
  current,
});

/** For confirming with the password, which accounts of a provider or proxy do not have. */
export function OwnPassword({ problem }: { readonly problem: string | undefined }) {
  const { t, user } = useRequestContext();
  if (user?.hasPassword === 0) return <AllProblems problems={problem === undefined ? [] : [problem]} />;
  return <Field name="password" type="password" label={t.door.password} problem={problem} autocomplete="current-password" required />;
}
