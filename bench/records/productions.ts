import type { Random } from '../random';
import { createdAt, credits, externalLink, type GeneratedIris, relationshipTo, wholeDate } from './record';
import { biography, countries, pieceTitle, workTitle } from './words';

const shareWithRecordings = 0.25;
const shareWithLinks = 0.6;
const portrayalsPerFictionalArtist = 1.5;

/** Productions with composers, links, recordings and portrayals. */
export function* productionRecords(random: Random, iris: GeneratedIris, productions: number): Generator<object> {
  for (let number = 0; number < productions; number++) {
    const id = `/api/productions/${random.uuid()}`;
    iris.productions.push(id);
    yield { type: 'Production', id, attributes: production(random, iris) };
    if (random.chance(shareWithLinks)) yield externalLink(random, 'ProductionExternalLink', id, 'imdb');
    if (!random.chance(shareWithRecordings)) continue;
    for (let count = random.between(1, 6); count > 0; count--) yield recording(random, iris, id);
  }
  for (let number = 0; number < iris.fictional.length * portrayalsPerFictionalArtist && productions > 0; number++)
    yield portrayal(random, iris);
}

function production(random: Random, iris: GeneratedIris): object {
  const year = random.between(1930, 2025);
  return {
    title: workTitle(random),
    _type: random.pick(['movie', 'movie', 'movie', 'television', 'episode', 'videogame', 'other']),
    year,
    country: random.pick(countries),
    release_date: random.chance(0.7) ? wholeDate(random, year) : null,
    duration: random.chance(0.8) ? random.between(40, 200) : null,
    akas: random.chance(0.2) ? `${workTitle(random)}\n${workTitle(random)}` : null,
    description: random.chance(0.1) ? biography(random) : null,
    composers: credits(random, iris, random.chance(0.2) ? ['composer', 'composer'] : ['composer']),
    created_at: createdAt,
  };
}

function recording(random: Random, iris: GeneratedIris, production: string): object {
  return {
    type: 'ProductionRecording',
    id: `${production}/recordings/${random.uuid()}`,
    attributes: {
      title: pieceTitle(random),
      recording_type: random.pick(['score', 'score', 'song', 'source']),
      recording_usage: random.pick(['original', 'original', 'licensed']),
      credits: credits(random, iris, ['composer', 'conductor', 'orchestrator'].slice(0, random.between(1, 3))),
      organizations:
        random.chance(0.3) && iris.organizations.length > 0 ? [{ iri: random.pick(iris.organizations), role: 'Publisher' }] : [],
    },
  };
}

const portrayal = (random: Random, { people, fictional, productions }: GeneratedIris): object => ({
  type: 'Portrayal',
  id: `/api/portrayals/${random.uuid()}`,
  attributes: { aspects: random.pick([['performance'], ['voice'], ['voice', 'motion_capture']]), created_at: createdAt },
  relationships: {
    performer: relationshipTo('Artist', random.pick(people)),
    fictionalArtist: relationshipTo('Artist', random.pick(fictional)),
    production: relationshipTo('Production', random.pick(productions)),
  },
});
