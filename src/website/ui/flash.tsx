import { useVisit } from '../http/request-context';

/** What became of a form, said on the page that it led to; the address names it, and nothing else is shown of that. */
export function Notice() {
  const { query, t } = useVisit();
  const said = query.get('said');
  if (said === null || !Object.hasOwn(t.notices, said)) return null;
  return (
    <div class="banner" role="status">
      <span>{t.notices[said as keyof typeof t.notices]}</span>
    </div>
  );
}
