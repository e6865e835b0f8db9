import { mayEdit } from '../api/server-meta';
import { useVisit, type Visit } from '../http/request-context';
import type { KindDescription } from './kinds/form-schemas';

/** Where a record of the kind of a list is added, for whoever may. */
export const addLinkOf = async (visit: Visit): Promise<string | undefined> =>
  (await mayEdit(visit)) ? visit.to.below(visit.to.page(visit.path), 'add') : undefined;

interface AddLinkProps {
  readonly href: string | undefined;
  readonly type: KindDescription['type'];
}

/** The way to the form that adds a record; nothing for whoever may not. */
export function AddLink({ href, type }: AddLinkProps) {
  const { t } = useVisit();
  if (href === undefined) return null;
  return (
    <p class="row record-actions">
      <a href={href}>{t.recordForm.add[type]}</a>
    </p>
  );
}
