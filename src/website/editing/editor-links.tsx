import { mayEdit } from '../api/server-meta';
import { type RequestContext, useRequestContext } from '../http/request-context';
import type { KindDescription } from './kinds/form-schemas';

/** Where the record of a page is corrected, for whoever may. */
export const editLinkOf = async (visit: RequestContext): Promise<string | undefined> =>
  (await mayEdit(visit)) ? visit.to.below(visit.to.page(visit.path), 'edit') : undefined;

/** Near the head of a record's page, for whoever may correct it: `edit` is where. */
export function CorrectLink({ edit }: { readonly edit: string | undefined }) {
  const { t } = useRequestContext();
  if (edit === undefined) return null;
  return (
    <p class="row record-actions">
      <a href={edit}>{t.editing.correct}</a>
    </p>
  );
}

/** Where a record of the kind of a list is added, for whoever may. */
export const addLinkOf = async (visit: RequestContext): Promise<string | undefined> =>
  (await mayEdit(visit)) ? visit.to.below(visit.to.page(visit.path), 'add') : undefined;

interface AddLinkProps {
  readonly href: string | undefined;
  readonly type: KindDescription['type'];
}

/** The way to the form that adds a record; nothing for whoever may not. */
export function AddLink({ href, type }: AddLinkProps) {
  const { t } = useRequestContext();
  if (href === undefined) return null;
  return (
    <p class="row record-actions">
      <a href={href}>{t.recordForm.add[type]}</a>
    </p>
  );
}

type List = 'albums' | 'releases' | 'productions' | 'artists' | 'labels';

/** In the head of a list, for whoever may edit: the way to add a disc, and what stands in it twice. */
export function EditorWays({ list }: { readonly list: List }) {
  const { t, to } = useRequestContext();
  const kind = duplicatesOf[list];
  if (!kind) return null;
  return (
    <p class="row record-actions">
      {kind === 'releases' && <AddADisc />}
      <a href={to.duplicates(kind === 'releases' ? {} : { kind })}>{t.duplicates.toPage}</a>
      {kind === 'releases' && <a href={to.unreviewed()}>{t.unreviewed.title}</a>}
    </p>
  );
}

/** Whose pairs are looked for; albums are the same where their releases are. */
const duplicatesOf: Readonly<Partial<Record<List, 'releases' | 'artists' | 'labels'>>> = {
  albums: 'releases',
  releases: 'releases',
  artists: 'artists',
  labels: 'labels',
};

/** The way to the form that adds a release. */
export function AddADisc({ isButton = false }: { readonly isButton?: boolean }) {
  const { t, to } = useRequestContext();
  return (
    <a class={isButton ? 'button first' : undefined} href={to.addRelease()}>
      {t.releaseForm.add.title}
    </a>
  );
}
