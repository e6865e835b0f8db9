import type { ComponentChildren } from 'preact';
import type { releases } from '../../../catalog/releases';
import type { releaseTracks } from '../../../catalog/tracks/release-tracks';
import type { Item } from '../../api/client';
import { type RequestContext, useRequestContext } from '../../http/request-context';
import { CatalogLink, CatalogText } from '../../ui/catalog-text';
import { CreditLine } from '../../ui/credit-line';
import { CreditedName, creditsByRole, RoleName } from '../../ui/credits';
import { Joined } from '../../ui/facts';
import { EmphasizedText } from '../../ui/markdown';
import { languageForReader, titlesOfLanguage } from '../other-titles';
import type { ReadRelease } from './load';

export type ShownTrack = Item<typeof releaseTracks>['attributes'];
type TrackPart = ShownTrack['sub_tracks'][number];

export interface TrackContext {
  /** Tracks repeat it only where they differ. */
  readonly credit: string | null;
  /** Whether tracks name their production. */
  readonly isOfSeveral: boolean;
  /** Of their other titles. */
  readonly language: string | undefined;
}

/** The language of other titles of a release and its tracks: one of the tracks', if they have any. */
export function languageOfTitles({ release, tracks }: ReadRelease, context: RequestContext): string | undefined {
  const ofTracks = tracks.flatMap(({ attributes }) => attributes.other_titles);
  return languageForReader(ofTracks.length > 0 ? ofTracks : release.attributes.other_titles, context);
}

/** With parts of compound tracks. */
export const Tracks = ({ tracks, context }: { readonly tracks: readonly ShownTrack[]; readonly context: TrackContext }) => (
  <ol class="tracks">
    {tracks.map((track) => (
      <Row key={track._id} number={track.number ?? String(track.position)} track={track} context={context}>
        {track.sub_tracks.length > 0 && (
          <ol class="parts">
            {track.sub_tracks.map((part, index) => (
              <Row key={part.id} number={part.number ?? letterOf(index)} track={part} context={context} />
            ))}
          </ol>
        )}
      </Row>
    ))}
  </ol>
);

/** In seconds: its own length, else the sum of its parts; null if unknown. */
export function lengthOf(track: Pick<ShownTrack, 'minutes' | 'seconds'> & { readonly sub_tracks?: readonly TrackPart[] }): number | null {
  const own = track.minutes * 60 + track.seconds;
  const parts = (track.sub_tracks ?? []).reduce((sum, { minutes, seconds }) => sum + minutes * 60 + seconds, 0);
  return own || parts || null;
}

interface RowProps {
  readonly number: string;
  readonly track: ShownTrack | TrackPart;
  readonly context: TrackContext;
  readonly children?: ComponentChildren;
}

function Row({ number, track, context, children }: RowProps) {
  const { t, format } = useRequestContext();
  const seconds = lengthOf(track);
  const isrc = track.isrc_code === null ? undefined : t.records.tracks.isrc({ code: track.isrc_code });
  return (
    <li>
      <span class="no-of n">{number}</span>
      <span title={isrc}>
        <Title track={track} language={context.language} />
        {track.variant && (
          <>
            {' '}
            <span class="soft">
              (<CatalogText text={track.variant} />)
            </span>
          </>
        )}
      </span>
      <span class="n soft">{seconds !== null && format.length(seconds)}</span>
      <Origin track={track} context={context} />
      {track.notes && (
        <span class="who lines">
          <EmphasizedText text={track.notes} />
        </span>
      )}
      {track.credits.length > 0 && <TrackCredits credits={track.credits} />}
      {children}
    </li>
  );
}

/** Leads to the recordings of its work; with its title in the language of other titles. */
function Title({ track, language }: Pick<RowProps, 'track'> & Pick<TrackContext, 'language'>) {
  const { to } = useRequestContext();
  const [work, ...others] = 'works' in track ? track.works : [];
  const [translation] = 'other_titles' in track ? titlesOfLanguage(track.other_titles, language) : [];
  return (
    <>
      <CatalogLink href={work && others.length === 0 ? to.work({ slug: work.id }) : undefined} text={track.title} />
      {translation !== undefined && (
        <span class="soft">
          {' · '}
          <CatalogText text={translation} />
        </span>
      )}
    </>
  );
}

/** What differs from the release. */
function Origin({ track, context }: Pick<RowProps, 'track' | 'context'>) {
  const { t, to } = useRequestContext();
  const isOthers = track.artist_credit !== null && track.artist_credit !== context.credit;
  const productions = context.isOfSeveral ? track.productions : [];
  const titles = productions.map(({ id, slug, title }) => (
    <CatalogLink key={id} href={slug === undefined ? undefined : to.production({ slug })} text={title} />
  ));
  const remarks: ComponentChildren[] = [];
  if (isOthers) remarks.push(<CreditLine artists={track.artists} text={track.artist_text} />);
  if (productions.length > 0)
    remarks.push(
      <>
        {t.records.tracks.from} <Joined parts={titles} by=", " />
      </>,
    );
  const named = `${track.title} ${track.variant ?? ''}`.toLowerCase();
  // Most titles say so themselves.
  remarks.push(
    ...track.versions.flatMap((version) => (named.includes(t.words.trackVersions[version]) ? [] : [t.words.trackVersions[version]])),
  );
  if (track.source_cue) remarks.push(t.records.tracks.sourceCue);
  if (remarks.length === 0) return null;
  return (
    <span class="who">
      <Joined parts={remarks} by=" · " />
    </span>
  );
}

/** More are folded. */
const creditsAtOnce = 4;

function TrackCredits({ credits }: { readonly credits: ShownTrack['credits'] }) {
  const { t, format } = useRequestContext();
  const roles = creditsByRole(credits).map(([role, named]) => (
    <>
      {role !== '' && (
        <>
          <RoleName slug={role} name={named[0]?.role_name} />
          {format.colon}
        </>
      )}
      <Joined parts={named.map((credit) => <CreditedName key={credit.id} credit={credit} />)} by=", " />
    </>
  ));
  if (credits.length <= creditsAtOnce)
    return (
      <span class="who">
        <Joined parts={roles} by=" · " />
      </span>
    );
  return (
    <details class="who more">
      <summary>{t.words.credits({ count: format.counted(credits.length) })}</summary>
      <Joined parts={roles} by=" · " />
    </details>
  );
}

/** `a` to `z`, then `aa`, `ab` */
function letterOf(index: number): string {
  const letter = String.fromCharCode('a'.charCodeAt(0) + (index % 26));
  return index < 26 ? letter : letterOf(Math.floor(index / 26) - 1) + letter;
}

type Timed = Pick<Item<typeof releases>['attributes'], 'duration_seconds' | 'untimed_track_count'>;

/** Empty if unknown. */
export function totalLength({ duration_seconds: seconds, untimed_track_count: untimed }: Timed, { t, format }: RequestContext): string {
  if (!seconds) return '';
  return untimed > 0 ? t.words.atLeast({ length: format.length(seconds) }) : format.length(seconds);
}
