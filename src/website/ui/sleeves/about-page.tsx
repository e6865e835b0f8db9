import { ApiError } from '../../api/client';
import type { Page } from '../../http/page';
import { type RequestContext, useRequestContext } from '../../http/request-context';
import { PageHead } from '../../ui/section';
import { ActionLink } from '../form';
import { People } from '../people';
import { Frame, LabelMark, Sleeve, type SleevedRelease } from '../pictures';
import { Section } from '../section';
import { creditAndYear, ReleaseShelf } from '../shelves';
import { readSleeveExamples, type SleeveExamples } from './read-sleeves';

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
          <ActionLink class="button" href={to.releases()} text={t.fields.entries} />
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
