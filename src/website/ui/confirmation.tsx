import type { ComponentChildren } from 'preact';
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
