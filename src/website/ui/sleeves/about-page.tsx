import { artists } from '../../../catalog/artists';
import { labels } from '../../../catalog/labels';
import { productions } from '../../../catalog/productions';
import { releases } from '../../../catalog/releases';
import { type Api, ApiError, type ApiQuery } from '../../api/client';
import type { Page } from '../../http/page';
import { type RequestContext, useRequestContext } from '../../http/request-context';
import { PageHead } from '../../ui/section';
import { languageOf } from '../catalog-text';
import { People } from '../people';
import { Frame, LabelMark, Sleeve, type SleevedRelease, sleevedAttributes } from '../pictures';
import { Section } from '../section';
import { creditAndYear, ReleaseShelf } from '../shelves';

export async function get(context: RequestContext): Promise<Page> {
  const { t, to } = context;
  const { title, lead } = t.records.sleeves;
  const examples = await findExamples(context);
  return {
    title,
    about: { description: lead, canonical: to.aboutSleeves() },
    body: (
      <>
        <PageHead title={title} lead={lead} />
        {examples ? <Examples examples={examples} /> : <DecadesAlone />}
      </>
    ),
  };
}

/** If the viewer may see the catalog. */
async function findExamples({ api }: RequestContext): Promise<SleeveExamples | undefined> {
  try {
    return await readSleeveExamples(api);
  } catch (error) {
    if (error instanceof ApiError && (error.status === 401 || error.status === 403)) return undefined;
    throw error;
  }
}

function Examples({ examples }: { readonly examples: SleeveExamples }) {
  const { t, to } = useRequestContext();
  const words = t.records.sleeves;
  const { recurring, ofDecades, inScripts } = examples;
  return (
    <>
      {examples.artists.length > 0 && (
        <Section title={words.motif} aside={words.motifAside}>
          <People artists={examples.artists} below={(artist) => words.shapeOf[artist.fictional ? 'fictional' : shapeOf(artist._type)]} />
        </Section>
      )}
      <Shapes examples={examples} />
      {recurring.length > 1 && (
        <Section title={words.recurs} aside={words.recursAside}>
          <ReleaseShelf releases={recurring} below={creditAndYear} />
        </Section>
      )}
      {ofDecades.length > 0 && (
        <Section title={words.decades} aside={words.decadesAside}>
          <ReleaseShelf releases={ofDecades} size="tight" below={({ year }) => year ?? words.noYear} />
        </Section>
      )}
      <Sizes releases={ofDecades.map(({ attributes }) => attributes)} />
      {inScripts.length > 0 && (
        <Section title={words.scripts}>
          <ReleaseShelf releases={inScripts} size="tight" below={({ year }) => year ?? words.noYear} />
        </Section>
      )}
      <Section title={words.all}>
        <p class="row">
          <a class="button" href={to.releases()}>
            {t.fields.entries}
          </a>
        </p>
      </Section>
    </>
  );
}

const shapeOf = (type: string) => (type === 'group' || type === 'orchestra' || type === 'choir' ? type : 'person');

function Shapes({ examples: { production, labels } }: { readonly examples: SleeveExamples }) {
  const { t } = useRequestContext();
  if (!production || labels.length === 0) return null;
  return (
    <Section title={t.records.sleeves.shapes} aside={t.records.sleeves.shapesAside}>
      <div class="two">
        <div>
          <Frame of={production.attributes} />
        </div>
        <div class="row">
          {labels.map(({ id, attributes }) => (
            <div key={id} class="thumb">
              <LabelMark of={attributes} />
            </div>
          ))}
        </div>
      </div>
    </Section>
  );
}

function Sizes({ releases }: { readonly releases: readonly SleevedRelease[] }) {
  const { t } = useRequestContext();
  if (releases.length === 0) return null;
  return (
    <Section title={t.records.sleeves.sizes} aside={t.records.sleeves.sizesAside}>
      <div class="row">
        {releases.map((release) => (
          <div class="thumb" key={release._id}>
            <Sleeve of={release} size="s" />
          </div>
        ))}
      </div>
      <br />
      <div class="two">
        {releases.slice(-2).map((release) => (
          <div key={release._id}>
            <Sleeve of={release} size="l" />
          </div>
        ))}
      </div>
    </Section>
  );
}

/** Without access: one imaginary sleeve per decade. */
function DecadesAlone() {
  const { t } = useRequestContext();
  const words = t.records.sleeves;
  const years = Array.from({ length: 10 }, (_, index) => 1930 + index * 10);
  return (
    <Section title={words.decades} aside={words.decadesAside}>
      <ul class="shelf tight">
        {years.map((year) => (
          <li key={year}>
            <Sleeve of={{ _id: `decade ${year}`, title: t.words.decade({ decade: year }), year, artist_credit: null }} />
          </li>
        ))}
      </ul>
    </Section>
  );
}

type SleeveExamples = Awaited<ReturnType<typeof readSleeveExamples>>;

/** Titles in other scripts are likely here. */
const countries = ['JP', 'RU', 'SU', 'IL', 'KR', 'CN', 'TW', 'HK', 'GR', 'IN', 'EG', 'TH', 'UA', 'BG'];

/** With the number shown. */
const kinds: readonly (readonly [count: number, query: ApiQuery])[] = [
  [3, { type: 'person', fictional: false, role: 'composer' }],
  [1, { type: 'group', fictional: false }],
  [1, { type: 'orchestra', fictional: false }],
  [1, { type: 'choir', fictional: false }],
  [2, { fictional: true }],
];

async function readSleeveExamples(api: Api) {
  const few = (query: ApiQuery) => api.list(releases, { 'fields[Release]': sleevedAttributes, ...query });
  const [people, production, disced, whole, foreign] = await Promise.all([
    Promise.all(kinds.map(([itemsPerPage, query]) => api.list(artists, { ...query, itemsPerPage }))),
    api.list(productions, { itemsPerPage: 1, 'order[releaseCount]': 'desc' }),
    api.list(labels, { itemsPerPage: 3, 'order[releaseCount]': 'desc' }),
    few({ itemsPerPage: 1, facets: 'decade,composer' }),
    few({ country: countries, itemsPerPage: 60 }),
  ]);
  const facets = (whole.meta.facets ?? {}) as Record<string, readonly { readonly value: string | number }[] | undefined>;
  const [composer] = facets.composer ?? [];
  const [recurring, ofDecades] = await Promise.all([
    composer ? few({ composer: composer.value, itemsPerPage: 6 }) : undefined,
    Promise.all((facets.decade ?? []).map(({ value }) => few({ decade: value, itemsPerPage: 1 }))),
  ]);
  return {
    artists: people.flatMap(({ data }) => data),
    production: production.data[0],
    labels: disced.data,
    recurring: recurring?.data ?? [],
    ofDecades: ofDecades.flatMap(({ data }) => data),
    inScripts: foreign.data.filter(({ attributes }) => languageOf(attributes.title).lang !== undefined).slice(0, 6),
  };
}
