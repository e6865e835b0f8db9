import type { Page } from '../../http/page';
import { useVisit, type Visit } from '../../http/request-context';
import { CatalogText, shortTitle } from '../../ui/catalog-text';
import { formatWords } from '../../ui/format-words';
import { Refused } from '../error-summary';
import { ReleaseForm } from './form';
import type { FormState } from './form-state';
import { readOptions } from './options';
import type { EditedRelease } from './read-edited';

type Shown = Omit<FormState, 'options' | 'wrongs' | 'all'> & Partial<Pick<FormState, 'wrongs' | 'all'>>;

/** The page with the form of a release. */
export async function editPage(visit: Visit, shown: Shown): Promise<Page> {
  const state = { wrongs: [], all: [], ...shown, options: await readOptions(visit.api, shown.edited) };
  const { title, year } = shown.edited.release.attributes;
  return {
    title: visit.t.releaseForm.correctTitle(title),
    year,
    current: 'releases',
    body: <EditPage state={state} />,
  };
}

function EditPage({ state }: { readonly state: FormState }) {
  const { t } = useVisit();
  const said = [state.said, state.hasLostCover && t.releaseForm.partly.coverAgain].filter(Boolean).join(' ');
  return (
    <>
      <div class="head">
        <Over edited={state.edited} />
        <h1>{state.edited.isOwn ? t.releaseForm.complete : t.releaseForm.correct}</h1>
        <p>{t.editing.lead}</p>
      </div>
      <Refused wrongs={state.wrongs} all={state.all} />
      {said !== '' && (
        <div class="once" role="status">
          {said}
        </div>
      )}
      <ReleaseForm state={state} />
    </>
  );
}

/** Which release it is: its title, a link to it, and what tells it from other editions. */
export function Over({ edited: { release, discs } }: { readonly edited: EditedRelease }) {
  const visit = useVisit();
  const { title, year } = release.attributes;
  const format = formatWords(
    discs.map(({ attributes }) => attributes),
    visit,
  );
  return (
    <p class="over">
      <a href={visit.to.release(release.attributes)}>
        <CatalogText text={shortTitle(title)} />
      </a>
      {[format, year]
        .filter((part) => part)
        .map((part) => `, ${part}`)
        .join('')}
    </p>
  );
}
