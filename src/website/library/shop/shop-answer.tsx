import type { ComponentChildren } from 'preact';
import { barcodeFault, normalizeCatalogNumber, readBarcode } from '../../../store/values/identifiers';
import { CopyList } from '../../catalog/release/own-copies';
import { type RequestContext, useRequestContext } from '../../http/request-context';
import type { Texts } from '../../i18n';
import { CatalogLink, CatalogText, CatalogTitle } from '../../ui/catalog-text';
import { decadeClass } from '../../ui/decade-class';
import { FieldProblem, Form, Hidden, Submit } from '../../ui/form';
import { formatWords } from '../../ui/format-words';
import { Sleeve } from '../../ui/pictures';
import type { LookUpCandidate } from '../import/look-ups';
import type { Copies, DatedWish, Found } from './look-up';
import { LookingUp, OnlineFinds } from './online';

interface ShopAnswerProps {
  readonly found: Found;
  readonly problem?: string | undefined;
}

/** A fragment for scripts. */
export function ShopAnswer({ found, problem }: ShopAnswerProps) {
  const { t } = useRequestContext();
  const { code, state, candidates } = found;
  const [meant] = candidates;
  const heading = headingOf(found, t);
  return (
    <>
      <p
        class="over"
        data-era={state === 'several' ? undefined : decadeClass(meant?.year)}
        data-code={code}
        data-kind={heading}
        data-state={state}
        data-release={state === 'several' ? undefined : meant?.id}
      >
        <span class="n">{code}</span>
      </p>
      <h1 tabIndex={-1} autofocus>
        {state === 'owned' ? <span class="yes">{heading}</span> : heading}
      </h1>
      {meant === undefined ? (
        <>
          <Unknown found={found} />
          {misread(code) && <p class="soft tiny">{t.shop.misread}</p>}
        </>
      ) : state === 'several' ? (
        <Several found={found} />
      ) : (
        <One found={found} release={meant} problem={problem} />
      )}
    </>
  );
}

function headingOf({ state, online, sites = [] }: Found, { shop }: Texts): string {
  if (state !== 'unknown' || sites.length === 0) return shop.states[state];
  if (!online) return shop.online.looking;
  return online.candidates.length > 0 ? shop.online.found : shop.states.unknown;
}

function Unknown({ found: { code, isAddable, sites = [], online } }: { readonly found: Found }) {
  const { t, to } = useRequestContext();
  if (online) return <OnlineFinds code={code} answer={online} />;
  if (sites.length > 0) return <LookingUp code={code} sites={sites} />;
  return (
    <>
      <p class="prose">{t.shop.unknown}</p>
      <p class="row">
        {isAddable && (
          <a class="button first" href={to.addRelease({ code })}>
            {t.releaseForm.add.addThis}
          </a>
        )}
        <a class="button" href={to.search({ q: code })}>
          {t.shop.search}
        </a>
      </p>
    </>
  );
}

/** Releases with the same barcode. */
function Several({ found: { code, candidates, drawn } }: { readonly found: Found }) {
  const { t, to } = useRequestContext();
  return (
    <>
      <p class="prose">{t.shop.several}</p>
      <ul class="copies">
        {candidates.map((release) => (
          <li key={release.id}>
            <ReleaseLine
              release={release}
              drawn={drawn}
              href={to.shop({ code, release: release.id })}
              kind={release.state === 'owned' ? <span class="yes">{t.shop.states.owned}</span> : t.shop.states[release.state]}
            />
          </li>
        ))}
      </ul>
    </>
  );
}

function One({ found, release, problem }: ShopAnswerProps & { readonly release: LookUpCandidate }) {
  const { t, to } = useRequestContext();
  const { code, state, own, others, wish, drawn } = found;
  return (
    <>
      {wish && wish.max_price_cents !== null && <MaximumPrice amount={wish.max_price_cents} currency={wish.currency} />}
      <ReleaseLine release={release} drawn={drawn} href={to.release(release)} isAdded={found.isAdded} />
      {onlyBegins(release, code) && <p class="prose">{t.shop.onlyBegins({ code })}</p>}
      {state === 'other_edition' && <p class="prose">{found.album ? t.shop.editionIsYours : t.shop.othersAreYours}</p>}
      {own.count > 0 && <CopyList {...own} title={release.title} />}
      {state === 'other_edition' && <CopyList {...others} title={release.title} areOthers />}
      {wish && <WishLine wish={wish} />}
      <Actions found={found} release={release} problem={problem} />
      {state !== 'other_edition' && others.copies.length > 0 && <AlsoYours copies={others.copies} />}
    </>
  );
}

function MaximumPrice({ amount, currency }: { readonly amount: number; readonly currency: string | null }) {
  const { t, format } = useRequestContext();
  const { before, behind } = t.shop.upTo;
  return (
    <p class="number">
      {before} <b>{format.price(amount, currency)}</b>
      {behind}
    </p>
  );
}

interface ReleaseLineProps {
  /** See {@link Found}. */
  readonly isAdded?: boolean | undefined;
  readonly release: LookUpCandidate;
  readonly drawn: Found['drawn'];
  readonly href: string;
  readonly kind?: ComponentChildren;
}

function ReleaseLine({ release, drawn, href, kind, isAdded = false }: ReleaseLineProps) {
  const context = useRequestContext();
  const sleeved = drawn.get(release.id);
  return (
    <div class="person">
      <span class="thumb">
        {sleeved && <Sleeve of={sleeved} size="s" />}
        {isAdded && !sleeved?.cover && <img src={context.to.onlineCover(release.id)} alt="" />}
      </span>
      <div>
        <a href={href}>
          <CatalogTitle text={release.title} />
        </a>
        <small>
          <CatalogText text={inShort(release, context)} />
          {release.catalog_number && (
            <>
              {' '}
              <span class="n">{release.catalog_number}</span>
            </>
          )}
        </small>
        {kind !== undefined && <small>{kind}</small>}
      </div>
    </div>
  );
}

/** `Vangelis · CD · 1994 · EastWest Records` */
const inShort = ({ artist_credit: credit, formats, year, label }: LookUpCandidate, context: RequestContext): string =>
  [credit, formatWords(formats, context), year, label].filter(Boolean).join(' · ');

function WishLine({ wish: { priority, created_at: since, notes } }: { readonly wish: DatedWish }) {
  const { t, format } = useRequestContext();
  const words = t.shop.wish;
  return (
    <ul class="copies" aria-label={words.yours}>
      <li>
        {priority !== null && <span>{words.priority({ priority: format.number(priority) })}</span>}
        <span class="soft">{words.since({ day: format.day(since) })}</span>
        {notes && <span class="soft">{t.shop.quoted({ text: shortened(notes) })}</span>}
      </li>
    </ul>
  );
}

const noteLength = 200;

const shortened = (text: string): string => (text.length > noteLength ? `${text.slice(0, noteLength).trimEnd()}…` : text);

/** Adds a copy, with price if wished for, or adds or removes a wish. */
function Actions({
  found: { code, state, wish, currency, album, others },
  release,
  problem,
}: ShopAnswerProps & { readonly release: LookUpCandidate }) {
  const { t, to } = useRequestContext();
  const words = t.shop.actions;
  const name = state === 'owned' ? words.another : wish ? words.bought : state === 'other_edition' ? words.thisToo : words.add;
  return (
    <Form class="row" action={to.shop()}>
      <Hidden fields={{ code, release: release.id, today: '' }} />
      <Submit class={state === 'owned' ? undefined : 'first'} name="do" value="own" text={name} />
      {wish && state !== 'owned' && <Price currency={currency} problem={problem} />}
      {wish ? (
        <Submit class="plain" name="do" value="unwant" text={words.unwish} />
      ) : (
        state !== 'owned' && <Submit name="do" value="want" text={words.wish} />
      )}
      <a href={to.release(release)}>{words.release}</a>
      {album && <a href={to.album(album, { a: others.copies[0]?.release.slug, b: release.slug }, 'tracks')}>{t.shop.compare}</a>}
    </Form>
  );
}

/** Optional. */
function Price({ currency, problem }: { readonly currency: string | null; readonly problem: string | undefined }) {
  const { t, format } = useRequestContext();
  const invalid = problem !== undefined && { 'aria-invalid': true, 'aria-describedby': 'bad-price' };
  return (
    <>
      <label class="price">
        {t.shop.price} <input name="price" inputMode="decimal" autocomplete="off" size={6} maxLength={20} {...invalid} />
        {currency && ` ${format.currencySign(currency)}`}
      </label>
      {currency && <input type="hidden" name="currency" value={currency} />}
      <FieldProblem name="price" problem={problem} />
    </>
  );
}

function AlsoYours({ copies }: Pick<Copies, 'copies'>) {
  const { t, to } = useRequestContext();
  const first = copies[0]?.item;
  if (!first) return null;
  const more = [first.condition && t.words.conditions[first.condition], first.storage_location].filter(Boolean);
  return (
    <p class="soft tiny">
      {t.shop.alsoYours} <CatalogLink href={to.release(first.release)} text={first.release.title} />
      {more.length > 0 && `, ${more.join(', ')}`}
    </p>
  );
}

/** Whether a code is the beginning of a longer catalog number, which the search finds, too. */
function onlyBegins({ catalog_number: number }: LookUpCandidate, code: string): boolean {
  const [whole, typed] = [number ?? '', code].map(normalizeCatalogNumber);
  const isNumber = /\d/.test(code) && readBarcode(code) === null;
  return isNumber && !!whole && !!typed && whole !== typed && whole.startsWith(typed);
}

/** Barcode length with a wrong check digit. */
const misread = (code: string): boolean => barcodeFault(code) === 'check digit';
