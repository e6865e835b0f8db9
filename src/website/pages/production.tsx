import { RecordTitle } from '../components/catalog-text';
import { Characters } from '../components/characters';
import { CreditLine } from '../components/credit-line';
import { Credits } from '../components/credits';
import { Elsewhere } from '../components/elsewhere';
import { Pager } from '../components/pager';
import { Part } from '../components/part';
import { Frame } from '../components/pictures';
import { ProductionFacts } from '../components/production-facts';
import { RecordFacts } from '../components/record-facts';
import { Recordings } from '../components/recordings';
import { ReleaseShelf, Yours } from '../components/shelves';
import type { Answer } from '../page';
import { aboutProduction } from '../production-data';
import { type ReadProduction, readProduction } from '../read-production';
import { useVisit, type Visit } from '../visit';

export async function show(visit: Visit): Promise<Answer> {
  const read = await readProduction(visit);
  if (read instanceof Response) return read;
  const { title, year } = read.production.attributes;
  return {
    title: year ? `${title} (${year})` : title,
    year,
    current: 'productions',
    about: aboutProduction(visit, read),
    body: <Production read={read} />,
  };
}

function Production({ read }: { readonly read: ReadProduction }) {
  const { t } = useVisit();
  const { recordings, artists, roles, production } = read;
  const credits = recordings.data.flatMap(({ attributes: { credits, orchestras, choirs } }) => [...credits, ...orchestras, ...choirs]);
  const isWhole = recordings.meta.totalItems === recordings.data.length;
  return (
    <>
      <Head read={read} />
      <Releases read={read} />
      <Recordings read={read} />
      {credits.length > 0 && (
        <Part title={t.records.credits.title} aside={isWhole && t.records.credits.ofAll}>
          <Credits credits={credits} slugs={artists} roles={roles} />
        </Part>
      )}
      <Characters portrayals={read.portrayals} />
      <Elsewhere links={read.links} />
      <RecordFacts record={production.attributes} />
    </>
  );
}

function Head({ read }: { readonly read: ReadProduction }) {
  const { t, format } = useVisit();
  const { title, _type: type, year, country, duration, composers, description } = read.production.attributes;
  const minutes = duration === null ? undefined : t.words.minutes(format.number(duration));
  const over = [t.words.productionTypes[type], year || undefined, country && format.country(country), minutes].filter(Boolean);
  return (
    <div class="hero">
      <div class="cover screen">
        <Frame of={read.production.attributes} />
      </div>
      <div>
        <p class="over">{over.join(' · ')}</p>
        <RecordTitle title={title} />
        {composers.length > 0 && (
          <p class="credit">
            {t.records.production.musicBy} <CreditLine artists={composers} slugs={read.artists} />
          </p>
        )}
        {description && <p class="prose lines">{description}</p>}
        <ProductionFacts read={read} />
      </div>
    </div>
  );
}

/** Releases with its music, the oldest first. */
function Releases({ read: { releases, kinds } }: { readonly read: ReadProduction }) {
  const { t, format } = useVisit();
  const { totalItems, owned } = releases.meta;
  const own = new Set(owned?.filter(({ edition }) => edition === 'this').map(({ release }) => release));
  const kindOf = (id: string) => kinds.get(`/api/releases/${id}`);
  return (
    <Part title={t.records.releases} aside={totalItems > 0 && t.words.releases(format.number(totalItems), totalItems === 1)}>
      {totalItems === 0 && <p class="prose soft">{t.records.production.noReleases}</p>}
      <ReleaseShelf
        releases={releases.data}
        below={({ _id, year }) => {
          const kind = kindOf(_id);
          const said = [kind && t.words.entryKinds[kind], year].filter(Boolean).join(' · ');
          return own.has(`/api/releases/${_id}`) ? <Yours said={said} /> : said;
        }}
      />
      <Pager meta={releases.meta} />
    </Part>
  );
}
