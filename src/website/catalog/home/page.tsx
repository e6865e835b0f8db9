import { ApiError } from '../../api/client';
import { mayEdit } from '../../api/server-meta';
import { AddADisc } from '../../editing/editor-links';
import { withFlash } from '../../http/addresses';
import { type Page, type PageAnswer, seeOther } from '../../http/page';
import { type RequestContext, useRequestContext } from '../../http/request-context';
import { CatalogText, RecordTitle } from '../../ui/catalog-text';
import { CreditLine } from '../../ui/credit-line';
import { EmptyState } from '../../ui/empty-state';
import { FirstSteps } from '../../ui/first-steps';
import { formatWords } from '../../ui/format-words';
import { coverClass, Sleeve } from '../../ui/pictures';
import { Section } from '../../ui/section';
import { Birthdays, InNumbers, NewHere, RoundYears } from './parts';
import { type Home, readHome } from './read-home';
import type { releaseOfTheDay } from './release-of-the-day';

export async function get(context: RequestContext): Promise<Page> {
  const { t, to, origin, isIndexed } = context;
  const home = await readHome(context);
  const isAdministered = home.statistics.isEmpty && context.user?.role === 'admin';
  const site = { '@type': 'WebSite', name: 'Leitmotif', url: `${origin}/`, description: t.home.about };
  return {
    title: undefined,
    year: home.ofTheDay?.release.year,
    about: { description: t.home.about, canonical: to.home(), ...(isIndexed && { data: site }) },
    body: home.statistics.isEmpty ? <NothingYet isAdministered={isAdministered} isEditor={mayEdit(context)} /> : <Contents home={home} />,
  };
}

function Contents({ home }: { readonly home: Home }) {
  return (
    <>
      {home.ofTheDay ? <FirstView ofTheDay={home.ofTheDay} /> : <PlainHead />}
      {home.newest.length > 0 && <NewHere home={home} />}
      {home.birthdays.artists.length > 0 && <Birthdays home={home} />}
      {home.anniversaries.data.length > 0 && <RoundYears home={home} />}
      <InNumbers home={home} />
    </>
  );
}

function PlainHead() {
  const { t } = useRequestContext();
  return (
    <div class="head">
      <h1>Leitmotif</h1>
      <p>{t.home.about}</p>
    </div>
  );
}

export async function post(context: RequestContext): Promise<PageAnswer> {
  const sent = await context.api.send('POST', '/api/demo', {});
  if (!sent.ok && sent.status !== 409) throw new ApiError(sent);
  return seeOther(sent.ok ? withFlash(context.to.home(), 'demo-added') : context.to.home());
}

function NothingYet({ isAdministered, isEditor }: { readonly isAdministered: boolean; readonly isEditor: boolean }) {
  const { t, to } = useRequestContext();
  if (isAdministered)
    return (
      <>
        <PlainHead />
        <Section title={t.administration.beginning.title}>
          <FirstSteps />
        </Section>
      </>
    );
  return (
    <>
      <PlainHead />
      <EmptyState text={t.home.nothingYet}>
        {isEditor && <AddADisc isButton />}
        <a href={to.documentation('importing')}>{t.home.howToImport}</a>
      </EmptyState>
    </>
  );
}

type OfTheDay = NonNullable<Awaited<ReturnType<typeof releaseOfTheDay>>>;

function FirstView({ ofTheDay: { release, production, formats } }: { readonly ofTheDay: OfTheDay }) {
  const context = useRequestContext();
  const { t, to, format } = context;
  const { title, year, artists, artist_credit: credit, track_count: tracks } = release;
  const over = [t.home.today, formatWords(formats, context), year].filter(Boolean).join(' · ');
  return (
    <div class="hero">
      <div class={coverClass(release, formats[0]?.format_type)}>
        <Sleeve of={release} size="l" />
      </div>
      <div>
        <p class="over">{over}</p>
        <RecordTitle title={title} href={to.release(release)} />
        {(artists.length > 0 || credit) && (
          <p class="credit">
            <CreditLine artists={artists} text={credit} />
          </p>
        )}
        {production?.description && (
          <p class="prose">
            <CatalogText text={beginningOf(production.description)} />
          </p>
        )}
        <p class="row">
          <a class="button first" href={to.release(release)}>
            {tracks > 0 ? t.home.tracks({ count: format.counted(tracks) }) : t.home.toRelease}
          </a>
          {production && (
            <a href={to.production(production)}>
              {t.home.production[production._type]({ year: production.year ? String(production.year) : undefined })}
            </a>
          )}
        </p>
      </div>
    </div>
  );
}

const longestDescription = 240;

/** About one sentence. */
function beginningOf(text: string): string {
  if (text.length <= longestDescription) return text;
  const cut = text.slice(0, longestDescription);
  const sentence = /^.*[.!?](?=\s)/s.exec(cut)?.[0];
  return sentence ?? `${cut.slice(0, cut.lastIndexOf(' '))} …`;
}
