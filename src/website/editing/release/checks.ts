import type { RequestContext } from '../../http/request-context';
import type { FieldError } from '../error-summary';
import { isNames } from '../kinds/inputs';
import type { Draft } from './draft';
import { fieldAt, type NamesAsIds, type ResolvedNames } from './names-of-draft';
import { fieldsOf, listNames } from './release-schema';
import { newlyOdd } from './tracks/track-preview';

type Checked = Pick<RequestContext, 't' | 'format'>;

/** Checks without the API. */
export function checkDraft(visit: Checked, draft: Draft, base: Draft, takesOdd: boolean): FieldError[] {
  const { wrong } = visit.t.releaseForm;
  const { texts, lists } = draft;
  const dates = [
    { field: 'release_date', date: texts.release_date, at: undefined },
    ...lists.events.map(({ eventDate }, index) => ({ field: 'eventDate', date: eventDate, at: String(index) })),
  ];
  return [
    ...(texts.title === '' ? [fieldError(visit, 'title', undefined, wrong.required)] : []),
    ...(texts.barcode === base.texts.barcode || isBarcodeText(texts.barcode)
      ? []
      : [fieldError(visit, 'barcode', undefined, wrong.barcode)]),
    ...dates.flatMap(({ field, date, at: place }) => {
      const sentence = wrongDate(date, wrong);
      return sentence === undefined ? [] : [fieldError(visit, field, place, sentence)];
    }),
    ...lists.discs.flatMap((disc, index) =>
      /^[1-9]\d{0,4}$/.test(disc.quantity) ? [] : [fieldError(visit, 'quantity', String(index), wrong.quantity)],
    ),
    ...(takesOdd ? refusedLines(visit, draft, base) : oddLists(visit, draft, base)),
    ...unnamed(visit, draft),
  ];
}

export const fieldError = (visit: Checked, field: string, place: string | undefined, message: string): FieldError => ({
  field,
  at: place,
  what: whatOf(visit, field),
  message,
});

export function whatOf({ t }: Checked, field: string): string {
  const what = (t.releaseForm.what as Readonly<Record<string, unknown>>)[field];
  return typeof what === 'string' ? what : field;
}

/** Empty is valid. */
export const isBarcodeText = (text: string): boolean => text === '' || /^(?:\d[\s.-]*){1,24}$/.test(text);

export function wrongDate(date: string, words: RequestContext['t']['releaseForm']['wrong']): string | undefined {
  if (date === '' || /^\d{4}(?:-\d\d(?:-\d\d)?)?$/.test(date)) return undefined;
  const [, year, month = ''] = /^(\d{4})-(\d)$/.exec(date) ?? [];
  return year === undefined ? words.date : words.month(`${year}-${month.padStart(2, '0')}`);
}

/** Only newly suspicious lines. */
const oddLists = (visit: Checked, draft: Draft, base: Draft): FieldError[] => oddIn(visit, draft, base, () => true);

const refusedLines = (visit: Checked, draft: Draft, base: Draft): FieldError[] => oddIn(visit, draft, base, ({ isTaken }) => !isTaken);

function oddIn(visit: Checked, { lists }: Draft, base: Draft, isWrong: (line: { readonly isTaken: boolean }) => boolean): FieldError[] {
  const { wrong } = visit.t.releaseForm;
  return lists.discs.flatMap(({ disc, tracks }, index) => {
    const former = base.lists.discs.find((one) => disc !== '' && one.disc === disc)?.tracks ?? '';
    const odd = newlyOdd(tracks, former).filter(isWrong);
    return odd.length === 0 ? [] : [fieldError(visit, 'tracks', String(index), wrong.odd(...visit.format.counted(odd.length)))];
  });
}

/** Rows without a required field. */
function unnamed(visit: Checked, { lists }: Draft): FieldError[] {
  const { wrong } = visit.t.releaseForm;
  return listNames.flatMap((list) =>
    (lists[list] as readonly Readonly<Record<string, string>>[]).flatMap((row, index) =>
      fieldsOf(list)
        .filter(({ name, isRequired }) => isRequired && row[name] === '')
        .map(({ name, input }) => fieldError(visit, name, String(index), isNames(input) ? wrong.whose : wrong.required)),
    ),
  );
}

/** Ambiguous names and unknown roles. */
export function checkNames(visit: Checked, draft: Draft, base: Draft, names: ResolvedNames, roles: NamesAsIds['roles']): FieldError[] {
  const { wrong } = visit.t.releaseForm;
  const known = new Set([...roles.keys(), ...base.lists.credits.map(({ role }) => role), '']);
  return [
    ...[...names].flatMap(([place, { state }]) => {
      const { field, at: row } = fieldAt(place);
      return state === 'several' ? [fieldError(visit, field, row, wrong.several)] : [];
    }),
    ...draft.lists.credits.flatMap(({ role }, index) => (known.has(role) ? [] : [fieldError(visit, 'role', String(index), wrong.role)])),
  ];
}
