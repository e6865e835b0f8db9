import { formatTypes } from '../../../../catalog/vocabularies/vocabularies';
import { useRequestContext } from '../../../http/request-context';
import { Section } from '../../../ui/section';
import { errorFor } from '../../error-summary';
import { AreaField, ChoiceField, LineField } from '../../fields';
import { LockedField } from '../../locked-field';
import type { FormState } from '../form-state';
import type { Row } from '../release-schema';
import { TrackPreview } from './track-preview';

const empty: Row<'discs'> = { disc: '', format: 'cd', quantity: '1', discTitle: '', discText: '', descriptions: '', tracks: '' };

/** Discs with their track lists as text, beside a preview. */
export function DiscPart({ state }: { readonly state: FormState }) {
  const { t, to } = useRequestContext();
  const words = t.releaseForm;
  const { draft, edited, more, isOdd } = state;
  const { discs } = draft.lists;
  const last = discs.at(-1);
  const rows = discs.length === 0 || more === 'discs' ? [...discs, last ? { ...empty, format: last.format } : empty] : discs;
  const [title, aside] = words.parts.tracks;
  const action = `${to.editRelease(edited.release.attributes)}#tracks`;
  return (
    <Section id="tracks" title={title} aside={aside}>
      {rows.map((row, index) => (
        <Disc key={index} row={row} index={index} isOnly={rows.length === 1} state={state} action={action} />
      ))}
      <LockedField name="formats" locks={edited.locks} />
      <br />
      {isOdd && (
        <label class="check">
          <input type="checkbox" name="takeOdd" /> <span>{words.understood.takeOdd}</span>
        </label>
      )}
      <p class="row">
        <button type="submit" name="more" value="discs" formAction={action} formNoValidate>
          {words.anotherDisc}
        </button>
      </p>
    </Section>
  );
}

interface DiscProps {
  readonly row: Row<'discs'>;
  readonly index: number;
  readonly isOnly: boolean;
  readonly state: FormState;
  readonly action: string;
}

function Disc({ row, index, isOnly, state: { fieldErrors, base }, action }: DiscProps) {
  const { t, format } = useRequestContext();
  const words = t.releaseForm;
  const at = String(index);
  const former = base.lists.discs.find(({ disc }) => disc !== '' && disc === row.disc)?.tracks;
  const problem = (name: string) => errorFor(fieldErrors, name, at);
  return (
    <div class="two disc-form">
      <fieldset class="form">
        <legend class={isOnly ? 'hidden' : undefined}>{words.disc(format.number(index + 1))}</legend>
        <input type="hidden" name="disc" value={row.disc} />
        <div class="rows">
          <div>
            <ChoiceField
              name="format"
              at={at}
              label={words.format}
              value={row.format}
              problem={problem('format')}
              options={formatTypes.words.map((word) => [word, t.words.formatTypes[word]] as const)}
            />
            <LineField
              name="quantity"
              at={at}
              label={words.quantity}
              type="number"
              min={1}
              value={row.quantity}
              problem={problem('quantity')}
            />
          </div>
        </div>
        <AreaField
          name="tracks"
          at={at}
          label={words.tracks}
          rows={Math.min(30, Math.max(6, row.tracks.split('\n').length + 1))}
          spellcheck={false}
          data-preview={`understood-${index}`}
          data-from={useRequestContext().to.understoodTracks()}
          problem={problem('tracks')}
          hint={words.tracksHelp}
        >
          {row.tracks}
        </AreaField>
        <button type="submit" name="look" value={at} formAction={action} formNoValidate>
          {words.look}
        </button>
        <FurtherOfDisc row={row} at={at} isOnly={isOnly} problem={problem} />
      </fieldset>
      <div id={`understood-${index}`} aria-live="polite">
        <TrackPreview text={row.tracks} former={former} />
      </div>
    </div>
  );
}

interface FurtherOfDiscProps {
  readonly row: Row<'discs'>;
  readonly at: string;
  readonly isOnly: boolean;
  readonly problem: (name: string) => string | undefined;
}

function FurtherOfDisc({ row, at, isOnly, problem }: FurtherOfDiscProps) {
  const { t } = useRequestContext();
  const words = t.releaseForm;
  const names = ['discTitle', 'discText', 'descriptions'] as const;
  return (
    <details open={names.some((name) => problem(name) !== undefined)}>
      <summary>{words.moreOfDisc}</summary>
      <div class="form">
        <LineField name="discTitle" at={at} label={words.discTitle} value={row.discTitle} problem={problem('discTitle')} />
        <LineField name="discText" at={at} label={words.discText} value={row.discText} problem={problem('discText')} />
        <AreaField name="descriptions" at={at} label={words.descriptions} rows={2} problem={problem('descriptions')}>
          {row.descriptions}
        </AreaField>
        {!isOnly && (
          <label class="check">
            <input type="checkbox" name="away" value={at} /> <span>{words.away}</span>
          </label>
        )}
      </div>
    </details>
  );
}
