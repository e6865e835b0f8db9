import type { ComponentChildren } from 'preact';
import { useRequestContext } from '../http/request-context';
import { Form } from '../ui/form';
import { Section } from '../ui/section';
import { LineField } from './fields';

interface EditFormProps {
  /** The tag of the version that the form is made from. */
  readonly tag: string;
  readonly children: ComponentChildren;
  readonly action?: string;
  readonly enctype?: string;
}

/**
 * A form that corrects a record. Before all other buttons stands one that saves, which spares the way through all of the fields:
 * it is also the one that the Enter key presses,
 * which without it would give a field back, or add a row.
 */
export function EditForm({ tag, children, ...attributes }: EditFormProps) {
  const { t } = useRequestContext();
  return (
    <Form data-unsaved="" {...(attributes as object)}>
      <p class="row to-save">
        <button class="first" type="submit">
          {t.editing.saveChanges}
        </button>
      </p>
      <input type="hidden" name="tag" value={tag} />
      {children}
    </Form>
  );
}

interface EditNoteProps {
  readonly note: string;
  /** An example of a reason. */
  readonly placeholder: string;
  /** The page of the record. */
  readonly back: string;
  readonly history: string;
  readonly children?: ComponentChildren;
}

/** The end of a form that corrects a record: why, and the button that saves. */
export function EditNote({ note, placeholder, back, history, children }: EditNoteProps) {
  const { t } = useRequestContext();
  const words = t.editing.why;
  return (
    <Section title={words.title} aside={words.aside}>
      <div class="form">
        <LineField name="note" label={words.label} value={note} placeholder={placeholder} />
        {children}
        <p class="row">
          <button class="first" type="submit">
            {t.words.save}
          </button>
          <a href={back}>{t.words.cancel}</a>
          <a href={history}>{words.earlier}</a>
        </p>
      </div>
    </Section>
  );
}

/** Why a record goes, beside a question. */
export function EditNoteField() {
  const { title, aside } = useRequestContext().t.editing.why;
  return <LineField name="note" label={title} hint={aside} value="" />;
}
