import type { SharedItem, SharedList } from '../../../collection/shares/shares';
import { ApiError, type Sent, withQuery } from '../../api/client';
import type { SentForm } from '../../http/form';
import { type Page, type PageAnswer, pageNumber, seeOther } from '../../http/page';
import { type RequestContext, useRequestContext } from '../../http/request-context';
import { problemText } from '../../i18n/api-errors';
import { CatalogText, CatalogTitle } from '../../ui/catalog-text';
import { decadeClass } from '../../ui/decade-class';
import { AllProblems, Field, Form, Submit, SubmitRow } from '../../ui/form';
import { formatWords } from '../../ui/format-words';
import { Pager } from '../../ui/pager';
import { Sleeve } from '../../ui/pictures';
import { Section } from '../../ui/section';

interface Parameters {
  readonly secret: string;
}

interface ShownList extends Omit<SharedList, 'key' | 'id' | 'user' | 'shown'> {
  readonly items: readonly SharedItem[];
}

const atOnce = 100;

const addressOf = (secret: string): string => `/api/shared/${encodeURIComponent(secret)}`;

const holderCookie = 'leitmotif-giving';

/** Longer than a list is of use. */
const holderSeconds = 366 * 24 * 60 * 60;

/** The secret by which the browser takes its wishes back; its cookie is of this page's path alone. */
const holderOf = ({ request }: RequestContext): string | null => new Bun.CookieMap(request.headers.get('cookie') ?? '').get(holderCookie);

const keyed = (holder: string | null): Record<string, string> => (holder === null ? {} : { 'reservation-key': holder });

export const get = (context: RequestContext, { secret }: Parameters): Promise<Page> => sharedPage(context, secret);

async function sharedPage(context: RequestContext, secret: string, problem?: Sent): Promise<Page> {
  const query = { page: pageNumber(context), itemsPerPage: atOnce };
  const sent = await context.api.send('GET', withQuery(addressOf(secret), query), undefined, keyed(holderOf(context)));
  if (!sent.ok) return endedPage(context, sent);
  const { attributes } = sent.document.data as { attributes: ShownList };
  const { title, greeting, items, owner, list, shows_taken: isTakenSeen } = attributes;
  const { meta } = sent.document;
  const isAllTaken = items.length > 0 && items.length === meta.totalItems && items.every(({ is_taken }) => is_taken);
  const { t, format } = context;
  const words = t.shared;
  const body = (
    <>
      <div class="head occasion">
        <h1>{title}</h1>
        {meta.totalItems > 0 && <p>{(list === 'wishlist' ? words.count : t.words.releases)({ count: format.counted(meta.totalItems) })}</p>}
        {greeting !== null && <p class="prose lines">{greeting}</p>}
        <AllProblems problems={problem ? [problem.status === 404 ? words.gone : problemText(context, problem.document.errors?.[0])] : []} />
      </div>
      {items.length === 0 ? <p class="prose">{words.empty}</p> : null}
      {list === 'collection' ? (
        <ul class="gifts">
          {items.map((item) => (
            <Gift key={item.id} secret={secret} item={item} owner={owner} />
          ))}
        </ul>
      ) : (
        <Wishes secret={secret} items={items} owner={owner} />
      )}
      {list === 'wishlist' && isAllTaken && <p class="prose">{words.allTaken}</p>}
      <Pager meta={meta} />
    </>
  );
  const foot = (
    <p>
      {words.foot({ owner })} {list === 'wishlist' && (isTakenSeen ? words.openness : words.secrecy)({ owner })}
    </p>
  );
  return { title, body, foot, isDoor: true, isSecret: true, ...(problem && { status: problem.status }) };
}

/** For an unknown link, and for one that has ended: nothing else. */
function endedPage(context: RequestContext, sent: Sent): Page {
  if (sent.status !== 404 && sent.status !== 410) throw new ApiError(sent);
  const words = context.t.shared;
  const title = sent.status === 410 ? words.ended : words.unknown;
  const body = (
    <div class="head">
      <h1>{title}</h1>
      <p class="prose">{words.askAgain}</p>
    </div>
  );
  return { title, body, foot: <p />, isDoor: true, isSecret: true, status: sent.status };
}

/** Takes a wish, or gives it back. */
export async function post(context: RequestContext, { secret }: Parameters, form: SentForm): Promise<PageAnswer> {
  const { api, to } = context;
  const address = `${addressOf(secret)}/items/${encodeURIComponent(form.text('item'))}/reservation`;
  const holder = holderOf(context) ?? Buffer.from(crypto.getRandomValues(new Uint8Array(24))).toString('base64url');
  const isGiven = form.text('do') === 'give';
  const data = { type: 'Reservation', attributes: { name: form.orNull('name') } };
  const sent = isGiven
    ? await api.send('PUT', address, { data }, keyed(holder))
    : await api.send('DELETE', address, undefined, keyed(holder));
  // Given back already is fine.
  if (!sent.ok && (isGiven || sent.status !== 404)) return sharedPage(context, secret, sent);
  const path = to.shared(secret);
  const cookie = new Bun.Cookie(holderCookie, holder, {
    path,
    httpOnly: true,
    secure: context.origin.startsWith('https:'),
    sameSite: 'strict',
    maxAge: holderSeconds,
  });
  // The wish moves to the others of its kind.
  return seeOther(`${to.shared(secret, pageIn(context))}#wish-${encodeURIComponent(form.text('item'))}`, {
    'set-cookie': cookie.toString(),
  });
}

const pageIn = ({ query }: RequestContext) => ({ page: query.get('page') ?? undefined });

/** Covers have the addresses of the link, since the catalog may be private. */
export const cover = {
  get: ({ api }: RequestContext, { secret, id }: Parameters & { readonly id: string }): Promise<Response> =>
    api.fetch('GET', `${addressOf(secret)}/items/${encodeURIComponent(id)}/cover`, undefined, { accept: '*/*' }),
};

interface GiftsProps {
  readonly secret: string;
  readonly owner: string;
}

function Wishes({ items, ...rest }: GiftsProps & { readonly items: readonly SharedItem[] }) {
  const { t, format } = useRequestContext();
  const words = t.shared;
  const [free, taken] = [items.filter(({ is_taken }) => !is_taken), items.filter(({ is_taken }) => is_taken)];
  return (
    <>
      {free.length > 0 && (
        <Section title={words.wishes} aside={words.how}>
          <ul class="gifts">
            {free.map((item) => (
              <Gift key={item.id} item={item} {...rest} isWish />
            ))}
          </ul>
        </Section>
      )}
      {taken.length > 0 && (
        <Section title={words.taken} aside={t.words.releases({ count: format.counted(taken.length) })}>
          <ul class="gifts">
            {taken.map((item) => (
              <Gift key={item.id} item={item} {...rest} isWish />
            ))}
          </ul>
        </Section>
      )}
    </>
  );
}

interface GiftProps extends GiftsProps {
  readonly item: SharedItem;
  readonly isWish?: boolean;
}

function Gift({ secret, owner, item, isWish = false }: GiftProps) {
  const context = useRequestContext();
  const { t, to, format } = context;
  const { release, cover } = item;
  const number = [release.label, release.catalog_number].filter(Boolean).join(' ');
  const edition = [formatWords(release.formats, context), number, release.year].filter(Boolean).join(', ');
  const price = item.price_cents === null ? null : format.price(item.price_cents, item.currency);
  const terms = [
    // Nothing tells the edition of a placeholder from others.
    isWish && (item.any_edition ? t.shared.anyEdition : edition && t.shared.thisEdition),
    price && (isWish ? t.shared.upTo({ price }) : price),
    item.priority !== null && t.collection.wishlist.priority + format.colon + t.collection.wishlist.priorities[item.priority as 1],
  ].filter(Boolean);
  const drawn = { ...release, _id: release.id, labels: [{ name: release.label, catalog_number: release.catalog_number }] };
  return (
    <li
      id={`wish-${item.id}`}
      tabIndex={-1}
      class={['gift', decadeClass(release.year), item.is_yours ? 'mine' : item.is_taken && 'given'].filter(Boolean).join(' ')}
    >
      <div class="pic">
        {cover ? (
          <img class="sleeve" src={to.sharedCover(secret, item.id)} width={cover.width} height={cover.height} alt="" loading="lazy" />
        ) : (
          <Sleeve of={drawn} />
        )}
      </div>
      <div>
        <h3>
          <CatalogText text={release.title} />
        </h3>
        {release.artist_credit && (
          <p>
            <CatalogText text={release.artist_credit} />
          </p>
        )}
        <p class="which">
          <CatalogTitle text={edition} />
          <br />
          {terms.length > 0 && <small class="soft">{terms.join(' · ')}</small>}
        </p>
        {item.notes && <p class="say">{t.shop.quoted({ text: item.notes })}</p>}
        {isWish && <Giving secret={secret} owner={owner} item={item} />}
      </div>
    </li>
  );
}

function Giving({ secret, owner, item }: GiftProps) {
  const context = useRequestContext();
  const words = context.t.shared;
  const action = context.to.shared(secret, pageIn(context));
  if (item.is_yours)
    return (
      <Form class="act" action={action}>
        <p class="yes">
          <b>{words.yours}</b>
        </p>
        <input type="hidden" name="item" value={item.id} />
        <Submit name="do" value="back" class="plain" aria-label={words.giveBackOf({ title: item.release.title })} text={words.giveBack} />
      </Form>
    );
  if (item.is_taken)
    return (
      <p class="given-by">
        <b>{item.taken_by === null ? words.someone : words.somebody({ name: item.taken_by })}</b>
      </p>
    );
  return (
    <details class="fold act">
      <summary class="button first" aria-label={words.giveOf({ title: item.release.title })}>
        {words.give}
      </summary>
      <Form class="form" action={action}>
        <input type="hidden" name="item" value={item.id} />
        <Field name="name" label={words.name} hint={words.nameHint({ owner })} isOptional autocomplete="name" maxLength={60} />
        <SubmitRow name="do" value="give" class="first" aria-label={words.confirmOf({ title: item.release.title })} text={words.confirm} />
      </Form>
    </details>
  );
}
