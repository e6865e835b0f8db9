import type { ComponentChildren } from 'preact';
import { useVisit } from '../../http/request-context';
import { Part } from '../../ui/section';
import { wrongAt } from '../error-summary';
import { AreaField, ChoiceField, LineField } from '../fields';
import { HeldByHand } from '../locked-field';
import type { FormState } from './form-state';
import { fieldAt } from './names-of-draft';
import { ReleaseRows } from './release-rows';
import { fieldsOf } from './release-schema';

const lists = ['companies', 'printedSeries', 'identifiers', 'events'] as const;

/** The fields that only this part has. */
const fields = new Set<string>([
  ...['notes', 'genres', 'styles', 'slug', 'series'],
  ...lists.flatMap((list) => fieldsOf(list).map(({ name }) => name)),
]);

/** What few releases have, folded until it is asked for, or something of it is wrong. */
export function FurtherPart({ state }: { readonly state: FormState }) {
  const { t, to } = useVisit();
  const words = t.releaseForm;
  const { draft, wrongs, options, edited, more, names } = state;
  const { attributes } = edited.release;
  const [title, aside] = words.parts.more;
  const isWrong = wrongs.some(({ field }) => fields.has(field));
  const isAsked = names && [...names].some(([place, { state }]) => fieldAt(place).field === 'company' && state === 'several');
  const isMore = lists.some((list) => list === more);
  return (
    <Part id="more" title={title} aside={aside}>
      <details open={isWrong || isMore || isAsked}>
        <summary>{summaryOf(state, words)}</summary>
        <div class="form grid">
          <AreaField name="genres" label={words.genres} rows={3} problem={wrongAt(wrongs, 'genres')}>
            {draft.texts.genres}
          </AreaField>
          <AreaField name="styles" label={words.styles} rows={3} problem={wrongAt(wrongs, 'styles')}>
            {draft.texts.styles}
          </AreaField>
          <Held state={state} names={['genres', 'styles']} />
          {options.series.length > 0 && (
            <ChoiceField
              name="series"
              label={words.series}
              value={draft.texts.series}
              options={options.series}
              problem={wrongAt(wrongs, 'series')}
              mayBeEmpty
              isWide
            />
          )}
        </div>
        {lists.map((list) => (
          <ReleaseRows key={list} list={list} part="more" state={state} />
        ))}
        <div class="form grid">
          <AreaField name="notes" label={words.notes} rows={4} problem={wrongAt(wrongs, 'notes')} isWide>
            {draft.texts.notes}
          </AreaField>
          <Held state={state} names={['notes']} />
          <LineField
            name="slug"
            label={words.slug}
            value={draft.texts.slug}
            hint={words.slugHelp}
            problem={wrongAt(wrongs, 'slug')}
            isWide
          />
          <Held state={state} names={['slug']} />
        </div>
        <p class="row">
          <a href={to.mergeRelease(attributes)}>{words.merge.link}</a>
          <a class="danger" href={to.deleteRelease(attributes)}>
            {words.remove.link}
          </a>
        </p>
      </details>
    </Part>
  );
}

const Held = ({
  state,
  names,
}: {
  readonly state: FormState;
  readonly names: readonly ('genres' | 'styles' | 'notes' | 'slug')[];
}): ComponentChildren =>
  names.map((name) => <HeldByHand key={name} name={name} held={state.edited.held} what={useVisit().t.releaseForm[name]} />);

/** What is in there. */
const summaryOf = ({ options }: FormState, words: ReturnType<typeof useVisit>['t']['releaseForm']): string =>
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
