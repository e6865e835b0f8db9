import { type Fake, fake } from '../import/mirror-fakes';
import { composer, filmGroup, filmRelease } from '../import/musicbrainz-documents';
import { jpeg } from './pictures';

const mbid = (number: number): string => `0b000000-0000-4000-8000-${String(number).padStart(12, '0')}`;

/** A complete edition as in the web service. */
export const edition = (number: number, changes: object = {}) => ({
  ...filmRelease,
  id: mbid(number),
  barcode: '030206526721',
  date: '1994-05-00',
  country: 'US',
  'release-group': { ...filmGroup, 'artist-credit': filmRelease['artist-credit'] },
  'cover-art-archive': { front: true },
  ...changes,
});

/** As in search results. */
const brief = ({ media, relations: _, ...release }: ReturnType<typeof edition>) => ({
  ...release,
  score: 100,
  'track-count': 2,
  media: media.map(({ format }) => ({ format, 'track-count': 2 })),
});

const cover = async () => new Response(new Uint8Array(await jpeg(300, 300)), { headers: { 'content-type': 'image/jpeg' } });

/** A fake MusicBrainz and Cover Art Archive with some releases. `instead` answers other paths. */
export function musicbrainzSite(
  releases: readonly ReturnType<typeof edition>[],
  instead: (path: string, times: number) => Response | undefined = () => undefined,
  milliseconds = 0,
): Fake {
  const answer = (path: string, times: number): Response | Promise<Response> | undefined =>
    instead(path, times) ?? answerOf(releases, path);
  return fake(async (path, times) => {
    await Bun.sleep(milliseconds);
    return (await answer(path, times)) ?? Response.json({ error: 'Not Found' }, { status: 404 });
  });
}

/** As listed by the archive, with its own URLs. */
const picturesOfEdition = [
  { id: 17, types: ['Back'], front: false, image: 'http://127.0.0.1:1/secret.jpg' },
  { id: '../../../artist/1', types: ['Booklet'], front: false },
  { id: '18', types: ['Front'], front: true },
];

function answerOf(releases: Parameters<typeof musicbrainzSite>[0], path: string): Response | Promise<Response> | undefined {
  const json = (body: unknown) => Response.json(body);
  const url = new URL(path, 'http://site');
  const [, kind, id] = /^\/(?:ws\/2\/)?(release|artist|discid|url)\/?([\w.-]*)/.exec(url.pathname) ?? [];
  const known = releases.find((release) => release.id === id);
  if (url.pathname.includes('/front-')) return known && cover();
  if (/^\/release\/[\w-]+\/\d+-1200$/.test(url.pathname)) return known && cover();
  if (/^\/release\/[\w-]+$/.test(url.pathname)) return known && json({ images: picturesOfEdition });
  if (kind === 'artist' && id === composer.id) return json(composer);
  if (kind === 'release' && id) return known ? json(known) : Response.json({ error: 'Not Found' }, { status: 404 });
  if (kind === 'release') return json({ count: releases.length, releases: releases.map(brief) });
  if (kind === 'discid') return json({ id, releases: releases.map(brief) });
  if (kind === 'url') return json({ relations: releases.map((release) => ({ type: 'discogs', release: { id: release.id } })) });
  return undefined;
}
