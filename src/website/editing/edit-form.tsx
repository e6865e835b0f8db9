import type { ComponentChildren } from 'preact';
import { useRequestContext } from '../http/request-context';
import { Form } from '../ui/form';
import { Section } from '../ui/section';
import { LineField } from './fields';

interface EditFormProps {
  /** ETag of the version being edited; undefined for a new record. */
  readonly tag: string | undefined;
  readonly children: ComponentChildren;
  readonly action?: string;
  readonly enctype?: string;
}

/** Starts with a save button, which the Enter key presses; the next one may unlock a field or add a row. */
export function EditForm({ tag, children, ...attributes }: EditFormProps) {
  const { t } = useRequestContext();
  return (
    <Form data-unsaved="" {...(attributes as object)}>
      <p class="row to-save">
        <button class="first" type="submit">
          {tag === undefined ? t.words.save : t.editing.saveChanges}
        </button>
      </p>
      {tag !== undefined && <input type="hidden" name="tag" value={tag} />}
      {children}
    </Form>
  );
}

interface EditNoteProps {
  readonly note: string;
  /** Example of a reason. */
  readonly placeholder: string;
  readonly back: string;
  /** Undefined for a new record. */
  readonly history: string | undefined;
}

/** Reason and save button. */
export function EditNote({ note, placeholder, back, history }: EditNoteProps) {
  const { t } = useRequestContext();
  const words = t.editing.why;
  return (
    <Section title={t.fields.note} aside={words.aside}>
      <div class="form">
        <LineField name="note" label={words.label} value={note} placeholder={placeholder} />
        <p class="row">
          <button class="first" type="submit">
            {t.words.save}
          </button>
          <a href={back}>{t.words.cancel}</a>
          {history && <a href={history}>{words.earlier}</a>}
        </p>
        <LicenseNote />
      </div>
    </Section>
  );
}

/** What contributors agree to. */
export function LicenseNote() {
  const { t, to } = useRequestContext();
  return (
    <small>
      {t.editing.license} <a href={`${to.documentation('privacy')}#licenses-of-the-data`}>{t.editing.licenses}</a>
    </small>
  );
}

export function EditNoteField({ note = '' }: { readonly note?: string | undefined }) {
  const { t } = useRequestContext();
  return <LineField name="note" label={t.fields.note} hint={t.editing.why.aside} value={note} />;
}
