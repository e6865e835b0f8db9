import type { Visit } from '../../http/request-context';
import type { Wrong } from '../error-summary';
import type { Draft, ListName } from './draft';
import type { NamesAsIds, ResolvedNames } from './names-of-draft';
import { newlyOdd } from './tracks/track-list-warnings';

type Checked = Pick<Visit, 't' | 'format'>;

/** What can be told of a draft without asking the API. */
export function checkDraft(visit: Checked, draft: Draft, base: Draft, takesOdd: boolean): Wrong[] {
  const { wrong } = visit.t.releaseForm;
  const { texts, lists } = draft;
  const dates = [
    { field: 'release_date', date: texts.release_date, at: undefined },
    ...lists.events.map(({ eventDate }, index) => ({ field: 'eventDate', date: eventDate, at: String(index) })),
  ];
  return [
    ...(texts.title === '' ? [at(visit, 'title', undefined, wrong.required)] : []),
    ...(isNoBarcode(texts.barcode, base.texts.barcode) ? [at(visit, 'barcode', undefined, wrong.barcode)] : []),
    ...dates.flatMap(({ field, date, at: place }) => {
      const sentence = wrongDate(date, wrong);
      return sentence === undefined ? [] : [at(visit, field, place, sentence)];
    }),
    ...lists.discs.flatMap((disc, index) =>
      /^[1-9]\d{0,4}$/.test(disc.quantity) ? [] : [at(visit, 'quantity', String(index), wrong.quantity)],
    ),
    ...(takesOdd ? refusedLines(visit, draft, base) : oddLists(visit, draft, base)),
    ...unnamed(visit, draft),
  ];
}

/** A field that is wrong, with what the summary calls it. */
export function at({ t }: Checked, field: string, place: string | undefined, message: string): Wrong {
  const known: Readonly<Record<string, unknown>> = t.releaseForm.what;
  const what = known[field];
  return { field, at: place, what: typeof what === 'string' ? what : field, message };
}

/** What an import brought may stay as it is. */
const isNoBarcode = (text: string, former: string): boolean => text !== former && text !== '' && !/^(?:\d[\s.-]*){1,24}$/.test(text);

function wrongDate(date: string, words: Visit['t']['releaseForm']['wrong']): string | undefined {
  if (date === '' || /^\d{4}(?:-\d\d(?:-\d\d)?)?$/.test(date)) return undefined;
  const [, year, month = ''] = /^(\d{4})-(\d)$/.exec(date) ?? [];
  return year === undefined ? words.date : words.month(`${year}-${month.padStart(2, '0')}`);
}

/** The lists with lines that are odd, and were not there before. */
const oddLists = (visit: Checked, draft: Draft, base: Draft): Wrong[] => oddIn(visit, draft, base, () => true);

/** Those with lines that cannot be taken at all. */
const refusedLines = (visit: Checked, draft: Draft, base: Draft): Wrong[] => oddIn(visit, draft, base, ({ isTaken }) => !isTaken);

function oddIn(visit: Checked, { lists }: Draft, base: Draft, isWrong: (line: { readonly isTaken: boolean }) => boolean): Wrong[] {
  const { wrong } = visit.t.releaseForm;
  return lists.discs.flatMap(({ disc, tracks }, index) => {
    const former = base.lists.discs.find((one) => disc !== '' && one.disc === disc)?.tracks ?? '';
    const odd = newlyOdd(tracks, former).filter(isWrong);
    return odd.length === 0 ? [] : [at(visit, 'tracks', String(index), wrong.odd(...visit.format.counted(odd.length)))];
  });
}

/** What every row of a list needs: without it, the others of its fields say nothing. */
const needed: Readonly<Partial<Record<ListName, readonly string[]>>> = {
  credits: ['who'],
  companies: ['company'],
  printedSeries: ['seriesName'],
  identifiers: ['identifierType', 'identifier'],
};

function unnamed(visit: Checked, { lists }: Draft): Wrong[] {
  const { wrong } = visit.t.releaseForm;
  return Object.entries(needed).flatMap(([list, fields]) =>
    (lists[list as ListName] as readonly Readonly<Record<string, string>>[]).flatMap((row, index) =>
      fields
        .filter((field) => row[field] === '')
        .map((field) => at(visit, field, String(index), field === 'who' || field === 'company' ? wrong.whose : wrong.required)),
    ),
  );
}

/** Names that several records have, and roles that there are not. */
export function checkNames(visit: Checked, draft: Draft, base: Draft, names: ResolvedNames, roles: NamesAsIds['roles']): Wrong[] {
  const { wrong } = visit.t.releaseForm;
  const known = new Set([...roles.keys(), ...base.lists.credits.map(({ role }) => role), '']);
  return [
    ...names.all
      .filter(([, , { state }]) => state === 'several')
      .map(([field, index]) => at(visit, field, field === 'album' ? undefined : String(index), wrong.several)),
    ...draft.lists.credits.flatMap(({ role }, index) => (known.has(role) ? [] : [at(visit, 'role', String(index), wrong.role)])),
  ];
}
