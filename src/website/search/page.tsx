import { maximumItemsPerPage } from '../../api/read/query';
import { releases } from '../../catalog/releases';
import { fold } from '../../store/values/folding';
import { type PageAnswer, pageNumber, seeOther } from '../http/page';
import { type RequestContext, useRequestContext } from '../http/request-context';
import type { HadCounts } from '../library/completeness/figure';
import { unitOfType } from '../library/completeness/read';
import { EmptyState } from '../ui/empty-state';
import { Pager } from '../ui/pager';
import { PageTabs } from '../ui/section';
import { foundTypes, type SearchResults, search } from './found';
import { Hit, HitGroups, hitsPerType } from './hit-groups';
import { stretchesOf } from './marked';

export async function get(context: RequestContext): Promise<PageAnswer> {
  const { query, t, user } = context;
  const typed = (query.get('q') ?? '').trim();
  const type = query.get('type') ?? '';
  if (typed === '') return { title: t.search.title, body: <NothingTyped /> };
  const page = pageNumber(context);
  const listed = type === '' ? { itemsPerType: hitsPerType, itemsPerPage: maximumItemsPerPage } : { type, page };
  const found = await search(context, { q: typed, ...listed, holdings: user ? true : undefined });
  const scanned = releaseOfBarcode(typed, found);
  if (scanned && type === '') return seeOther(context.to.release(scanned));
  const isNothing = Object.values(found.meta.counts).every((count) => count === 0);
  const { corrected } = found.meta;
  const counts = type === '' ? await readCounts(context, found) : undefined;
  return {
    title: typed,
    searched: typed,
    body: isNothing ? (
      <NothingFound typed={typed} mayAdd={context.user !== undefined} />
    ) : (
      <Results typed={corrected?.to ?? typed} type={type} found={found} counts={counts} original={corrected?.from} />
    ),
  };
}

/** What the viewer has of the first hit; nothing for visitors and kinds without scores. */
async function readCounts({ api, user }: RequestContext, { hits: [hit] }: SearchResults): Promise<HadCounts | undefined> {
  if (!user || !hit) return undefined;
  const { record } = hit;
  const { type, id } = record;
  if (type === 'Production') {
    const query = { production: id, holdings: true, itemsPerPage: maximumItemsPerPage, 'fields[Release]': '_id' };
    const { owned = [], wanted = [], totalItems } = (await api.list(releases, query)).meta;
    const countOf = (list: typeof owned) => new Set(list.flatMap(({ release, edition }) => (edition === 'this' ? release : []))).size;
    return { owned: countOf(owned), wanted: countOf(wanted), total: totalItems };
  }
  // The hit of an album with a single edition leads to its release.
  if (!(type in unitOfType) || (record.type === 'Album' && record.attributes.release_count === 1)) return undefined;
  return (await api.read<{ meta?: { completeness?: HadCounts } }>(id, { completeness: true, [`fields[${type}]`]: '_id' })).meta
    ?.completeness;
}

/** A scanned or typed barcode leads directly to its only release. */
function releaseOfBarcode(typed: string, { hits: [hit], meta: { counts } }: SearchResults) {
  const total = Object.values(counts).reduce((sum, count) => sum + count, 0);
  if (total !== 1 || hit?.record.type !== 'Release' || hit.snippet.field !== 'barcode') return undefined;
  const found = stretchesOf(hit.snippet.snippet).map(({ text }) => text);
  return digitsOf(typed) === digitsOf(found.join('')) ? hit.record.attributes : undefined;
}

/** UPC equals EAN without the leading zero. */
const digitsOf = (barcode: string): string => barcode.replace(/\D/g, '').replace(/^0+/, '');

interface ResultsProps {
  readonly typed: string;
  readonly type: string;
  readonly found: SearchResults;
  /** What the viewer has of the first hit. */
  readonly counts?: HadCounts | undefined;
  /** Found nothing, and was corrected. */
  readonly original?: string;
}

function Results({ typed, type, found, counts, original }: ResultsProps) {
  const { t, to, format } = useRequestContext();
  const { totalItems, atLeast, counts: ofTypes } = found.meta;
  const total = type === '' ? Object.values(ofTypes).reduce((sum, count) => sum + count, 0) : totalItems;
  const isCounted = !atLeast.some((one) => type === '' || one === type);
  return (
    <>
      <Head typed={typed}>
        {original !== undefined && <p>{t.search.corrected({ shown: typed, typed: original })}</p>}
        {original === undefined && found.meta.didYouMean !== null && (
          <p>
            {t.search.didYouMean[0]}
            <a href={to.search({ q: found.meta.didYouMean, type: type || undefined })}>{found.meta.didYouMean}</a>
            {t.search.didYouMean[1]}
          </p>
        )}
        <Understood typed={typed} type={type} found={found} />
        <p>{t.search[isCounted ? 'results' : 'atLeast']({ count: format.counted(total) })}</p>
        <ListsOfYear typed={typed} type={type} found={found} />
      </Head>
      <Kinds typed={typed} type={type} found={found} />
      {type === '' ? (
        <HitGroups typed={typed} found={found} counts={counts} />
      ) : (
        <>
          <ol class="hits">
            {found.hits.map((hit) => (
              <Hit key={hit.record.id} hit={hit} found={found} />
            ))}
          </ol>
          <Pager meta={found.meta} />
        </>
      )}
    </>
  );
}

const datedTypes = ['Production', 'Album', 'Release'] as const;

/** Lists of a year with more records than results reach. */
function ListsOfYear({ typed, type, found: { meta } }: ResultsProps) {
  const { t, to, format } = useRequestContext();
  const year = meta.understood.find(({ filter, word }) => filter === 'year' && without(typed, word) === '')?.value;
  const types = datedTypes.filter((one) => meta.atLeast.includes(one) && (type === '' || type === one));
  if (year === undefined || types.length === 0) return null;
  const listOf = { Production: to.productions, Album: to.albums, Release: to.releases };
  return (
    <p>
      {types.map((one, index) => (
        <>
          {index > 0 && ' · '}
          <a href={listOf[one]({ year })}>{t.search.allOf({ kinds: format.inSentence(t.search.kinds[one]), year })}</a>
        </>
      ))}
    </p>
  );
}

/** Words that count as filters, each of which can be removed. */
function Understood({ typed, type, found: { meta } }: ResultsProps) {
  const { t, to, format } = useRequestContext();
  const understood = meta.understood.filter(({ word }) => without(typed, word) !== '');
  if (understood.length === 0) return null;
  const textOf = ({ filter, value }: (typeof meta.understood)[number]): string => {
    if (filter === 'country') return format.country(value);
    return filter === 'format_type' ? t.words.formatTypes[value as keyof typeof t.words.formatTypes] : value;
  };
  return (
    <p class="chips">
      {understood.map((one) => (
        <a key={one.word} href={to.search({ q: without(typed, one.word), type: type || undefined })}>
          {textOf(one)} <span class="hidden">{t.search.remove}</span> <span aria-hidden="true">×</span>
        </a>
      ))}
    </p>
  );
}

/** The text without a word, ignoring case and accents. */
function without(typed: string, word: string): string {
  const removed = fold(word).split(' ');
  return typed
    .split(/\s+/)
    .filter((one) => !removed.includes(fold(one)))
    .join(' ');
}

function Head({ typed, children }: { readonly typed: string; readonly children?: preact.ComponentChildren }) {
  const { t } = useRequestContext();
  return (
    <div class="head">
      <h1>
        <span class="soft">{t.search.title}</span> {typed}
      </h1>
      {children}
    </div>
  );
}

function Kinds({ typed, type, found: { meta } }: ResultsProps) {
  const { t, to, format } = useRequestContext();
  const { counts, atLeast } = meta;
  const all = foundTypes.reduce((sum, one) => sum + counts[one], 0);
  const types = foundTypes.filter((one) => counts[one] > 0);
  const more = (isMore: boolean) => (isMore ? '+' : '');
  return (
    <PageTabs
      label={t.browse.kinds}
      tabs={[
        [to.search({ q: typed }), `${t.browse.tabs.all} ${format.number(all) + more(atLeast.length > 0)}`, type === ''],
        ...types.map((one) => {
          const text = `${t.search.kinds[one]} ${format.number(counts[one]) + more(atLeast.includes(one))}`;
          return [to.search({ q: typed, type: one }), text, one === type] as const;
        }),
      ]}
    />
  );
}

function NothingFound({ typed, mayAdd }: { readonly typed: string; readonly mayAdd: boolean }) {
  const { t, to } = useRequestContext();
  return (
    <>
      <Head typed={typed} />
      <EmptyState text={t.search.nothing({ typed })} more={<HowItSearches />}>
        {mayAdd && <a href={to.addRelease(/^[\d\s-]+$/.test(typed) ? { code: typed } : { title: typed })}>{t.releaseForm.add.addThis}</a>}
      </EmptyState>
    </>
  );
}

function NothingTyped() {
  const { t } = useRequestContext();
  return (
    <>
      <div class="head">
        <h1>{t.search.title}</h1>
      </div>
      <EmptyState text={t.search.nothingTyped} more={<HowItSearches />} />
    </>
  );
}

function HowItSearches() {
  const { t } = useRequestContext();
  const { before, example, after } = t.search.how;
  return (
    <p class="soft">
      {before}
      <em>{example}</em>
      {after}
    </p>
  );
}
