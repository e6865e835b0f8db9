import { type RequestContext, useRequestContext } from '../../http/request-context';
import { conditionOptions, formatOptions, Select, statusOptions } from '../../ui/form';
import type { Filed } from '../statistics/summary';
import { askedFilters, askedOrder, type CopyFilter, copyOrders, listQuery } from './list-query';

/** How copies are found and ordered, and the ways to take the list along. */
export function ListBar({ isShelf }: { readonly isShelf: boolean }) {
  const { t, to, query } = useRequestContext();
  const words = t.collection;
  const order = askedOrder({ query }, copyOrders);
  return (
    <div class="bar">
      <form action={to.collection()}>
        <Carried without={['q']} />
        <label class="hidden" for="cq">
          {words.search}
        </label>
        <input id="cq" name="q" type="search" placeholder={words.searchPlaceholder} value={query.get('q') ?? ''} maxLength={200} />{' '}
        <button type="submit">{words.find}</button>
      </form>
      <form action={to.collection()}>
        <Carried without={['order']} />
        <label class="hidden" for="cs">
          {words.order}
        </label>
        <select id="cs" name="order">
          {Object.keys(copyOrders).map((name) => (
            <option key={name} value={name} selected={name === order}>
              {words.orders[name as keyof typeof copyOrders]}
            </option>
          ))}
        </select>{' '}
        <button type="submit">{words.sort}</button>
      </form>
      <span class="row">
        <a href={to.exportFile('collection', 'csv')}>CSV</a>
        <a href={to.exportFile('collection', 'json')}>JSON</a>
        {!isShelf && (
          <button type="button" data-print hidden>
            {words.print}
          </button>
        )}
      </span>
    </div>
  );
}

/** What the address says beside the fields of a form that is sent by it. The page is left out: another list has others. */
function Carried({ without }: { readonly without: readonly string[] }) {
  const { query } = useRequestContext();
  const carried = Object.entries(listQuery(query)).filter(([name]) => name !== 'page' && !without.includes(name));
  return (
    <>
      {carried.map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={String(value)} />
      ))}
    </>
  );
}

/** The filters that are chosen from lists, folded away until one of them holds. */
const chosen = ['folder', 'tag', 'condition', 'format', 'decade', 'place', 'status', 'rating', 'signed'] as const;

export function Filters({ filed }: { readonly filed: Filed }) {
  const visit = useRequestContext();
  const { t, to } = visit;
  const words = t.collection;
  const asked = askedFilters(visit);
  const offered = optionsOf(filed, visit);
  return (
    <details class="more">
      <summary>{words.filter}</summary>
      <form class="form filters" action={to.collection()}>
        <Carried without={chosen} />
        {chosen.map((name) =>
          offered[name].length === 0 && asked[name] === undefined ? null : (
            <Select key={name} name={name} label={words.filters[name]} value={asked[name]} options={offered[name]} none={words.all} />
          ),
        )}
        <p class="wide row">
          <button type="submit">{words.filter}</button>
        </p>
      </form>
    </details>
  );
}

type Options = readonly (readonly [string, string])[];

/** More would be a list that nobody reads; the search by words is beside it. */
const mostOffered = 300;

function optionsOf(filed: Filed, { t, format }: RequestContext): Readonly<Record<(typeof chosen)[number], Options>> {
  const texts = (all: readonly (string | null)[]): Options =>
    all
      .filter((text): text is string => text !== null && text !== '')
      .slice(0, mostOffered)
      .toSorted((a, b) => format.compare(a, b))
      .map((text) => [text, text]);
  return {
    folder: texts(filed.by_folder.map(({ folder }) => folder)),
    tag: texts(filed.by_tag.map(({ tag }) => tag)),
    place: texts(filed.by_storage_location.map(({ storage_location: place }) => place)),
    decade: filed.by_decade.flatMap(({ decade }) => (decade === null ? [] : [[String(decade), t.words.decade(decade)] as const])),
    condition: conditionOptions(t),
    format: formatOptions(t),
    status: statusOptions(t),
    rating: ['5', '4', '3', '2', '1'].map((rating) => [rating, rating]),
    signed: [
      ['true', t.collection.signed],
      ['false', t.collection.notSigned],
    ],
  };
}

/** The filters that hold, each a way to the list without it. */
export function AppliedFilters({ total }: { readonly total: number }) {
  const visit = useRequestContext();
  const { t, to, query, format } = visit;
  const asked = Object.entries(askedFilters(visit)) as [CopyFilter, string][];
  if (asked.length === 0) return null;
  const { page: _, ...kept } = listQuery(query);
  return (
    <div class="bar">
      <span class="chips">
        {asked.map(([name, value]) => (
          <a key={name} href={to.collection({ ...kept, [name]: undefined })}>
            {valueWords(name, value, visit)} <span aria-hidden="true">×</span>
            <span class="hidden">{t.collection.removeFilter}</span>
          </a>
        ))}
        <a class="plain" href={to.collection({ view: query.get('view') ?? undefined, order: query.get('order') ?? undefined })}>
          {t.collection.clearFilters}
        </a>
      </span>
      <span class="soft">{t.words.copies(...format.counted(total))}</span>
    </div>
  );
}

function valueWords(name: CopyFilter, value: string, { t }: RequestContext): string {
  const lists: Partial<Record<CopyFilter, Readonly<Record<string, string>>>> = {
    condition: t.words.conditions,
    format: t.words.formatTypes,
    status: t.words.statuses,
    signed: { true: t.collection.signed, false: t.collection.notSigned },
    release: { [value]: t.collection.ofOneRelease },
  };
  if (name === 'decade') return t.words.decade(Number(value));
  if (name === 'rating') return t.collection.rated(value);
  return lists[name]?.[value] ?? value;
}
