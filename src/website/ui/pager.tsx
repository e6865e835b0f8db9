import type { PageMeta } from '../api/client';
import { useRequestContext } from '../http/request-context';

interface PagerProps {
  readonly meta: PageMeta;
  /** Page parameter, if a page has several lists. */
  readonly parameter?: string;
  /** Anchor of the list. */
  readonly part?: string;
}

/** Nothing if there is only one page. */
export function Pager({ meta: { totalItems, itemsPerPage, currentPage }, parameter = 'page', part }: PagerProps) {
  const { t, to, format, path, query } = useRequestContext();
  const last = Math.max(1, Math.ceil(totalItems / itemsPerPage));
  if (totalItems === 0 || (last === 1 && currentPage === 1)) return null;
  const at = (page: number) => to.same(path, { ...lastingParametersOf(query), [parameter]: page === 1 ? undefined : page }, part);
  if (currentPage > last)
    return (
      <p class="prose">
        {t.frame.emptyPage({ page: format.number(currentPage) })} <a href={at(last)}>{t.frame.toLastPage({ page: format.number(last) })}</a>
      </p>
    );
  return (
    <nav class="pages" aria-label={t.frame.pages}>
      {currentPage > 1 && (
        <a href={at(currentPage - 1)} rel="prev" aria-label={t.frame.previousPage}>
          ←
        </a>
      )}
      {withGaps(pagesAround(currentPage, last)).map((page) =>
        page < 0 ? (
          <span key={page} class="soft" aria-hidden="true">
            …
          </span>
        ) : page === currentPage ? (
          <span key={page} aria-current="page">
            {format.number(page)}
          </span>
        ) : (
          <a key={page} href={at(page)} aria-label={t.frame.page({ page: format.number(page) })}>
            {format.number(page)}
          </a>
        ),
      )}
      {currentPage < last && (
        <a href={at(currentPage + 1)} rel="next" aria-label={t.frame.nextPage}>
          →
        </a>
      )}
    </nav>
  );
}

/** First, neighbors and last. */
const pagesAround = (current: number, last: number): number[] =>
  [...new Set([1, current - 2, current - 1, current, current + 1, current + 2, last])]
    .filter((page) => page >= 1 && page <= last)
    .sort((a, b) => a - b);

/** Negative numbers mark gaps. */
const withGaps = (pages: readonly number[]): number[] =>
  pages.flatMap((page, index) => (page - (pages[index - 1] ?? page) > 1 ? [-page, page] : [page]));

/** Without those of a notice, which belongs to one view of the page. */
export function lastingParametersOf(query: URLSearchParams) {
  const { notice: _notice, count: _count, of: _of, undo: _undo, once: _once, ...lasting } = parametersOf(query);
  return lasting;
}

export function parametersOf(query: URLSearchParams): Record<string, string[] | number | undefined> {
  return Object.fromEntries([...new Set(query.keys())].map((name) => [name, query.getAll(name)]));
}
