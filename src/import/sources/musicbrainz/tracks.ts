import type { ImportedRecord } from '../../../records/write/record';
import { child, childOfEach, children, type Json, mbidOf, number, requireId, text, texts } from '../shared/json';
import { lengthFromSeconds, mostTracks, withGuesses } from '../shared/records';
import { trackRemarks } from '../shared/remarks';
import type { Gathering } from './context';
import { artistCredit, composersAmong, numberedCredits, type RelationCredit, relationCredits } from './credits';
import { gatherFormat, organizationsOf, type PlacedTrack, placedTracks } from './editions';
import { countIgnoredMembers, countRelations } from './members';
import { notePresent, type TitlesOfRelease } from './other-titles';
import { iri, named, own, partialRecord, reference } from './records';
import { firstIsrc, seconds, short } from './values';
import { type TrackOfWorks, workIdsOf, workRecord, writersOf } from './work';

export interface ReleaseOfTracks {
  readonly id: string;
  /** As printed; omitted on tracks that repeat it. */
  readonly artistCredit: string | undefined;
  /** The production of the recordings, if exactly one. */
  readonly production: string | undefined;
  /** IRIs of the composers credited by the release. */
  readonly composers: readonly string[];
  readonly titles: TitlesOfRelease;
  /** Status if not official. */
  readonly status: string | undefined;
}

/** Formats, tracks and recordings of a release. Returns the works of each track. */
export function gatherMedia(document: Json, release: ReleaseOfTracks, gathering: Gathering): TrackOfWorks[] {
  let left = mostTracks;
  const discs = children(document, 'media').map((medium, index) => {
    const format = gatherFormat(medium, index, release, gathering);
    const tracks = placedTracks(medium);
    const imported = tracks.slice(0, left);
    left -= imported.length;
    gathering.context.notTaken.add(`tracks beyond the first ${mostTracks}`, tracks.length - imported.length);
    return imported.map((placed, track) => {
      const address = iri.track(release.id, format, mbidOf(placed.track) ?? '');
      const other_titles = release.titles.ofTrack(index, track, placed.title);
      return { iri: address, title: placed.title, works: gatherTrack(placed, { format, other_titles }, release, gathering) };
    });
  });
  const places = discs.map((tracks) => tracks.map(({ iri, title }) => ({ iri, title })));
  notePresent('Release', release.id, gathering.context, places);
  return discs.flat().flatMap(({ works }) => works ?? []);
}

function gatherTrack(
  { track, title, position, notes }: PlacedTrack,
  { format, other_titles }: { readonly format: string; readonly other_titles: ReturnType<TitlesOfRelease['ofTrack']> },
  release: ReleaseOfTracks,
  gathering: Gathering,
): TrackOfWorks | undefined {
  const id = mbidOf(track);
  if (id === undefined) return undefined;
  const recording = child(track, 'recording');
  const works = worksOf(recording);
  const embedded = embeddedWriters(works, gathering);
  for (const work of works) gathering.add(workRecord(named, work, embedded[requireId(work)]));
  const recorded = gatherRecording(recording, works, release, gathering);
  const composers = new Set([...release.composers, ...(recorded?.composers ?? []), ...composersOfWorks(works)]);
  const credit = artistCredit(track, (artist) => (composers.has(iri.artist(artist)) ? 'composer' : undefined), gathering);
  const differs = credit !== undefined && credit.text !== release.artistCredit;
  const length = seconds(number(track, 'length') ?? number(recording, 'length'));
  const writers = writersOf(workIdsOf(works), embedded, gathering.context);
  for (const record of writers?.named ?? []) gathering.add(record);
  gathering.addRecord(
    // The work's own document ranks above these.
    writers === undefined ? own : withGuesses(own, 'credits'),
    'ReleaseTrack',
    iri.track(release.id, format, id),
    {
      position,
      number: short(text(track, 'number')),
      title: title ?? '[untitled]',
      other_titles,
      variant: short(text(recording, 'disambiguation')),
      notes,
      ...trackRemarks(text(track, 'title'), text(recording, 'disambiguation')),
      artists: differs ? credit.credits : undefined,
      artist_credit: differs ? credit.text : undefined,
      ...(length !== undefined && lengthFromSeconds(length)),
      isrc_code: firstIsrc(texts(recording, 'isrcs')),
      credits: writers?.credits,
    },
    { recording: recorded === undefined ? undefined : reference('ReleaseRecording', recorded.address) },
  );
  return { path: `${release.id}/${format}/${id}`, works, embedded };
}

interface Recorded {
  readonly address: string;
  readonly composers: readonly string[];
}

/** The recording under the release, and under its production. Returns the IRI of the first. */
function gatherRecording(
  recording: Json | undefined,
  works: readonly Json[],
  { id, production }: ReleaseOfTracks,
  gathering: Gathering,
): Recorded | undefined {
  const recordingId = mbidOf(recording);
  if (recording === undefined || recordingId === undefined) return undefined;
  const title = short(text(recording, 'title')) ?? '[untitled]';
  const credits = relationCredits(recording, 'recording', gathering);
  const ofProduction = production === undefined ? undefined : iri.productionRecording(production, recordingId);
  if (ofProduction !== undefined) gathering.add(productionRecording(ofProduction, title, recording, credits, gathering));
  const address = iri.releaseRecording(id, recordingId);
  gathering.addRecord(
    own,
    'ReleaseRecording',
    address,
    {
      title,
      duration_seconds: seconds(number(recording, 'length')),
      isrc_code: firstIsrc(texts(recording, 'isrcs')),
      credits: numberedCredits(credits),
      works: works.map((work) => ({ iri: iri.work(requireId(work)) })),
    },
    { productionRecording: ofProduction ? reference('ProductionRecording', ofProduction) : undefined },
  );
  countIgnoredMembers('recording', recording, gathering.context.notTaken);
  countRelations(recording, isOfRecording, gathering.context.notTaken);
  return { address, composers: composersAmong(credits) };
}

const isOfRecording = (relation: Json): boolean =>
  ['artist', 'place', 'label'].some((target) => target in relation) || text(relation, 'type') === 'performance';

/** Ensembles are separate lists. One recording is on many releases. */
function productionRecording(
  address: string,
  title: string,
  recording: Json,
  credits: readonly RelationCredit[],
  gathering: Gathering,
): ImportedRecord {
  const kindOf = ({ credit_role, type }: RelationCredit): 'choir' | 'orchestra' | 'other' => {
    if (type === 'choir' || credit_role === 'choir') return 'choir';
    return credit_role === 'orchestra' || (type === 'orchestra' && credit_role === 'performer') ? 'orchestra' : 'other';
  };
  const those = (kind: ReturnType<typeof kindOf>) => numberedCredits(credits.filter((credit) => kindOf(credit) === kind));
  const organizations = organizationsOf(recording, gathering);
  return partialRecord({ ...own, mode: 'fill' }, 'ProductionRecording', address, {
    title,
    notes: short(text(recording, 'disambiguation')),
    credits: those('other'),
    orchestras: those('orchestra'),
    choirs: those('choir'),
    organizations: organizations.length > 0 ? organizations : undefined,
  });
}

function worksOf(recording: Json | undefined): Json[] {
  const performances = children(recording, 'relations').filter((relation) => text(relation, 'type') === 'performance');
  const works = childOfEach(performances, 'work').filter((work) => mbidOf(work) !== undefined);
  return [...new Map(works.map((work) => [mbidOf(work), work])).values()];
}

/** Writers from works embedded in a release, as the web service sends them. */
const embeddedWriters = (works: readonly Json[], gathering: Gathering): TrackOfWorks['embedded'] =>
  Object.fromEntries(
    works.flatMap((work) => {
      const writers = numberedCredits(relationCredits(work, 'recording', gathering));
      return writers === undefined ? [] : [[mbidOf(work), writers]];
    }),
  );

/** Composers from embedded works, as the web service sends them. */
const composersOfWorks = (works: readonly Json[]): string[] =>
  works.flatMap((work) =>
    children(work, 'relations').flatMap((relation) => {
      const artist = text(relation, 'type') === 'composer' ? mbidOf(child(relation, 'artist')) : undefined;
      return artist === undefined || texts(relation, 'attributes').includes('additional') ? [] : iri.artist(artist);
    }),
  );
