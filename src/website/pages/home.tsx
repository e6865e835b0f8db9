import { Rest } from '../components/rest';
import { FirstView } from '../home/first-view';
import { Birthdays, InNumbers, NewHere, RoundYears } from '../home/parts';
import { type Home, readHome } from '../home/read-home';
import type { Page } from '../page';
import { useVisit, type Visit } from '../visit';

export async function show(visit: Visit): Promise<Page> {
  const { t, to, origin, isIndexed } = visit;
  const home = await readHome(visit);
  const site = { '@type': 'WebSite', name: 'Leitmotif', url: `${origin}/`, description: t.home.about };
  return {
    title: undefined,
    year: home.ofTheDay?.release.year,
    about: { description: t.home.about, canonical: to.home(), ...(isIndexed && { data: site }) },
    body: <Contents home={home} />,
  };
}

function Contents({ home }: { readonly home: Home }) {
  const isEmpty = home.statistics.attributes.totals.every(
    ({ resource_type: type, records }) => records === 0 || !shownTypes.includes(type),
  );
  if (isEmpty) return <NothingYet />;
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

/** What a catalog consists of; vocabularies are there from the beginning. */
const shownTypes = ['Artist', 'Production', 'Release', 'Label'];

function PlainHead() {
  const { t } = useVisit();
  return (
    <div class="head">
      <h1>Leitmotif</h1>
      <p>{t.home.about}</p>
    </div>
  );
}

/** The first page of a catalog that nothing was entered into yet. */
function NothingYet() {
  const { t, to } = useVisit();
  return (
    <>
      <PlainHead />
      <div class="empty">
        <Rest />
        <p class="prose">{t.home.nothingYet}</p>
        <p>
          <a class="button" href={to.documentation('importing')}>
            {t.home.howToImport}
          </a>
        </p>
      </div>
    </>
  );
}
