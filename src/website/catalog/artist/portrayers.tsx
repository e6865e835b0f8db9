import { useRequestContext } from '../../http/request-context';
import { CatalogLink } from '../../ui/catalog-text';
import { MarkdownLine } from '../../ui/markdown';
import { Pager } from '../../ui/pager';
import { Person } from '../../ui/people';
import { productionType } from '../../ui/production-rows';
import { Section } from '../../ui/section';
import { portrayersPage } from './lists';
import type { ReadArtist } from './load';
import { type Portrayal, portrayalsIn } from './portrayals';

/** Grouped by production. */
export function Portrayers({ read: { portrayals } }: { readonly read: ReadArtist }) {
  const byProduction = Map.groupBy(portrayalsIn(portrayals), ({ production }) => production?._id);
  return (
    <>
      {[...byProduction.values()].map((all) => (
        <PortrayersIn key={all[0]?.id} portrayals={all} />
      ))}
      <Pager meta={portrayals.meta} parameter={portrayersPage} />
    </>
  );
}

function PortrayersIn({ portrayals }: { readonly portrayals: readonly Portrayal[] }) {
  const { t, to } = useRequestContext();
  const production = portrayals[0]?.production;
  const performed = portrayals.filter(({ performer }) => performer !== undefined);
  const title = production ? <CatalogLink href={to.production(production)} text={production.title} /> : t.artist.portrayedBy;
  return (
    <Section title={title} aside={production && [productionType(t, production._type), production.year || ''].filter(Boolean).join(', ')}>
      {performed.length === 0 && <p class="soft">{t.artist.unknownPerformer}</p>}
      <ul class="people">
        {performed.map((portrayal) => (
          <Portrayer key={portrayal.id} portrayal={portrayal} />
        ))}
      </ul>
    </Section>
  );
}

function Portrayer({ portrayal: { performer, aspects, notes } }: { readonly portrayal: Portrayal }) {
  const { t } = useRequestContext();
  if (!performer) return null;
  const how = aspects.map((aspect) => t.words.portrayalAspects[aspect]).join(', ');
  return (
    <Person artist={performer}>
      {how.charAt(0).toUpperCase() + how.slice(1)}
      {notes && (
        <>
          {how && <br />}
          <MarkdownLine text={notes} />
        </>
      )}
    </Person>
  );
}
