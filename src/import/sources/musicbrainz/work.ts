import { type Context, Gathering, type Mapping } from './context';
import { listed, relationCredits } from './credits';
import { type Json, requireId, text } from './json';
import { filmsOf } from './links';
import { given, iri, productionOfFilm } from './records';
import { productionForFilm } from './release-group';
import { short } from './text';
import { tracksOfWork } from './tracks-of-works';

const source = 'musicbrainz/work';

/** Who wrote what is on the tracks; and of the music of a whole film, what the film is called and who composed it. */
export const mapWork: Mapping = (document, context) => {
  const id = requireId(document);
  const tracks = tracksOfWork(id, context);
  const films = text(document, 'type') === 'Soundtrack' ? filmsOf(document).map((film) => productionForFilm(film, context)) : [];
  const claimed = films.filter((production) => isClaimable(production, id, context));
  if (tracks.length === 0 && claimed.length === 0) return undefined;
  const gathering = new Gathering();
  const credits = relationCredits(document, 'recording', context, gathering);
  const writers = listed(credits);
  if (writers !== undefined) for (const track of tracks) gathering.add(given('partial', 'ReleaseTrack', track, { credits: writers }));
  const composers = listed(credits.filter(({ credit_role }) => credit_role === 'composer'));
  for (const production of claimed)
    gathering.add(given('partial', 'Production', iri.production(production), { title: titleOf(document), composers }));
  return { records: gathering.records, notes: claimed.map((production) => [`production ${production}`, id] as const) };
};

/** The productions that a work is the music of, whether they are in the catalog or not. */
export const productionsOfWork = (document: Json): string[] =>
  text(document, 'type') === 'Soundtrack' ? filmsOf(document).map(productionOfFilm) : [];

/**
 * Whether a production is in the catalog, and a work may name it: the first that did keeps doing so. Two works of one
 * series would otherwise rename it in turns.
 */
function isClaimable(production: string, work: string, { known, notes }: Context): boolean {
  if (!known.has('Production', production)) return false;
  const name = `production ${production}`;
  const owner = notes.read(source, name) ?? work;
  if (owner === work) notes.write(source, name, work);
  return owner === work;
}

const titleOf = (document: Json): string | undefined => short(text(document, 'title'));
