import type { shares as shareResource } from '../../../collection/shares/resource';
import { isLoopback } from '../../../config';
import { dayMilliseconds } from '../../../store/values/dates';
import { type Item, readAttributesAt, readAttributesPage } from '../../api/client';
import { absolute, withFlash } from '../../http/addresses';
import { type FormState, fieldPropsOf, notTaken, problemsOf, type SentForm, untouched } from '../../http/form';
import { type IdParameter, type Page, type PageAnswer, seeOther } from '../../http/page';
import { type RequestContext, useRequestContext } from '../../http/request-context';
import { confirmationPage } from '../../ui/confirmation';
import { AllProblems, Checkbox, Field, Form, Radios, Select, Submit, TextArea } from '../../ui/form';
import { OneTimeSecret } from '../../ui/one-time-secret';
import { Section } from '../../ui/section';
import { Table } from '../../ui/table';
import { CollectionFrame } from '../frame';
import { readNamed, type Wish, wishlistPath } from '../items/items';
import { readSummary } from '../statistics/summary';

type Share = Item<typeof shareResource>['attributes'];

const path = '/api/users/me/shares';

/** The most of a user. */
const sharesShown = 20;

const shownWords = ['prices', 'notes', 'priority'] as const;

/** In days. */
const terms: Readonly<Record<string, number | null>> = { '90': 90, '365': 365, never: null };

export const get = (context: RequestContext): Promise<Page> => sharesPage(context);

async function sharesPage(context: RequestContext, state: FormState = untouched): Promise<Page> {
  const { api, t, to, query, origin } = context;
  const [summary, page] = await Promise.all([readSummary(context), readAttributesPage<Share>(api, path, { itemsPerPage: sharesShown })]);
  const seen = await readNamed<Wish>(api, wishlistPath, [...new Set(page.items.flatMap(takenIn))].slice(0, takenShown));
  const titleOf = new Map(seen.map(({ item, release }) => [item._id, release.title]));
  const secret = context.once.take();
  const edited = page.items.find(({ _id }) => _id === query.get('edit'));
  const body = (
    <CollectionFrame summary={summary} current="wishlist">
      {isLoopback(new URL(origin).hostname) && (
        <p class="prose">{t.shares.onlyHere({ address: origin }, { a: (text) => <a href={to.phone()}>{text}</a> })}</p>
      )}
      {page.items.length > 0 && <Links shares={page.items} titleOf={titleOf} />}
      {secret?.kind === 'share' && <NewLink name={secret.name} url={secret.text} />}
      {edited ? <ShareForm share={edited} state={state} /> : <ShareForm state={state} />}
    </CollectionFrame>
  );
  return { title: t.shares.title, body, current: 'collection', isSecret: true };
}

export async function post(context: RequestContext, _: unknown, form: SentForm): Promise<PageAnswer> {
  const { api, to, once } = context;
  const sent = await api.send('POST', path, {
    data: { type: 'Share', attributes: { list: form.text('list'), ...attributesIn(context, form) } },
  });
  if (!sent.ok) return refused(context, form, sent);
  const { title, url } = sent.document.data.attributes as { title: string; url: string };
  const text = absolute(context, to.shared(url.slice(url.lastIndexOf('/') + 1)));
  return seeOther(`${to.shares({ once: once.keep({ kind: 'share', name: title, text }) })}#new`);
}

const refused = async (context: RequestContext, form: SentForm, sent: Parameters<typeof problemsOf>[1]): Promise<Page> => ({
  ...(await sharesPage(context, { entered: form.entered, chosen: form.all('shown'), problems: problemsOf(context, sent) })),
  ...notTaken(sent),
});

function attributesIn({ now }: RequestContext, form: SentForm) {
  const days = terms[form.text('ends')];
  return {
    title: form.text('title'),
    greeting: form.orNull('greeting'),
    shown: form.all('shown'),
    shows_taken: form.has('shows_taken'),
    // Left as it is without a choice.
    ...(days !== undefined && { expires_at: days === null ? null : new Date(now.getTime() + days * dayMilliseconds).toISOString() }),
  };
}

/** Changes a share, or ends it. */
export const share = {
  async get(context: RequestContext, { id }: IdParameter): Promise<PageAnswer> {
    const { api, t, to } = context;
    const { title } = await readAttributesAt<Share>(api, pathOf(id));
    const words = t.shares;
    return confirmationPage({
      title: words.stopHead({ title }),
      act: words.stop,
      back: to.shares(),
      lead: words.stopLead,
    });
  },

  async post(context: RequestContext, { id }: IdParameter, form: SentForm): Promise<PageAnswer> {
    const { api, to } = context;
    if (!form.has('title')) {
      await api.change('DELETE', pathOf(id));
      return seeOther(withFlash(to.shares(), 'share-stopped'));
    }
    const data = { type: 'Share', id: pathOf(id), attributes: attributesIn(context, form) };
    const sent = await api.send('PATCH', pathOf(id), { data });
    return sent.ok ? seeOther(withFlash(to.shares(), 'share-saved')) : refused(context, form, sent);
  },
};

const pathOf = (id: string): string => `${path}/${encodeURIComponent(id)}`;

/** UUIDs of the wishes that are taken, if the owner chose to see them. */
const takenIn = ({ taken_items: items }: Share): string[] => (items ?? []).map((iri) => iri.slice(iri.lastIndexOf('/') + 1));

/** More are counted only. */
const takenShown = 100;

interface LinksProps {
  readonly shares: readonly Share[];
  /** Of wishes that are taken, by UUID. */
  readonly titleOf: ReadonlyMap<string, string>;
}

function Links({ shares, titleOf }: LinksProps) {
  const { t, to, format } = useRequestContext();
  const words = t.shares;
  return (
    <Section title={words.title} aside={words.count({ count: format.counted(shares.length) })} id="links">
      <Table class="owned" caption={words.title} heads={[words.link, words.shows, words.opened, words.ends, { hidden: t.words.edit }]}>
        {shares.map((share) => (
          <tr key={share._id}>
            <th scope="row">
              {share.title}
              <br />
              <span class="soft tiny">{words.createdOn({ day: format.day(share.created_at) })}</span>
            </th>
            <td class="keep">{shownIn(share, words)}</td>
            <td class="keep">
              {share.last_opened_at === null
                ? words.never
                : words.openedTimes({ day: format.day(share.last_opened_at), count: format.counted(share.opened) })}
              {share.list === 'wishlist' && (
                <>
                  <br />
                  <span class="soft">{words.takenCount({ count: format.counted(share.taken) })}</span>
                  {takenIn(share).length > 0 && (
                    <>
                      <br />
                      {format.list(takenIn(share).flatMap((id) => titleOf.get(id) ?? []))}
                    </>
                  )}
                </>
              )}
            </td>
            <td class="keep">{share.expires_at === null ? words.endsNever : words.endsOn({ day: format.day(share.expires_at) })}</td>
            <td class="keep">
              <p class="row">
                <a href={`${to.shares({ edit: share._id })}#form`} aria-label={words.editOf({ title: share.title })}>
                  {t.words.edit}
                </a>
                <a class="danger" href={to.share(share._id)} aria-label={words.stopOf({ title: share.title })}>
                  {words.stop}
                </a>
              </p>
            </td>
          </tr>
        ))}
      </Table>
      <p class="row tiny soft">{words.advice}</p>
    </Section>
  );
}

const shownIn = ({ list, shown }: Share, words: RequestContext['t']['shares']): string =>
  [words.lists[list], ...shown.map((word) => words.shown[word])].join(', ');

function NewLink({ name, url }: { readonly name: string; readonly url: string }) {
  const { t } = useRequestContext();
  const words = t.shares;
  const mail = `mailto:?subject=${encodeURIComponent(name)}&body=${encodeURIComponent(url)}`;
  return (
    <Section title={name} aside={words.onlyNow} id="new">
      <OneTimeSecret head={words.send} advice={words.sendAdvice} label={words.link} secret={url}>
        <p class="row">
          <a class="button first" href={mail}>
            {words.sendByMail}
          </a>
          <a href={url}>{words.preview}</a>
        </p>
      </OneTimeSecret>
    </Section>
  );
}

function ShareForm({ share, state }: { readonly share?: Share; readonly state: FormState }) {
  const { entered, chosen, problems } = state;
  const field = fieldPropsOf(state);
  const { t, to } = useRequestContext();
  const words = t.shares;
  const isTouched = Object.keys(entered).length > 0;
  const shown: readonly string[] = isTouched ? (chosen ?? []) : (share?.shown ?? ['prices']);
  const isTakenShown = isTouched ? entered.shows_taken !== undefined : (share?.shows_taken ?? false);
  const lists = (['wishlist', 'collection'] as const).map((list) => [list, words.lists[list]] as const);
  const ends = Object.keys(terms).map((term) => [term, words.terms[term as 'never']] as const);
  return (
    <Section title={share ? words.editOf({ title: share.title }) : words.newLink} id="form">
      <Form class="form" action={share ? to.share(share._id) : to.shares()}>
        <AllProblems problems={problems.all} />
        {!share && <Radios name="list" legend={words.what} options={lists} chosen={entered.list ?? 'wishlist'} />}
        <Field {...field('title', share?.title ?? '')} label={words.titleField} hint={words.titleHint} required maxLength={100} />
        <TextArea {...field('greeting', share?.greeting ?? '')} label={words.greeting} />
        <fieldset>
          <legend>{words.alsoShown}</legend>
          {shownWords.map((word) => (
            <Checkbox key={word} name="shown" value={word} checked={shown.includes(word)} text={words.shown[word]} />
          ))}
        </fieldset>
        <fieldset>
          <legend>{words.surprise}</legend>
          <Checkbox name="shows_taken" checked={isTakenShown} text={words.showsTaken} hint={words.showsTakenHint} />
        </fieldset>
        <Select
          name="ends"
          label={words.endsField}
          options={ends}
          value={entered.ends ?? (share ? '' : '90')}
          {...(share && { none: words.endsUnchanged })}
          problem={problems.fields.expires_at}
        />
        <p class="row">
          <Submit class="first" text={share ? t.words.save : words.create} />
          {share && <a href={to.shares()}>{t.words.cancel}</a>}
        </p>
      </Form>
    </Section>
  );
}
