import type { Random } from '../random';
import { createdAt, credits, externalLink, type Made, to, wholeDate } from './record';
import { biography, countries, pieceTitle, workTitle } from './words';

const shareWithRecordings = 0.25;
const shareWithLinks = 0.6;
/** Of the artists that are made up, how often each is portrayed. */
const portrayals = 1.5;

/** Productions with composers, links and recordings, and who portrays whom in them. */
export function* productionRecords(random: Random, made: Made, productions: number): Generator<object> {
  for (let number = 0; number < productions; number++) {
    const id = `/api/productions/${random.uuid()}`;
    made.productions.push(id);
    yield { type: 'Production', id, attributes: production(random, made) };
    if (random.chance(shareWithLinks)) yield externalLink(random, 'ProductionExternalLink', id, 'imdb');
    if (!random.chance(shareWithRecordings)) continue;
    for (let count = random.between(1, 6); count > 0; count--) yield recording(random, made, id);
  }
  for (let number = 0; number < made.fictional.length * portrayals && productions > 0; number++) yield portrayal(random, made);
}

function production(random: Random, made: Made): object {
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
    composers: credits(random, made, random.chance(0.2) ? ['composer', 'composer'] : ['composer']),
    created_at: createdAt,
  };
}

function recording(random: Random, made: Made, production: string): object {
  return {
    type: 'ProductionRecording',
    id: `${production}/recordings/${random.uuid()}`,
    attributes: {
      title: pieceTitle(random),
      recording_type: random.pick(['score', 'score', 'song', 'source']),
      recording_usage: random.pick(['original', 'original', 'licensed']),
      credits: credits(random, made, ['composer', 'conductor', 'orchestrator'].slice(0, random.between(1, 3))),
      organizations:
        random.chance(0.3) && made.organizations.length > 0 ? [{ iri: random.pick(made.organizations), role: 'Publisher' }] : [],
    },
  };
}

const portrayal = (random: Random, { people, fictional, productions }: Made): object => ({
  type: 'Portrayal',
  id: `/api/portrayals/${random.uuid()}`,
  attributes: { aspects: random.pick([['performance'], ['voice'], ['voice', 'motion_capture']]), created_at: createdAt },
  relationships: {
    performer: to('Artist', random.pick(people)),
    fictionalArtist: to('Artist', random.pick(fictional)),
    production: to('Production', random.pick(productions)),
  },
});
