import { releaseSources, type UpdateSource } from '../../config';
import { mayEdit } from '../api/server-meta';
import { type RequestContext, useRequestContext } from '../http/request-context';

/** Undefined without editing rights. */
export const editLinkOf = (context: RequestContext): string | undefined =>
  mayEdit(context) ? context.to.below(context.to.page(context.path), 'edit') : undefined;

/** Undefined without editing rights, and where the sources of the kind are off. */
export function updateLinkOf(context: RequestContext, from: readonly UpdateSource[] = releaseSources): string | undefined {
  const { onlineSources } = context.server();
  return mayEdit(context) && from.some((source) => onlineSources.includes(source))
    ? context.to.below(context.to.page(context.path), 'update')
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
export const addLinkOf = (context: RequestContext): string | undefined =>
  mayEdit(context) ? context.to.below(context.to.page(context.path), 'add') : undefined;

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

type List = keyof typeof duplicatesOf;

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
const duplicatesOf = {
  albums: 'releases',
  releases: 'releases',
  artists: 'artists',
  labels: 'labels',
  productions: 'productions',
} as const;

export const hasDuplicates = (list: string): list is List => Object.hasOwn(duplicatesOf, list);

export function AddADisc({ isButton = false }: { readonly isButton?: boolean }) {
  const { t, to } = useRequestContext();
  return (
    <a class={isButton ? 'button first' : undefined} href={to.addRelease()}>
      {t.releaseForm.add.title}
    </a>
  );
}
