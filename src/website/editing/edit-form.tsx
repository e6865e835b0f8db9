import type { ComponentChildren } from 'preact';
import { useVisit } from '../http/request-context';
import { Form } from '../ui/form';

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
  const { t } = useVisit();
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
