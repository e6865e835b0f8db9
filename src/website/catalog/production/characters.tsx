import { useRequestContext } from '../../http/request-context';
import { CatalogText } from '../../ui/catalog-text';
import { Joined } from '../../ui/facts';
import { Person } from '../../ui/people';
import { Section } from '../../ui/section';
import type { Portrayal } from './load';

export function ProductionCharacters({ portrayals }: { readonly portrayals: readonly Portrayal[] }) {
  const { t } = useRequestContext();
  const known = portrayals.filter(({ character }) => character !== undefined);
  if (known.length === 0) return null;
  return (
    <Section title={t.fields.characters} aside={t.records.production.portrayed}>
      <ul class="people">
        {[...Map.groupBy(known, ({ character }) => character?.id).values()].map((all) => (
          <Character key={all[0]?.id} portrayals={all} />
        ))}
      </ul>
    </Section>
  );
}

function Character({ portrayals }: { readonly portrayals: readonly Portrayal[] }) {
  const character = portrayals[0]?.character;
  if (!character) return null;
  return (
    <Person artist={character.attributes}>
      <Joined parts={portrayals.map((portrayal) => <Portrayed key={portrayal.id} portrayal={portrayal} />)} />
    </Person>
  );
}

/** `James Earl Jones, voice` */
function Portrayed({ portrayal: { performer, aspects } }: { readonly portrayal: Portrayal }) {
  const { t, to } = useRequestContext();
  const how = aspects.map((aspect) => t.words.portrayalAspects[aspect]).join(', ');
  if (!performer) return <>{how}</>;
  return (
    <>
      <a href={to.artist(performer.attributes)}>
        <CatalogText text={performer.attributes.display_name} />
      </a>
      {how && `, ${how}`}
    </>
  );
}
