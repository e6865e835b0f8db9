import type { releaseExternalLinks } from '../../../catalog/external-links';
import type { Item } from '../../api/client';
import { type RequestContext, useRequestContext } from '../../http/request-context';

export interface ReleasePicture {
  readonly href: string;
  /** As the archive calls them: `Back`. */
  readonly types: readonly string[];
}

/** Asked for with `?pictures=yes`, since the archive learns of it. */
export async function picturesOf(visit: RequestContext, id: string, links: readonly Item<typeof releaseExternalLinks>[]) {
  const hasPictures =
    visit.user !== undefined &&
    links.some(({ attributes }) => attributes.provider === 'musicbrainz') &&
    visit.server().onlineSources.includes('cover_art_archive');
  if (!hasPictures || !visit.query.has('pictures')) return { hasPictures, pictures: undefined };
  const sent = await visit.api.send('GET', `/api/releases/${id}/pictures`);
  const pictures: readonly ReleasePicture[] | undefined = sent.ok ? sent.document.data.attributes.pictures : undefined;
  return { hasPictures, pictures };
}

interface PicturesProps {
  readonly release: { readonly _id: string; readonly slug: string; readonly title: string };
  readonly pictures: readonly ReleasePicture[] | undefined;
}

/** In a row to swipe through, or a link that asks for them. */
export function Pictures({ release, pictures }: PicturesProps) {
  const { t, to, query } = useRequestContext();
  const words = t.records.pictures;
  if (!pictures)
    return (
      <p class="tiny">
        {query.has('pictures') && `${words.unreachable} `}
        <a href={`${to.release(release, { pictures: 'yes' })}#pictures`}>{words.show}</a>
      </p>
    );
  if (pictures.length === 0) return <p class="tiny soft">{words.none}</p>;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: swiped through by the arrow keys.
    <div class="pictures" id="pictures" tabIndex={0} role="group" aria-label={words.title}>
      {pictures.map(({ href, types }) => (
        <figure key={href}>
          <img src={to.releasePicture(release._id, href.split('/').at(-1) ?? '')} alt="" loading="lazy" decoding="async" />
          <figcaption>{types.map((type) => words.types[type] ?? type).join(', ')}</figcaption>
        </figure>
      ))}
    </div>
  );
}
