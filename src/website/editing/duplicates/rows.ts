import type { Visit } from '../../http/request-context';
import { formatWords } from '../../ui/format-words';
import type { Compared } from './read';

type Field = keyof Visit['t']['duplicates']['fields'];

/** What two records say of one field, in words. */
export interface ComparedRow {
  readonly field: Field;
  readonly one: string;
  readonly other: string;
}

/** What two records say, field by field, where either says anything. */
export function rowsOf(one: Compared, other: Compared, visit: Visit): ComparedRow[] {
  const [left, right] = [fieldsOf(one, visit), fieldsOf(other, visit)];
  return left.flatMap(([field, text], index): ComparedRow[] => {
    const row = { field, one: text ?? '', other: right[index]?.[1] ?? '' };
    return row.one === '' && row.other === '' ? [] : [row];
  });
}

/** The fields that one lacks and another has: they are filled where both become one. */
export const lackingIn = (rows: readonly ComparedRow[], side: 'one' | 'other'): Field[] =>
  rows.filter((row) => row[side] === '').map(({ field }) => field);

/** What tells two pressings apart, where both say it and not the same; a title or a date may be told in more words or in fewer. */
const telling: readonly Field[] = ['number', 'barcode', 'country', 'formats'];

export const isToldApart = (rows: readonly ComparedRow[]): boolean =>
  rows.some(({ field, one, other }) => telling.includes(field) && one !== '' && other !== '' && one !== other);

function fieldsOf(compared: Compared, visit: Visit): readonly (readonly [Field, string | null])[] {
  const { t, format } = visit;
  const day = (date: string | null) => date && format.date(date);
  const country = (code: string | null) => code && format.country(code);
  if (compared.kind === 'labels') {
    const { name, country: code, begin_date, end_date, release_count: count } = compared.record.attributes;
    const releases = count === 0 ? null : t.words.releases(...format.counted(count));
    return [
      ['name', name],
      ['country', country(code)],
      ['born', day(begin_date)],
      ['died', day(end_date)],
      ['releases', releases],
    ];
  }
  if (compared.kind === 'artists') {
    const { name, _type, real_name, country: code, begin_date, end_date, disambiguation } = compared.record.attributes;
    return [
      ['name', name],
      ['type', t.words.artistTypes[_type]],
      ['realName', real_name],
      ['country', country(code)],
      ['born', day(begin_date)],
      ['died', day(end_date)],
      ['disambiguation', disambiguation],
    ];
  }
  const { title, artist_credit, release_date, country: code, labels, track_count: tracks, barcode } = compared.record.attributes;
  return [
    ['title', title],
    ['artist', artist_credit],
    ['date', day(release_date)],
    ['country', country(code)],
    ['number', labels.map(({ name, catalog_number }) => [name, catalog_number].filter(Boolean).join(' ')).join(', ')],
    [
      'formats',
      formatWords(
        compared.formats.map(({ attributes }) => attributes),
        visit,
      ),
    ],
    ['tracks', tracks === 0 ? null : t.words.tracks(...format.counted(tracks))],
    ['barcode', barcode],
  ];
}
