import type { releases } from '../../catalog/releases';
import { etagOf } from '../../http/respond';
import { ApiError, type Item, type List } from '../api/client';
import { withFlash } from '../http/addresses';
import { problemsOf, type SentForm } from '../http/form';
import { type Page, type PageAnswer, pageNumber, seeOther } from '../http/page';
import { type RequestContext, useRequestContext } from '../http/request-context';
import { AllProblems, Field, Form, Submit } from '../ui/form';
import { Pager } from '../ui/pager';
import { PageHead, PageTabs } from '../ui/section';

type Release = Item<typeof releases>;

export const get = (context: RequestContext): Promise<Page> => unreviewedPage(context);

export async function post(context: RequestContext, _: unknown, form: SentForm): Promise<PageAnswer> {
  const { api, to, t } = context;
  const iri = `/api/releases/${encodeURIComponent(form.text('release'))}`;
  if (form.text('do') === 'reject') {
    const rejected = await api.send('POST', `${iri}/rejection`, { note: form.text('note') });
    if (rejected.ok) return seeOther(withFlash(to.unreviewed(), 'release-rejected'));
    if (![404, 409, 422].includes(rejected.status)) throw new ApiError(rejected);
    return unreviewedPage(context, rejected.status === 422 ? t.unreviewed.enterReason : t.unreviewed.gone);
  }
  const tag = etagOf(JSON.stringify(await api.read(iri)));
  const data = { type: 'Release', id: iri, attributes: { reviewed: true } };
  const sent = await api.send('PATCH', iri, { data }, { 'if-match': tag });
  if (sent.ok) return seeOther(withFlash(to.unreviewed(), 'release-accepted'));
  if (![404, 409, 412, 422].includes(sent.status)) throw new ApiError(sent);
  return unreviewedPage(context, sent.status === 422 ? problemsOf(context, sent).all.join(' ') : t.unreviewed.gone);
}

async function unreviewedPage(context: RequestContext, problem?: string): Promise<Page> {
  const { api, t, to } = context;
  const isRejected = context.query.has('rejected');
  const path = `/api/releases/${isRejected ? 'rejected' : 'unreviewed'}`;
  const { data, meta } = await api.read<List<typeof releases>>(path, { sort: '-createdAt', page: pageNumber(context) });
  const body = (
    <>
      <PageHead title={t.unreviewed.title} lead={t.unreviewed.lead} />
      <PageTabs
        label={t.unreviewed.title}
        tabs={[
          [to.unreviewed(), t.unreviewed.title, !isRejected],
          [to.unreviewed({ rejected: 'true' }), t.unreviewed.rejected, isRejected],
        ]}
      />
      <br />
      {problem !== undefined && <AllProblems problems={[problem]} />}
      {data.length === 0 && <p class="prose">{t.unreviewed.none}</p>}
      {data.map((release) => (
        <Waiting key={release.id} release={release.attributes} />
      ))}
      <Pager meta={meta} />
    </>
  );
  return { title: t.unreviewed.title, current: 'albums', body, ...(problem !== undefined && { status: 422 }) };
}

function Waiting({ release }: { readonly release: Release['attributes'] }) {
  const { t, to, format } = useRequestContext();
  const { _id: id, title, artist_credit: credit, year, country, barcode, labels, pending, rejection, created_at: added } = release;
  const named = labels.map(({ name, catalog_number: number }) => [name, number].filter(Boolean).join(' '));
  const formats = (pending?.formats ?? []).map(({ format_type: type, quantity }) =>
    [quantity > 1 ? `${quantity} ×` : '', t.words.formatTypes[type]].join(' ').trim(),
  );
  const films = (pending?.productions ?? []).map(({ title }) => title);
  const facts = [credit, ...films, year, country && format.country(country), ...named, barcode, ...formats].filter(Boolean).join(' · ');
  return (
    <>
      <Form class="bar" action={to.unreviewed()}>
        <input type="hidden" name="release" value={id} />
        <span>
          <a href={to.release(release)}>{title}</a> <span class="soft">{[facts, format.date(added)].filter(Boolean).join(' · ')}</span>
        </span>
        <Submit text={t.unreviewed.accept} />
        <a href={to.below(to.release(release), 'merge')}>{t.unreviewed.merge}</a>
      </Form>
      {rejection ? <p class="prose lines">{rejection.note}</p> : <Rejection id={id} title={title} />}
    </>
  );
}

/** Characters of a reason. */
const longestReason = 1_000;

/** A form of its own: Enter in the reason must not accept the release. */
function Rejection({ id, title }: { readonly id: string; readonly title: string }) {
  const { t, to } = useRequestContext();
  return (
    <details>
      <summary aria-label={t.unreviewed.rejectNamed({ title })}>{t.unreviewed.reject}</summary>
      <Form class="form" action={to.unreviewed()}>
        <input type="hidden" name="release" value={id} />
        <Field name="note" label={t.unreviewed.reason} required maxLength={longestReason} />
        <Submit name="do" value="reject" text={t.unreviewed.reject} />
      </Form>
    </details>
  );
}
