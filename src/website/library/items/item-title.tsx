import type { ComponentChildren } from 'preact';
import type { Creator } from '../../editing/locked-field';
import { type RequestContext, useRequestContext } from '../../http/request-context';
import type { Texts } from '../../i18n';
import type { Formats } from '../../i18n/formats';
import { CatalogText, shortTitle } from '../../ui/catalog-text';
import { formatWords } from '../../ui/format-words';
import { ReleaseCell } from '../../ui/release-table';
import { Lent } from '../loans/lent';
import type { Loan } from '../loans/loans';
import type { Copy, ItemRelease } from './items';

interface HeldTitleProps {
  readonly release: ItemRelease;
  readonly before?: ComponentChildren;
  /** On phones only. */
  readonly below?: string;
  readonly notes?: string | null;
  /** Below the notes. */
  readonly marks?: ComponentChildren;
  /** While the copy is lent. */
  readonly loan?: Loan | undefined;
}

export function ItemTitle({ release, before, below, notes = null, marks, loan }: HeldTitleProps) {
  const { to } = useRequestContext();
  return (
    <ReleaseCell of={release} href={to.release(release)} title={shortTitle(release.title)} before={before}>
      <CreditAndYear release={release} />
      {notes && <br />}
      {shownNotes(notes)}
      {marks}
      {loan && (
        <>
          <br />
          <Lent loan={loan} isBrief />
        </>
      )}
      {below && <span class="phone">{below}</span>}
    </ReleaseCell>
  );
}

/** The form shows longer ones. */
const notesShown = 160;

export const shownNotes = (notes: string | null): string =>
  notes !== null && notes.length > notesShown ? `${notes.slice(0, notesShown).toWellFormed()} …` : (notes ?? '');

/** Price in minor units. */
type Deal = Partial<Record<'date' | 'shop' | 'currency', string | null> & Record<'price', number | null>>;

/** `bought 12 May 2018, Record fair, €9.00`; empty if nothing is known. */
export function dealText({ date, shop, price, currency = null }: Deal, words: Texts['records']['own']['bought'], format: Formats): string {
  const paid = typeof price === 'number' ? format.price(price, currency) : '';
  if (date) return [words.on({ date: format.date(date, 'short') }), shop, paid].filter(Boolean).join(', ');
  if (shop) return [words.from({ shop }), paid].filter(Boolean).join(', ');
  return paid && words.at({ price: paid });
}

/** `Vangelis, 1994` */
const CreditAndYear = ({ release: { artist_credit: credit, year, creator } }: { readonly release: ItemRelease }) => (
  <>
    {credit && <CatalogText text={credit} />}
    {credit && year ? ', ' : ''}
    {year}
    {creator && <Provisional creator={creator} follows={Boolean(credit) || year !== null} />}
  </>
);

interface MarksProps {
  readonly item: Pick<Copy, 'rating' | 'tags'>;
  /** Address of the copies with a tag. */
  readonly hrefOf?: (tag: string) => string;
}

/** Rating and tags of a copy. */
export function Marks({ item: { rating, tags }, hrefOf }: MarksProps) {
  const { t } = useRequestContext();
  if (rating === null && tags.length === 0) return null;
  return (
    <small class="marks">
      {rating !== null && (
        <span class="stars" role="img" aria-label={t.collection.rated({ rating: String(rating) })}>
          {'★'.repeat(rating)}
          <span>{'★'.repeat(5 - rating)}</span>
        </span>
      )}
      {tags.map((tag) =>
        hrefOf ? (
          <a key={tag} href={hrefOf(tag)}>
            {tag}
          </a>
        ) : (
          <span key={tag}>{tag}</span>
        ),
      )}
    </small>
  );
}

export function Provisional({ creator, follows }: { readonly creator: Creator; readonly follows: boolean }) {
  const { provisionalMarks, provisionalNotes } = useRequestContext().t.records.edition;
  return (
    <span class="soft" title={provisionalNotes[creator]}>
      {follows && ' · '}
      {provisionalMarks[creator]}
    </span>
  );
}

/** Of the copy, with the number of discs of the release, else of the release. */
export function itemFormatOf({ format_type: own }: Pick<Copy, 'format_type'>, { formats }: ItemRelease, context: RequestContext): string {
  const same = formats.filter(({ format_type: type }) => own === null || type === own);
  return own !== null && same.length === 0 ? context.t.words.formatTypes[own] : formatWords(same, context);
}

/** The first catalog number. */
export const numberOf = ({ labels }: Pick<ItemRelease, 'labels'>): string =>
  labels.find(({ catalog_number }) => catalog_number)?.catalog_number ?? '';
