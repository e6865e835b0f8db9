import { releaseSources, type UpdateSource } from '../../config';
import { mayEdit } from '../api/server-meta';
import { type RequestContext, useRequestContext } from '../http/request-context';

/** Undefined without editing rights. */
export const editLinkOf = (visit: RequestContext): string | undefined =>
  mayEdit(visit) ? visit.to.below(visit.to.page(visit.path), 'edit') : undefined;

/** Undefined without editing rights, and where the sources of the kind are off. */
export function updateLinkOf(visit: RequestContext, from: readonly UpdateSource[] = releaseSources): string | undefined {
  const { onlineSources } = visit.server();
  return mayEdit(visit) && from.some((source) => onlineSources.includes(source))
    ? visit.to.below(visit.to.page(visit.path), 'update')
    : undefined;
}

export function CorrectLink({ edit }: { readonly edit: string | undefined }) {
  const { t } = useRequestContext();
  if (edit === undefined) return null;
  return (
    <p class="row record-actions">
      <a href={edit}>{t.editing.correct}</a>
    </p>
  );
}

/** Undefined without editing rights. */
export const addLinkOf = (visit: RequestContext): string | undefined =>
  mayEdit(visit) ? visit.to.below(visit.to.page(visit.path), 'add') : undefined;

interface AddLinkProps {
  readonly href: string | undefined;
  readonly type: keyof RequestContext['t']['recordForm']['add'];
}

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

/** For editors: add a disc, and duplicates. */
export function EditorWays({ list }: { readonly list: List }) {
  const { t, to } = useRequestContext();
  const kind = duplicatesOf[list];
  return (
    <p class="row record-actions">
      {kind === 'releases' && <AddADisc />}
      <a href={to.duplicates(kind === 'releases' ? {} : { kind })}>{t.duplicates.toPage}</a>
      {kind === 'releases' && <a href={to.unreviewed()}>{t.unreviewed.title}</a>}
    </p>
  );
}

/** Duplicate albums are found by their releases. */
const duplicatesOf: Readonly<Record<List, 'releases' | 'artists' | 'labels' | 'productions'>> = {
  albums: 'releases',
  releases: 'releases',
  artists: 'artists',
  labels: 'labels',
  productions: 'productions',
};

export function AddADisc({ isButton = false }: { readonly isButton?: boolean }) {
  const { t, to } = useRequestContext();
  return (
    <a class={isButton ? 'button first' : undefined} href={to.addRelease()}>
      {t.releaseForm.add.title}
    </a>
  );
}
