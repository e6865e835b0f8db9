import type { GivenRecord } from '../../../records/given-record';
import { uuidOf } from '../../uuid-v5';
import { formatWithin } from '../shared/formats';
import { lengthOf } from '../shared/lengths';
import type { Context, Gathering } from './context';
import { artistCredit, listed, type RelationCredit, relationCredits } from './credits';
import { child, childOfEach, children, idOf, isUuid, type Json, number, text, texts } from './json';
import { given, iri, reference } from './records';
import { firstIsrc, seconds, short } from './text';

/** What the tracks of a release need to know of it. */
export interface ReleaseOfTracks {
  readonly id: string;
  /** As it is printed: a track that says the same says nothing. */
  readonly artistCredit: string | undefined;
  /** The one production that the recordings were made for, where it is one. */
  readonly production: string | undefined;
  readonly roleOf: (artistId: string) => string;
}

/** The formats of a release with their tracks, and the recordings that these are of. Returns the works of each track. */
export function gatherMedia(document: Json, release: ReleaseOfTracks, context: Context, gathering: Gathering): TrackOfWorks[] {
  return children(document, 'media').flatMap((medium, index) => {
    const position = number(medium, 'position') ?? index + 1;
    const format = isUuid(medium.id) ? medium.id : uuidOf(`musicbrainz:medium:${release.id}:${position}`);
    gathering.add(
      given('partial', 'ReleaseFormat', iri.format(release.id, format), {
        position: Math.max(1, position),
        format_type: formatWithin(text(medium, 'format') ?? ''),
        title: short(text(medium, 'title')),
      }),
    );
    return tracksOf(medium).flatMap((track) => gatherTrack(track, format, release, context, gathering) ?? []);
  });
}

/** A track of a medium at its place. */
interface PlacedTrack {
  readonly track: Json;
  readonly position: number;
  readonly notes: string | undefined;
}

/** A track and the works that are performed on it. */
export interface TrackOfWorks {
  /** The ids of the release, the format and the track, between slashes. */
  readonly path: string;
  readonly works: readonly Json[];
}

/** All tracks of a medium. Positions begin at one, so what is hidden before the first track comes last. */
function tracksOf(medium: Json): PlacedTrack[] {
  const listed = [...children(medium, 'tracks'), ...children(medium, 'data-tracks')].map((track, index) => ({
    track,
    position: Math.max(1, number(track, 'position') ?? index + 1),
    notes: undefined,
  }));
  const pregap = child(medium, 'pregap');
  if (pregap === undefined) return listed;
  const last = listed.reduce((highest, { position }) => Math.max(highest, position), 0);
  return [...listed, { track: pregap, position: last + 1, notes: 'Hidden before the first track (pregap).' }];
}

function gatherTrack(
  { track, position, notes }: PlacedTrack,
  format: string,
  release: ReleaseOfTracks,
  context: Context,
  gathering: Gathering,
): TrackOfWorks | undefined {
  const id = idOf(track);
  if (id === undefined) return undefined;
  const recording = child(track, 'recording');
  const credit = artistCredit(track, release.roleOf, gathering);
  const differs = credit !== undefined && credit.text !== release.artistCredit;
  const length = seconds(number(track, 'length') ?? number(recording, 'length'));
  const recorded = gatherRecording(recording, release, context, gathering);
  gathering.add(
    given(
      'partial',
      'ReleaseTrack',
      iri.track(release.id, format, id),
      {
        position,
        title: short(text(track, 'title')) ?? short(text(recording, 'title')) ?? '[untitled]',
        variant: short(text(recording, 'disambiguation')),
        notes,
        artists: differs ? credit.credits : undefined,
        artist_credit: differs ? credit.text : undefined,
        ...(length !== undefined && lengthOf(length)),
        isrc_code: firstIsrc(texts(recording, 'isrcs')),
      },
      { recording: recorded === undefined ? undefined : reference('ReleaseRecording', recorded) },
    ),
  );
  return { path: `${release.id}/${format}/${id}`, works: worksOf(recording) };
}

/** The recording under the release, and under the production that it was made for. Returns the IRI of the first. */
function gatherRecording(
  recording: Json | undefined,
  { id, production }: ReleaseOfTracks,
  context: Context,
  gathering: Gathering,
): string | undefined {
  const recordingId = idOf(recording);
  if (recording === undefined || recordingId === undefined) return undefined;
  const title = short(text(recording, 'title')) ?? '[untitled]';
  const credits = relationCredits(recording, 'recording', context, gathering);
  const made = production === undefined ? undefined : iri.productionRecording(production, recordingId);
  if (made !== undefined) gathering.add(productionRecording(made, title, recording, credits));
  const address = iri.releaseRecording(id, recordingId);
  gathering.add(
    given(
      'partial',
      'ReleaseRecording',
      address,
      {
        title,
        duration_seconds: seconds(number(recording, 'length')),
        isrc_code: firstIsrc(texts(recording, 'isrcs')),
        credits: listed(credits),
      },
      { productionRecording: made ? reference('ProductionRecording', made) : undefined },
    ),
  );
  return address;
}

/** Ensembles stand in lists of their own. */
function productionRecording(address: string, title: string, recording: Json, credits: readonly RelationCredit[]): GivenRecord {
  const kindOf = ({ credit_role, type }: RelationCredit): 'choir' | 'orchestra' | 'other' => {
    if (type === 'choir' || credit_role === 'choir') return 'choir';
    return credit_role === 'orchestra' || (type === 'orchestra' && credit_role === 'performer') ? 'orchestra' : 'other';
  };
  const those = (kind: ReturnType<typeof kindOf>) => listed(credits.filter((credit) => kindOf(credit) === kind));
  return given('partial', 'ProductionRecording', address, {
    title,
    notes: short(text(recording, 'disambiguation')),
    credits: those('other'),
    orchestras: those('orchestra'),
    choirs: those('choir'),
  });
}

const worksOf = (recording: Json | undefined): Json[] =>
  childOfEach(
    children(recording, 'relations').filter((relation) => text(relation, 'type') === 'performance'),
    'work',
  ).filter((work) => idOf(work) !== undefined);
