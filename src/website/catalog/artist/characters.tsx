import type { VNode } from 'preact';
import { useRequestContext } from '../../http/request-context';
import { CatalogLink } from '../../ui/catalog-text';
import { Joined } from '../../ui/facts';
import { MarkdownLine } from '../../ui/markdown';
import { Pager } from '../../ui/pager';
import { Person } from '../../ui/people';
import { Section } from '../../ui/section';
import { charactersPage } from './lists';
import type { ReadArtist } from './load';
import { type Portrayal, portrayalsIn } from './portrayals';

/** Each character once, with its productions. */
export function PortrayedCharacters({ read: { portrayals } }: { readonly read: ReadArtist }) {
  const { t } = useRequestContext();
  const known = portrayalsIn(portrayals).filter(({ character }) => character !== undefined);
  if (portrayals.meta.totalItems === 0) return null;
  return (
    <Section id={charactersPage} title={t.fields.characters} aside={t.artist.charactersAside}>
      <CharacterList portrayals={known} says={(portrayal) => <Portrayed key={portrayal.id} portrayal={portrayal} />} />
      <Pager meta={portrayals.meta} parameter={charactersPage} part={charactersPage} />
    </Section>
  );
}

interface CharacterListProps {
  readonly portrayals: readonly Portrayal[];
  readonly says: (portrayal: Portrayal) => VNode;
}

/** Each character once, with what each portrayal says of it. */
export const CharacterList = ({ portrayals, says }: CharacterListProps) => (
  <ul class="people">
    {[...Map.groupBy(portrayals, ({ character }) => character?._id).values()].map(
      (all) =>
        all[0]?.character && (
          <Person key={all[0].id} artist={all[0].character}>
            <Joined parts={all.map(says)} />
          </Person>
        ),
    )}
  </ul>
);

/** `singing voice in My Fair Lady 1964` */
function Portrayed({ portrayal: { aspects, production, notes } }: { readonly portrayal: Portrayal }) {
  const { t, to } = useRequestContext();
  return (
    <>
      {aspects.map((aspect) => t.words.portrayalAspects[aspect]).join(', ')}
      {production && (
        <>
          {' '}
          {t.artist.inProduction} <CatalogLink href={to.production(production)} text={production.title} />
          {production.year > 0 && (
            <>
              {' '}
              <span class="n">{production.year}</span>
            </>
          )}
        </>
      )}
      {notes && (
        <>
          <br />
          <MarkdownLine text={notes} />
        </>
      )}
    </>
  );
}
