import { readTrackList } from '../../../catalog/tracks/track-list';
import { formatTypes } from '../../../catalog/vocabularies/vocabularies';
import { useRequestContext } from '../../http/request-context';
import { Checkbox, Submit, SubmitRow } from '../../ui/form';
import { errorFor } from '../error-summary';
import { AreaField, LineField } from '../fields';
import { rowsIn } from '../form/draft';
import { fieldError, whatOf } from '../form/field-errors';
import { emptyRow, FormField } from '../form/form-field';
import { field, type ListSchema, line } from '../form/schema';
import type { FormState, Row } from '../form/types';
import { LockedField } from '../locked-field';
import { changedDiscs, labelOfConflict, mergeDiscs, pairedDiscs } from './disc-conflicts';
import { openDiscs } from './open-discs';
import { newlyOdd, TrackPreview } from './track-preview';

const format = field('format_type', { words: formatTypes.words, labels: (t) => t.words.formatTypes }, { name: 'format', initial: 'cd' });
const quantity = line('quantity', { initial: '1' });
const tracks = field('tracks', 'area');

/** Shown on request. */
const rare = [
  line('discTitle', { member: 'title' }),
  line('discText', { member: 'text' }),
  field('descriptionLines', 'lines', { name: 'descriptions', member: 'descriptions', height: 2 }),
];

/** Discs with their tracks as text: a list of the release form. */
export const discs: ListSchema = {
  name: 'discs',
  label: 'discs',
  attribute: 'formats',
  fields: [field('disc', 'hidden'), format, quantity, ...rare, tracks],
  identities: [['disc']],
  part: {
    open: openDiscs,
    dropped: (form) => new Set(form.all('away').map(Number)),
    render: (state) => <Discs state={state} />,
    merge: mergeDiscs,
    paired: pairedDiscs,
    labelOf: labelOfConflict,
    changedAlone: (...parameters) => changedDiscs([format, quantity, ...rare], ...parameters),
    check: (context, { draft, base }, form) => {
      const { wrong } = context.t.releaseForm;
      const takesOdd = form.has('takeOdd');
      const ofDiscs = rowsIn(draft, 'discs').flatMap((row, at) => {
        const odd = oddIn(row, rowsIn(base, 'discs')).filter(({ isTaken }) => !takesOdd || !isTaken);
        return [
          ...(/^[1-9]\d{0,4}$/.test(row.quantity ?? '') ? [] : [fieldError(context, quantity, at, wrong.quantity)]),
          ...(odd.length === 0 ? [] : [fieldError(context, tracks, at, wrong.odd({ count: context.format.counted(odd.length) }))]),
        ];
      });
      const former = new Set(rowsIn(base, 'credits').map(({ on }) => on));
      const ofCredits = rowsIn(draft, 'credits').flatMap(({ on = '' }, at) => {
        const unknown = former.has(on) ? undefined : unknownTrack(on, rowsIn(draft, 'discs'));
        return unknown === undefined ? [] : [fieldError(context, { name: 'on', label: 'on' }, at, wrong.noTrack({ track: unknown }))];
      });
      return [...ofDiscs, ...ofCredits];
    },
    fieldAt: (context, [disc, member, track]) => {
      const number = (index: string | undefined) => context.format.number(Number(index ?? 0) + 1);
      if (disc === undefined) return { field: 'tracks', at: '0', what: whatOf(context, 'tracks') };
      if (member === 'tracks')
        return { field: member, at: disc, what: context.t.releaseForm.track({ track: number(track), disc: number(disc) }), isNamed: true };
      const { name, label } = [quantity, ...rare].find((one) => one.member === member) ?? format;
      return { field: name, at: disc, what: whatOf(context, label) };
    },
  },
};

const withoutZeros = (number: string): string => number.toLowerCase().replace(/(?<!\d)0+(?=\d)/g, '');

/** The first track that "A1 to A4, 2-3" names and no disc has. Other texts, and letters where tracks have no number, are accepted. */
function unknownTrack(text: string, rows: readonly Row[]): string | undefined {
  const listed = rows.flatMap(({ tracks: list = '' }) => readTrackList(list).discs);
  const all = listed.flatMap((disc) => disc.tracks);
  const names = listed.flatMap((disc, index) =>
    disc.tracks.flatMap(({ number = '', parts }, at) => [
      ...[number, String(at + 1)].flatMap((name) => [name, `${index + 1}-${name}`, `${index + 1}.${name}`]),
      ...parts.flatMap((part, place) => [part.number ?? '', `${number || at + 1}${String.fromCharCode(97 + place)}`]),
    ]),
  );
  const known = new Set([...names, ...all.map((_, at) => String(at + 1))].map(withoutZeros));
  const isLettered = all.every(({ number }) => number !== undefined);
  const isUnknown = (name: string) =>
    /^[a-z]{0,3}\d+(?:[-.][a-z]{0,3}\d+)?[a-z]?$/.test(name) && (isLettered || /^\d/.test(name)) && !known.has(name);
  const named = text.split(/[,;&+/–—]|\s(?:to|and|bis|und|à|au|et)\s/i).map((one) => one.trim());
  return named.find((one) => {
    const name = withoutZeros(one.replace(/\s/g, ''));
    return all.length > 0 && isUnknown(name) && name.split('-').some(isUnknown);
  });
}

/** Only newly suspicious lines. */
const oddIn = ({ disc, tracks = '' }: Row, former: readonly Row[]) =>
  newlyOdd(tracks, former.find((one) => disc !== '' && one.disc === disc)?.tracks ?? '');

/** Each beside a preview. */
function Discs({ state }: { readonly state: FormState }) {
  const words = useRequestContext().t.releaseForm;
  const { draft, base, locks, more, fieldErrors, action } = state;
  const [all, former] = [rowsIn(draft, 'discs'), rowsIn(base, 'discs')];
  const last = all.at(-1);
  const isMore = all.length === 0 || more === 'discs';
  const rows = isMore ? [...all, { ...emptyRow(discs), ...(last && { format: last.format ?? '' }) }] : all;
  const mayStay = fieldErrors.length > 0 && all.some((row) => oddIn(row, former).some(({ isTaken }) => isTaken));
  return (
    <>
      {rows.map((row, index) => (
        <Disc key={index} row={row} index={index} isOnly={rows.length === 1} state={state} />
      ))}
      <LockedField name="formats" locks={locks} />
      <br />
      {mayStay && <Checkbox name="takeOdd" text={words.understood.takeOdd} />}
      <SubmitRow name="more" value="discs" formAction={`${action}#tracks`} formNoValidate text={words.anotherDisc} />
    </>
  );
}

interface DiscProps {
  readonly row: Row;
  readonly index: number;
  readonly isOnly: boolean;
  readonly state: FormState;
}

function Disc({ row, index, isOnly, state }: DiscProps) {
  const { t, format: formats, to } = useRequestContext();
  const words = t.releaseForm;
  const { fieldErrors, base, action } = state;
  const at = String(index);
  const { disc, quantity: count = '', tracks: text = '' } = row;
  const former = rowsIn(base, 'discs').find((one) => disc !== '' && one.disc === disc);
  const problem = (name: string) => errorFor(fieldErrors, name, at);
  const fieldProps = { texts: row, at, state };
  return (
    <div class="two disc-form">
      <fieldset class="form">
        <legend class={isOnly ? 'hidden' : undefined}>{words.disc({ number: formats.number(index + 1) })}</legend>
        <input type="hidden" name="disc" value={disc} />
        <div class="rows">
          <div>
            <FormField field={format} {...fieldProps} />
            <LineField
              name="quantity"
              at={at}
              label={t.fields.quantity}
              type="number"
              min={1}
              value={count}
              problem={problem('quantity')}
            />
          </div>
        </div>
        <AreaField
          name="tracks"
          at={at}
          label={t.fields.tracks}
          rows={Math.min(30, Math.max(6, text.split('\n').length + 1))}
          spellcheck={false}
          data-preview={`understood-${index}`}
          data-from={to.understoodTracks()}
          problem={problem('tracks')}
          hint={words.tracksHelp}
        >
          {text}
        </AreaField>
        <Submit name="look" value={at} formAction={`${action}#tracks`} formNoValidate text={words.look} />
        <details open={rare.some(({ name }) => problem(name) !== undefined || (row[name] ?? '') !== (former?.[name] ?? ''))}>
          <summary>{words.moreOfDisc}</summary>
          <div class="form">
            {rare.map((field) => (
              <FormField key={field.name} field={field} {...fieldProps} />
            ))}
            {!isOnly && <Checkbox name="away" value={at} text={words.away} />}
          </div>
        </details>
      </fieldset>
      <div id={`understood-${index}`} aria-live="polite">
        <TrackPreview text={text} former={former?.tracks} />
      </div>
    </div>
  );
}
