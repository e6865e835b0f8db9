import { fixtureText } from '../import/discogs-fakes';
import { type Fake, fake } from '../import/mirror-fakes';

type Element = { readonly [name: string]: string | Element | readonly (string | Element)[] };

const itemNames = 'artist track company label series format description identifier genre style'.split(' ');

/** Real releases from dumps, by id. */
export const discogsElement = (id: number): string =>
  new RegExp(`<release id="${id}".*?</release>`, 's').exec(fixtureText('releases'))?.[0] ?? '';

/** A release as in the Discogs API (https://www.discogs.com/developers): lists without element names, and numeric ids. */
export function discogsRelease(id: number): Record<string, unknown> {
  const element = (Bun.XML.parse(discogsElement(id)) as { release: Element }).release;
  const { images: _, ...release } = json(element) as Record<string, unknown>;
  const master = Number(/<master_id[^>]*>(\d+)/.exec(discogsElement(id))?.[1]);
  return { ...release, id, master_id: master, uri: `https://www.discogs.com/release/${id}`, lowest_price: 9.5, community: { have: 12 } };
}

function json(value: Element[string]): unknown {
  if (typeof value === 'string') return value;
  if (Array.isArray(value)) return value.map(json);
  const entries = Object.entries(value as Element);
  const [[name, only] = ['', ''], ...more] = entries;
  if (more.length === 0 && itemNames.includes(name)) return Array.isArray(only) ? only.map(json) : [json(only)];
  return Object.fromEntries(entries.map(([key, one]) => [key.replace(/^@/, ''), json(one)]));
}

const resultOf = (release: ReturnType<typeof discogsRelease>) => ({
  id: release.id,
  type: 'release',
  title: `${(release.artists as { name: string }[])[0]?.name} - ${release.title}`,
  year: String(release.released).slice(0, 4),
  country: release.country,
  label: (release.labels as { name: string }[]).map(({ name }) => name),
  catno: (release.labels as { catno: string }[])[0]?.catno,
  barcode: ((release.identifiers as { type: string; value: string }[]) ?? [])
    .filter(({ type }) => type === 'Barcode')
    .map(({ value }) => value),
  formats: release.formats,
  thumb: 'https://i.discogs.com/thumb.jpg',
});

const versionOf = ({ id, title, released, country, labels }: ReturnType<typeof discogsRelease>) => {
  const [{ name = '', catno = '' } = {}] = labels as { name: string; catno: string }[];
  return { id, title, released, country, label: name, catno, format: 'LP, Album', major_formats: ['Vinyl'] };
};

/** A fake Discogs with some releases, which requires the token. */
export function discogsSite(ids: readonly number[], token = 'secret'): Fake {
  return fake((path, _, request) => {
    if (request.headers.get('authorization') !== `Discogs token=${token}`)
      return Response.json({ message: 'Invalid token' }, { status: 401 });
    const id = Number(/^\/releases\/(\d+)$/.exec(path)?.[1]);
    if (ids.includes(id)) return Response.json(discogsRelease(id));
    if (path.startsWith('/masters/')) return Response.json({ versions: ids.map((one) => versionOf(discogsRelease(one))) });
    if (path.startsWith('/database/search?')) return Response.json({ results: ids.map((one) => resultOf(discogsRelease(one))) });
    return Response.json({ message: 'Release not found.' }, { status: 404 });
  });
}
