import type { ComponentChildren } from 'preact';
import { renderFragment } from '../http/render';
import { type RequestContext, useRequestContext } from '../http/request-context';
import { type SearchResults, search } from './found';
import type { HitProps } from './hit-groups';
import { Marked } from './marked';
import { shownHit } from './shown-hit';

const shownSuggestions = 6;

/** Enough after grouping editions. */
const askedSuggestions = 2 * shownSuggestions;

/** A fragment below the search box. */
export async function get(context: RequestContext): Promise<Response> {
  const typed = (context.query.get('q') ?? '').trim().slice(0, 200);
  if (typed === '') return new Response(null, { status: 204 });
  const found = await search(context, {
    q: typed,
    itemsPerPage: askedSuggestions,
    corrections: false,
    holdings: context.user ? true : undefined,
  });
  const { totalItems, didYouMean } = found.meta;
  if (totalItems === 0 && didYouMean === null) return new Response(null, { status: 204 });
  return renderFragment(<Suggestions typed={typed} found={found} />, context);
}

function Suggestions({ typed, found }: { readonly typed: string; readonly found: SearchResults }) {
  const context = useRequestContext();
  const { t, to, format } = context;
  const { totalItems, didYouMean, atLeast } = found.meta;
  const hits = found.hits.slice(0, shownSuggestions);
  return (
    <div class="suggest" id="suggest" role="listbox" aria-label={t.search.suggestions}>
      {[...Map.groupBy(hits, ({ record }) => record.type)].map(([type, hits]) => (
        <div key={type} role="group" aria-label={t.search.kinds[type]}>
          <small aria-hidden="true">{t.search.kinds[type]}</small>
          {hits.map((hit) => (
            <Suggestion key={hit.record.id} hit={hit} found={found} id={`s${hits.indexOf(hit)}`} />
          ))}
        </div>
      ))}
      {didYouMean !== null && (
        <Option id="s8" href={to.search({ q: didYouMean })} isLast>
          <span>
            {t.search.didYouMean[0]}
            <b>{didYouMean}</b>
            {t.search.didYouMean[1]}
          </span>
        </Option>
      )}
      {totalItems > 0 && (
        <Option id="s9" href={to.search({ q: typed })} isLast>
          <span>{t.search.everything({ typed })}</span>
          <span class="soft tiny">{format.number(totalItems) + (atLeast.length > 0 ? '+' : '')}</span>
        </Option>
      )}
    </div>
  );
}

function Suggestion({ hit, found, id }: HitProps & { readonly id: string }) {
  const { picture, href, title, year, brief, elsewhere } = shownHit(useRequestContext(), hit, found);
  return href === undefined ? null : (
    <Option id={id} href={href}>
      <span>{picture}</span>
      <span>
        <Marked stretches={title} />
        {!!year && <span class="soft"> {year}</span>}
        {elsewhere && (
          <>
            {' '}
            <span class="soft tiny">
              {elsewhere.word} <Marked stretches={elsewhere.text} />
            </span>
          </>
        )}
      </span>
      <span class="soft tiny">{brief}</span>
    </Option>
  );
}

interface OptionProps {
  readonly id: string;
  readonly href: string;
  readonly isLast?: boolean;
  readonly children: ComponentChildren;
}

const Option = ({ id, href, isLast = false, children }: OptionProps) => (
  <a role="option" id={id} tabIndex={-1} href={href} aria-selected="false" class={isLast ? 'all' : undefined}>
    {children}
  </a>
);
