import { useVisit } from '../http/request-context';

/** Near the head of a record's page, for whoever may correct it: `edit` is where. */
export function CorrectLink({ edit }: { readonly edit: string | undefined }) {
  const { t } = useVisit();
  if (edit === undefined) return null;
  return (
    <p class="row record-actions">
      <a href={edit}>{t.editing.correct}</a>
    </p>
  );
}
