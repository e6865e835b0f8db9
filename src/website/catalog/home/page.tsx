import { readStatus } from '../../admin/documents';
import { mayEdit } from '../../api/server-meta';
import { AddADisc } from '../../editing/editor-links';
import type { Page } from '../../http/page';
import { type RequestContext, useRequestContext } from '../../http/request-context';
import { EmptyState } from '../../ui/empty-state';
import { Beginning } from '../../ui/first-steps';
import { Section } from '../../ui/section';
import { FirstView } from './first-view';
import { Birthdays, InNumbers, NewHere, RoundYears } from './parts';
import { type Home, readHome } from './read-home';

export async function get(visit: RequestContext): Promise<Page> {
  const { t, to, origin, isIndexed } = visit;
  const home = await readHome(visit);
  const isAdministered = home.statistics.isEmpty && visit.user?.role === 'admin';
  const database = isAdministered ? (await readStatus(visit.api)).database.path : undefined;
  const site = { '@type': 'WebSite', name: 'Leitmotif', url: `${origin}/`, description: t.home.about };
  return {
    title: undefined,
    year: home.ofTheDay?.release.year,
    about: { description: t.home.about, canonical: to.home(), ...(isIndexed && { data: site }) },
    body: home.statistics.isEmpty ? <NothingYet database={database} isEditor={await mayEdit(visit)} /> : <Contents home={home} />,
  };
}

function Contents({ home }: { readonly home: Home }) {
  return (
    <>
      {home.ofTheDay ? <FirstView shown={home.ofTheDay} /> : <PlainHead />}
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

/**
 * The first page of a catalog that nothing was entered into yet.
 * @param database its file, for administrators
 * @param isEditor whether whoever looks may begin it by hand
 */
function NothingYet({ database, isEditor }: { readonly database: string | undefined; readonly isEditor: boolean }) {
  const { t, to } = useRequestContext();
  return (
    <>
      <PlainHead />
      <EmptyState text={t.home.nothingYet}>
        {isEditor && (
          <p>
            <AddADisc isButton />
          </p>
        )}
        {database === undefined && (
          <p>
            <a class="button" href={to.documentation('importing')}>
              {t.home.howToImport}
            </a>
          </p>
        )}
      </EmptyState>
      {database !== undefined && (
        <Section title={t.administration.beginning.title}>
          <Beginning database={database} />
        </Section>
      )}
    </>
  );
}
