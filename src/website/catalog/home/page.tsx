import { ApiError } from '../../api/client';
import { mayEdit } from '../../api/server-meta';
import { AddADisc } from '../../editing/editor-links';
import { withFlash } from '../../http/addresses';
import { type Page, type PageAnswer, seeOther } from '../../http/page';
import { type RequestContext, useRequestContext } from '../../http/request-context';
import { EmptyState } from '../../ui/empty-state';
import { FirstSteps } from '../../ui/first-steps';
import { Section } from '../../ui/section';
import { FirstView } from './first-view';
import { Birthdays, InNumbers, NewHere, RoundYears } from './parts';
import { type Home, readHome } from './read-home';

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
