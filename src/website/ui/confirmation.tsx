import type { ComponentChildren } from 'preact';
import type { Page } from '../http/page';
import { useRequestContext } from '../http/request-context';
import { Form } from './form';

interface ConfirmationProps {
  readonly title: string;
  readonly children: ComponentChildren;
  readonly act: string;
  readonly back: string;
  readonly fields?: ComponentChildren;
}

/** Asks before something irreversible. */
export function Confirmation({ title, children, act, back, fields }: ConfirmationProps) {
  const { t } = useRequestContext();
  return (
    <div class="head">
      <h1>{title}</h1>
      <p>{children}</p>
      <br />
      <Form class="form">
        {fields}
        <p class="row">
          <button type="submit" class="danger">
            {act}
          </button>
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

export const confirmationPage = ({ lead, current = 'settings', ...asked }: ConfirmationPageProps): Page => ({
  title: asked.title,
  body: <Confirmation {...asked}>{lead}</Confirmation>,
  current,
});
