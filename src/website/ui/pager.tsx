import { useRequestContext } from '../http/request-context';

interface PagerProps {
  readonly meta: { readonly totalItems: number; readonly itemsPerPage: number; readonly currentPage: number };
  /** The name of the page's number in the address, where the page has more than one list. */
  readonly parameter?: string;
  /** The part of the page that the list stands in, which its other pages are to begin at. */
  readonly part?: string;
}

/** The way to the other pages of a list: its own address, with another page. Nothing where all is on one. */
export function Pager({ meta: { totalItems, itemsPerPage, currentPage }, parameter = 'page', part }: PagerProps) {
  const { t, to, format, path, query } = useRequestContext();
  const last = Math.max(1, Math.ceil(totalItems / itemsPerPage));
  if (totalItems === 0 || (last === 1 && currentPage === 1)) return null;
  const at = (page: number) => to.same(path, { ...parametersOf(query), [parameter]: page === 1 ? undefined : page }, part);
  if (currentPage > last)
    return (
      <p class="prose">
        {t.frame.emptyPage(format.number(currentPage))} <a href={at(last)}>{t.frame.toLastPage(format.number(last))}</a>
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
          <a key={page} href={at(page)} aria-label={t.frame.page(format.number(page))}>
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

/** The first page, those around the one that is shown, and the last. */
const pagesAround = (current: number, last: number): number[] =>
  [...new Set([1, current - 2, current - 1, current, current + 1, current + 2, last])]
    .filter((page) => page >= 1 && page <= last)
    .sort((a, b) => a - b);

/** A negative number where pages in between are left out. */
const withGaps = (pages: readonly number[]): number[] =>
  pages.flatMap((page, index) => (page - (pages[index - 1] ?? page) > 1 ? [-page, page] : [page]));

/** The parameters of an address, each name with all of its values. */
export function parametersOf(query: URLSearchParams): Record<string, string[] | number | undefined> {
  return Object.fromEntries([...new Set(query.keys())].map((name) => [name, query.getAll(name)]));
}
