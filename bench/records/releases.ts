import type { Random } from '../random';
import { createdAt, credits, externalLink, type GeneratedIris, partialDate, pickUnevenly, relationshipTo } from './record';
import { countries, pieceTitle, workTitle } from './words';

const shareWithBarcode = 0.7;
const shareWithTwoFormats = 0.15;
const shareWithRecordings = 0.05;
const shareOfCompilations = 0.1;
const shareOfCompoundTracks = 0.01;

/** Releases with labels, links, formats, tracks and production entries. */
export function* releaseRecords(random: Random, iris: GeneratedIris, releases: number, tracks: number): Generator<object> {
  let tracksDone = 0;
  for (let number = 0; number < releases; number++) {
    const id = `/api/releases/${random.uuid()}`;
    yield release(random, iris, id);
    if (random.chance(0.5)) yield externalLink(random, 'ReleaseExternalLink', id, 'discogs');
    yield* entries(random, iris, id);
    if (random.chance(shareWithRecordings)) for (let count = random.between(1, 5); count > 0; count--) yield recording(random, iris, id);
    const until = number + 1 === releases ? tracks : Math.round(((number + 1) / releases) * tracks + random.between(-5, 5));
    const count = Math.max(0, Math.min(until, tracks) - tracksDone);
    tracksDone += count;
    yield* formats(random, iris, id, count);
  }
}

function release(random: Random, iris: GeneratedIris, id: string): object {
  const hasSeries = iris.series.length > 0 && random.chance(0.05);
  return {
    type: 'Release',
    id,
    attributes: {
      title: random.chance(0.8) ? `${workTitle(random)} (Original Soundtrack)` : workTitle(random),
      release_date: random.chance(0.9) ? partialDate(random, random.between(1950, 2025)) : null,
      country: random.chance(0.9) ? random.pick(countries) : null,
      barcode: random.chance(shareWithBarcode) ? barcode(random) : null,
      artists: credits(random, iris, random.chance(0.2) ? ['composer', 'composer'] : ['composer']),
      credits: credits(random, iris, ['conductor', 'orchestrator', 'producer'].slice(0, random.between(0, 3))),
      labels: labels(random, iris),
      notes: random.chance(0.1) ? 'Recorded at the large hall; the booklet has notes on the recording.' : null,
      created_at: createdAt,
    },
    ...(hasSeries && { relationships: { series: relationshipTo('LabelSeries', random.pick(iris.series)) } }),
  };
}

const labels = (random: Random, iris: GeneratedIris): object[] =>
  Array.from({ length: random.pick([0, 1, 1, 1, 1, 1, 1, 2]) }, () => ({
    iri: pickUnevenly(random, iris.labels),
    catalog_number: random.chance(0.9) ? `${random.pick(['VSD', 'LLLCD', 'MAF', 'SK', 'INT'])} ${random.between(1_000, 99_999)}` : null,
  }));

/** An EAN-13 with its check digit. */
function barcode(random: Random): string {
  const digits = Array.from({ length: 12 }, () => random.between(0, 9));
  const sum = digits.reduce((total, digit, index) => total + digit * (index % 2 ? 3 : 1), 0);
  return `${digits.join('')}${(10 - (sum % 10)) % 10}`;
}

function* entries(random: Random, { productions }: GeneratedIris, release: string): Generator<object> {
  const isCompilation = random.chance(shareOfCompilations);
  const of = new Set(Array.from({ length: isCompilation ? random.between(2, 8) : 1 }, () => pickUnevenly(random, productions)));
  for (const [index, production] of [...of].entries()) {
    yield {
      type: 'ProductionEntry',
      id: `${production}/entries/${random.uuid()}`,
      attributes: { kind: isCompilation ? 'compilation' : 'score', position: index + 1 },
      relationships: { release: relationshipTo('Release', release) },
    };
  }
}

const recording = (random: Random, iris: GeneratedIris, release: string): object => ({
  type: 'ReleaseRecording',
  id: `${release}/recordings/${random.uuid()}`,
  attributes: { title: pieceTitle(random), duration_seconds: random.between(30, 600), credits: credits(random, iris, ['composer']) },
});

/** One format with all tracks, or two with half of them each. */
function* formats(random: Random, iris: GeneratedIris, release: string, tracks: number): Generator<object> {
  const parts = random.chance(shareWithTwoFormats) ? [Math.ceil(tracks / 2), Math.floor(tracks / 2)] : [tracks];
  for (const [index, count] of parts.entries()) {
    const id = `${release}/formats/${random.uuid()}`;
    yield {
      type: 'ReleaseFormat',
      id,
      attributes: { position: index + 1, format_type: random.pick(['cd', 'cd', 'cd', 'vinyl', 'digital']) },
    };
    for (let position = 1; position <= count; position++) yield track(random, iris, id, position);
  }
}

function track(random: Random, iris: GeneratedIris, format: string, position: number): object {
  const isCompound = random.chance(shareOfCompoundTracks);
  return {
    type: 'ReleaseTrack',
    id: `${format}/tracks/${random.uuid()}`,
    attributes: {
      ...piece(random, position),
      _type: isCompound ? 'compound' : 'track',
      artists: random.chance(0.2) ? credits(random, iris, ['composer']) : [],
      credits: random.chance(0.1) ? credits(random, iris, ['soloist']) : [],
      productions: random.chance(0.05) ? [{ iri: pickUnevenly(random, iris.productions) }] : [],
      ...(isCompound && { sub_tracks: [1, 2].map((part) => ({ id: random.uuid(), ...piece(random, part) })) }),
    },
  };
}

const piece = (random: Random, position: number): object => ({
  position,
  title: pieceTitle(random),
  minutes: random.between(0, 7),
  seconds: random.between(1, 59),
  content_components: ['instrumental'],
});
