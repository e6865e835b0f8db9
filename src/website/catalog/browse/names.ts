import type { initials } from '../../../api/schema/initials';
import { artists } from '../../../catalog/artists';
import { labels } from '../../../catalog/labels';
import { organizations } from '../../../catalog/organizations';
import { productions } from '../../../catalog/productions';
import { franchises } from '../../../catalog/productions/franchises';
import { fold } from '../../../store/values/folding';
import { unlessMissing, uuidOfIri } from '../../api/client';
import type { RequestContext } from '../../http/request-context';
import { displayName, roleText, termText } from '../../ui/credits';
import type { Browsable, BrowsedFacet, BrowsedList, ListName } from './browsed-list';
import type { BrowseSelection, Chosen } from './selection';

export function nameOfValue({ t, format }: RequestContext, facet: BrowsedFacet, value: string, named: string = value): string {
  switch (facet.values) {
    case 'decades':
      return /^\d{1,4}$/.test(value) ? t.words.decade({ decade: Number(value) }) : value;
    case 'countries':
      return format.country(value.toUpperCase());
    case 'named':
      return named === value ? spoken(value) : displayName(t, named);
    case 'roles':
      return named === value ? wordOf(t.words.roles, value) : roleText(t, value, named);
    case 'words':
      return termText(t, value);
    case 'trackVersions':
      return spoken(wordOf(t.words.trackVersions, value));
    case 'holdings':
      return wordOf(t.browse.holdings, value);
    default:
      return wordOf(t.words[facet.values], value);
  }
}

/** Filters by record, with the attribute of the name. */
const records = {
  label: { kind: labels, name: 'name' },
  composer: { kind: artists, name: 'display_name' },
  director: { kind: artists, name: 'display_name' },
  artist: { kind: artists, name: 'display_name' },
  production: { kind: productions, name: 'title' },
  organization: { kind: organizations, name: 'name' },
  franchise: { kind: franchises, name: 'name' },
} as const;

type RecordFilter = keyof typeof records;

const leadsToRecord = (name: string): name is RecordFilter => Object.hasOwn(records, name);

export async function readBrowsedNames(
  context: RequestContext,
  selection: BrowseSelection,
): Promise<(chosen: Chosen) => string | undefined> {
  const filters = [...new Set(selection.chosen.map(({ name }) => name))].filter(leadsToRecord);
  const found = await Promise.all(filters.map(async (name) => [name, await namesOf(context, name, selection.valuesOf(name))] as const));
  const names = new Map(found);
  return ({ name, value }) => (leadsToRecord(name) ? names.get(name)?.get(uuidOfIri(value).toLowerCase()) : undefined);
}

/** By UUID; that of a merged record has the name of its target. The list rejects invalid ids. */
async function namesOf({ api }: RequestContext, name: RecordFilter, values: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const ids = values.map((value) => uuidOfIri(value).toLowerCase()).filter((id) => /^[\da-f-]{36}$/.test(id));
  if (ids.length === 0) return new Map();
  const { kind, name: called } = records[name];
  const fields = { [`fields[${kind.type}]`]: `_id,${called}` };
  const nameOf = ({ attributes }: { readonly attributes: object }) => (attributes as Readonly<Record<string, string>>)[called] ?? '';
  const { data } = await api.list(kind as Browsable, { id: ids, ...fields });
  const names = new Map(data.map((one) => [uuidOfIri(one.id), nameOf(one)]));
  for (const id of ids.filter((one) => !names.has(one))) {
    const target = await unlessMissing(api.single(kind as Browsable, id, fields));
    if (target) names.set(id, nameOf(target.data));
  }
  return names;
}

export function nameOfChosen(
  context: RequestContext,
  list: BrowsedList<Browsable>,
  { name, value }: Chosen,
  named: string | undefined,
): string {
  const { t, format } = context;
  const facet = list.facets.find((one) => one.name === name);
  if (facet) return nameOfValue(context, facet, value, named);
  if (name === 'type') return wordOf(t.browse.productionTypes, value);
  if (name === 'anniversary') return t.browse.anniversary({ year: value });
  if (name === 'birthday') return t.browse.birthday({ day: dayOf(value, context) });
  if (name === 'birthdayTo') return t.browse.birthdayTo({ day: dayOf(value, context) });
  if (name === 'fictional') return value === 'true' ? t.fields.fictional : t.browse.real;
  if (name === 'nomination') return t.browse.nominated({ award: wordOf(t.words.awards, value) });
  if (name === 'series') return t.browse.oneSeries;
  if (name === 'initial') return nameOfInitial(context, value);
  if (name === 'seriesName') return value;
  return named ?? (/^\d+$/.test(value) ? format.date(value.padStart(4, '0')) : value);
}

/** As the API has it for stored names. */
export function initialOf(name: string): (typeof initials)[number] {
  const [first = ''] = fold(name).trim();
  if (/\p{Nd}/u.test(first)) return '0-9';
  return /[a-z]/.test(first) ? (first as 'a') : 'other';
}

/** `A`, `0–9`, `Others` */
export const nameOfInitial = ({ t }: RequestContext, initial: string): string =>
  initial === 'other' ? t.browse.others : initial.toUpperCase().replace('-', '–');

/** `83 labels` */
export function countedIn({ t, format }: RequestContext, list: ListName, count: number): string {
  const { organizations, franchises, works, roles } = t.records;
  const own = { organizations: organizations.count, franchises: franchises.count, works: works.count, roles: roles.count };
  return { ...t.words, ...own }[list]({ count: format.counted(count) });
}

function dayOf(written: string, { format }: RequestContext): string {
  const [, month, day] = /^(\d\d)-(\d\d)$/.exec(written) ?? [];
  return month === undefined || day === undefined ? written : format.monthDay(Number(month), Number(day));
}

const wordOf = (words: Readonly<Record<string, string>>, value: string): string =>
  Object.hasOwn(words, value) ? (words[value] as string) : spoken(value);

/** A word of the API or a slug as readable text. */
const spoken = (value: string): string => {
  const text = value.replace(/[-_]/g, ' ');
  return text.charAt(0).toUpperCase() + text.slice(1);
};
