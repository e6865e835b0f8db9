import type { Cover } from '../../catalog/cover';
import { useRequestContext } from '../http/request-context';
import { RawSvg } from './raw-svg';
import { type SleevedRelease as DrawnRelease, disc, type FrameSize, frame, mark, type SleeveSize, sleeve } from './sleeves';
import { coverFile, coverFiles } from './sleeves/cover-files';

/** Attributes that a sleeve is drawn from. */
export interface SleevedRelease {
  readonly _id: string;
  readonly title: string;
  readonly year: number | null;
  readonly artist_credit: string | null;
  readonly composer?: { readonly id: string } | null;
  readonly labels?: readonly { readonly name: string | null; readonly catalog_number: string | null }[];
  readonly cover?: Cover | null;
}

/** The cover, else a drawn sleeve. */
export const Sleeve = ({ of: release, size = 'm' }: { readonly of: SleevedRelease; readonly size?: SleeveSize }) =>
  release.cover ? (
    <CoverPicture cover={release.cover} title={release.title} size={size} />
  ) : (
    <RawSvg svg={sleeve(drawnRelease(release), size)} />
  );

/** Aspect ratio tolerance for the vinyl behind a cover. */
const squareEnough = 0.1;

/** Shows vinyl behind square covers. */
export function coverClass({ cover }: SleevedRelease, format: string | undefined): string {
  const isSquare = !cover || Math.abs(cover.width - cover.height) <= squareEnough * Math.max(cover.width, cover.height);
  return format === 'vinyl' && isSquare ? 'cover vinyl' : 'cover';
}

/** `sizes` for responsive images. */
const widths: Readonly<Record<SleeveSize, string>> = { s: '48px', m: '16rem', l: '(max-width: 40rem) 24rem, 30rem' };

/** Decorative beside a title, labeled when alone. */
function CoverPicture({ cover, title, size }: { readonly cover: Cover; readonly title: string; readonly size: SleeveSize }) {
  const { t, to } = useRequestContext();
  const { width, height } = cover;
  const alt = size === 'l' ? t.records.cover.of({ title }) : '';
  const loading = size === 'l' ? 'eager' : 'lazy';
  return (
    <img
      class="sleeve"
      src={coverFile(to, cover, size === 's' ? 96 : 320)}
      srcset={coverFiles(to, cover)}
      sizes={widths[size]}
      width={width}
      height={height}
      alt={alt}
      loading={loading}
      decoding="async"
    />
  );
}

export const sleevedAttributes = '_id,title,slug,year,artist_credit,labels,composer,cover';

export function drawnRelease(release: SleevedRelease): DrawnRelease {
  const { _id: id, title, year, artist_credit: credit, composer, labels = [] } = release;
  const [label] = labels;
  const parts = { id, title, year, credit, composerId: composer?.id ?? null };
  return { ...parts, label: label?.name ?? null, catalogNumber: label?.catalog_number ?? null };
}

export interface FramedProduction {
  readonly _id: string;
  readonly title: string;
  readonly year: number | null;
  readonly composers?: readonly { readonly id: string; readonly name: string }[];
}

export function Frame({ of: production, size = 'm' }: { readonly of: FramedProduction; readonly size?: FrameSize }) {
  const { _id: id, title, year, composers = [] } = production;
  const names = composers.map(({ name }) => name).join(', ');
  return <RawSvg svg={frame({ id, title, year, composers: names === '' ? null : names, composerId: composers[0]?.id ?? null }, size)} />;
}

export interface MarkedArtist {
  readonly _id: string;
  readonly _type: string;
  readonly fictional: boolean;
}

export const Mark = ({ of: artist }: { readonly of: MarkedArtist }) => (
  <RawSvg svg={mark({ id: artist._id, isPerson: artist._type === 'person', isFictional: artist.fictional })} />
);

export const LabelMark = ({ of: label }: { readonly of: { readonly _id: string } }) => <RawSvg svg={disc({ id: label._id })} />;

interface CoverFieldProps {
  /** Shown until there is an image. */
  readonly of: SleevedRelease;
  readonly problem?: string | undefined;
}

export function CoverField({ of: release, problem }: CoverFieldProps) {
  const { t } = useRequestContext();
  const words = t.records.cover;
  return (
    <div class="drop">
      <span class="pic">
        <Sleeve of={release} />
      </span>
      <div>
        <b>{t.fields.cover}</b>
        <p class={problem === undefined ? undefined : 'no'} id="cover-is">
          {problem ?? (release.cover ? '' : words.drawn)}
        </p>
        <span class="button" aria-hidden="true">
          {words.choose}
        </span>
        <small>{words.orDrop}</small>
      </div>
      <input
        type="file"
        id="field-cover"
        name="cover"
        accept="image/jpeg,image/png,image/webp"
        aria-label={words.front}
        aria-describedby="cover-is"
        {...(problem !== undefined && { 'aria-invalid': true })}
      />
    </div>
  );
}
