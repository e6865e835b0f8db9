import type { ComponentChildren } from 'preact';
import { Form } from '../components/form';
import { useVisit } from '../visit';

interface EditFormProps {
  /** The tag of the version that the form is made from. */
  readonly tag: string;
  readonly children: ComponentChildren;
  readonly action?: string;
  readonly enctype?: string;
}

/**
 * A form that corrects a record. Before all other buttons stands one that saves: it is the one that the Enter key presses,
 * which without it would give a field back, or add a row.
 */
export function EditForm({ tag, children, ...attributes }: EditFormProps) {
  const { t } = useVisit();
  return (
    <Form {...(attributes as object)}>
      <button class="hidden" type="submit" tabIndex={-1} aria-hidden>
        {t.words.save}
      </button>
      <input type="hidden" name="tag" value={tag} />
      {children}
    </Form>
  );
}
