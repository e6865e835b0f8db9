import type { ComponentChildren } from 'preact';
import type { releases } from '../../../catalog/releases';
import type { Item } from '../../api/client';
import type { Page } from '../../http/page';
import { type RequestContext, useRequestContext } from '../../http/request-context';
import { CatalogText, shortTitle } from '../../ui/catalog-text';
import { formatWords } from '../../ui/format-words';
import { CoverField } from '../../ui/pictures';
import { Section } from '../../ui/section';
import { EditForm, EditNote } from '../edit-form';
import { ErrorSummary, errorFor } from '../error-summary';
import { AreaField, ChoiceField } from '../fields';
import { LockedField } from '../locked-field';
import { packDraft } from '../packed-draft';
import { type FormState, readOptions } from './form-state';
import { fieldAt } from './names-of-draft';
import { type PendingCover, PendingCoverField } from './pending-cover';
import { PrintedPart } from './printed-part';
import type { EditedRelease } from './read-edited';
import { ReleaseRows, TextField } from './release-rows';
import { fieldsOf } from './release-schema';
import { CreditsPart, NumbersPart, ProductionsPart } from './row-parts';
import { DiscPart } from './tracks/disc-part';

const lists = ['companies', 'printedSeries', 'identifiers', 'events'] as const;

const fields = new Set<string>([
  ...['notes', 'genres', 'styles', 'slug', 'series'],
  ...lists.flatMap((list) => fieldsOf(list).map(({ name }) => name)),
]);

/** Rare fields, folded unless they have errors. */
function FurtherPart({ state }: { readonly state: FormState }) {
  const { t, to } = useRequestContext();
  const words = t.releaseForm;
  const { draft, fieldErrors, options, edited, more, names } = state;
  const { attributes } = edited.release;
  const [title, aside] = words.parts.more;
  const isWrong = fieldErrors.some(({ field }) => fields.has(field));
  const isAsked = names && [...names].some(([place, { state }]) => fieldAt(place).field === 'company' && state === 'several');
  const isMore = lists.some((list) => list === more);
  return (
    <Section id="more" title={title} aside={aside}>
      <details open={isWrong || isMore || isAsked}>
        <summary>{summaryOf(state, words)}</summary>
        <div class="form grid">
          <AreaField name="genres" label={words.genres} rows={3} problem={errorFor(fieldErrors, 'genres')}>
            {draft.texts.genres}
          </AreaField>
          <AreaField name="styles" label={words.styles} rows={3} problem={errorFor(fieldErrors, 'styles')}>
            {draft.texts.styles}
          </AreaField>
          <Locks state={state} names={['genres', 'styles']} />
          {options.series.length > 0 && (
            <ChoiceField
              name="series"
              label={words.series}
              value={draft.texts.series}
              options={options.series}
              problem={errorFor(fieldErrors, 'series')}
              mayBeEmpty
              isWide
            />
          )}
        </div>
        {lists.map((list) => (
          <ReleaseRows key={list} list={list} part="more" state={state} />
        ))}
        <div class="form grid">
          <AreaField name="notes" label={words.notes} rows={4} problem={errorFor(fieldErrors, 'notes')} isWide>
            {draft.texts.notes}
          </AreaField>
          <Locks state={state} names={['notes']} />
          <TextField name="slug" label={words.slug} hint={words.slugHelp} state={state} isWide />
          <Locks state={state} names={['slug']} />
        </div>
        <p class="row">
          <a href={to.mergeRelease(attributes)}>{words.merge.link}</a>
          <a class="danger" href={to.deleteRelease(attributes)}>
            {words.remove.link}
          </a>
        </p>
      </details>
    </Section>
  );
}

const Locks = ({
  state,
  names,
}: {
  readonly state: FormState;
  readonly names: readonly ('genres' | 'styles' | 'notes' | 'slug')[];
}): ComponentChildren =>
  names.map((name) => <LockedField key={name} name={name} locks={state.edited.locks} what={useRequestContext().t.releaseForm[name]} />);

const summaryOf = ({ options }: FormState, words: ReturnType<typeof useRequestContext>['t']['releaseForm']): string =>
  [
    words.genres.split(',')[0],
    words.styles.split(',')[0],
    ...(options.series.length > 0 ? [words.series] : []),
    words.fields.companies,
    words.fields.identifiers,
    words.notes,
    words.slug,
    words.parts.gone[1],
  ].join(' · ');

type Shown = Omit<FormState, 'options' | 'fieldErrors' | 'all'> & Partial<Pick<FormState, 'fieldErrors' | 'all'>>;

export async function editPage(visit: RequestContext, shown: Shown): Promise<Page> {
  const state = { fieldErrors: [], all: [], ...shown, options: await readOptions(visit.api, shown.edited) };
  const { title, year } = shown.edited.release.attributes;
  return {
    title: visit.t.releaseForm.correctTitle(title),
    year,
    current: 'releases',
    body: <EditPage state={state} />,
  };
}

function EditPage({ state }: { readonly state: FormState }) {
  const { t } = useRequestContext();
  const said = [state.said, state.hasLostCover && t.releaseForm.partly.coverAgain].filter(Boolean).join(' ');
  return (
    <>
      <div class="head">
        <Over edited={state.edited} />
        <h1>{state.edited.isOwn ? t.releaseForm.complete : t.releaseForm.correct}</h1>
        <p>{t.editing.lead}</p>
      </div>
      <ErrorSummary fieldErrors={state.fieldErrors} all={state.all} />
      {said !== '' && (
        <div class="once" role="status">
          {said}
        </div>
      )}
      <ReleaseForm state={state} />
    </>
  );
}

/** Title, link and edition. */
export function Over({ edited: { release, discs } }: { readonly edited: EditedRelease }) {
  const visit = useRequestContext();
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

function ReleaseForm({ state }: { readonly state: FormState }) {
  const { t, to, now } = useRequestContext();
  const { attributes } = state.edited.release;
  return (
    <EditForm tag={state.tag} action={to.editRelease(attributes)} enctype="multipart/form-data">
      <input type="hidden" name="base" value={packDraft(state.base)} />
      <input type="hidden" name="since" value={now.toISOString()} />
      <PrintedPart state={state} />
      <NumbersPart state={state} />
      <DiscPart state={state} />
      <CreditsPart state={state} />
      <ProductionsPart state={state} />
      <FurtherPart state={state} />
      <CoverPart release={attributes} kept={state.cover} />
      <EditNote
        note={state.note}
        placeholder={t.releaseForm.whyExample}
        back={to.release(attributes)}
        history={to.historyOf(to.release(attributes))}
      />
    </EditForm>
  );
}

interface CoverPartProps {
  readonly release: Item<typeof releases>['attributes'];
  /** An image chosen before. */
  readonly kept: PendingCover | undefined;
}

function CoverPart({ release, kept }: CoverPartProps) {
  const { t } = useRequestContext();
  return (
    <Section id="cover" title={t.records.cover.title}>
      <div class="form wider">
        <CoverField of={release} />
        <PendingCoverField cover={kept} />
        {release.cover && (
          <label class="check">
            <input type="checkbox" name="uncover" /> <span>{t.releaseForm.uncover}</span>
          </label>
        )}
      </div>
    </Section>
  );
}
