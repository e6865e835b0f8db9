import { useVisit } from '../http/request-context';

type List = 'albums' | 'releases' | 'productions' | 'artists' | 'labels';

/** In the head of a list, for whoever may edit: the way to add a disc, and what stands in it twice. */
export function EditorWays({ list }: { readonly list: List }) {
  const { t, to } = useVisit();
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
  const { t, to } = useVisit();
  return (
    <a class={isButton ? 'button first' : undefined} href={to.addRelease()}>
      {t.releaseForm.add.title}
    </a>
  );
}
