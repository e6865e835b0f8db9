import type { NotTaken } from '../shared/values';
import { attributeOf, children, firstOf, ownText, type Value } from './xml';

/** What becomes of the elements and attributes of a dump, by their paths below the element: "artists/artist/@id". */
interface Fields {
  /** In the records. */
  readonly taken: string;
  /** What others of them say as well. */
  readonly repeated: string;
  /** What the catalog has no place for. It is counted; of what stands in a list, each. */
  readonly notTaken: string;
}

const artist = (list: string): string =>
  `${list} ${['id', 'name', 'anv', 'join', 'role', 'tracks'].map((name) => `${list}/${name}`).join(' ')}`;

const track = (list: string): string =>
  `${list} ${list}/position ${list}/title ${list}/duration ${list}/artists ${artist(`${list}/artists/artist`)} ${list}/extraartists ${artist(`${list}/extraartists/artist`)}`;

const image = 'images/image/@type images/image/@uri images/image/@uri150 images/image/@width images/image/@height';
const video = 'videos/video/@src videos/video/@duration videos/video/@embed videos/video/title videos/video/description';

export const fields = {
  releases: {
    taken: [
      '@id title country released notes master_id master_id/@is_main_release',
      `artists ${artist('artists/artist')} extraartists ${artist('extraartists/artist')}`,
      'labels labels/label labels/label/@name labels/label/@catno labels/label/@id',
      'series series/series series/series/@name series/series/@catno',
      'formats formats/format formats/format/@name formats/format/@qty formats/format/@text',
      'formats/format/descriptions formats/format/descriptions/description',
      'genres genres/genre styles styles/style',
      `tracklist ${track('tracklist/track')} tracklist/track/sub_tracks ${track('tracklist/track/sub_tracks/track')}`,
      'identifiers identifiers/identifier identifiers/identifier/@type identifiers/identifier/@value identifiers/identifier/@description',
      'companies companies/company companies/company/id companies/company/name companies/company/catno companies/company/entity_type_name',
    ].join(' '),
    repeated: `series/series/@id companies/company/entity_type companies/company/resource_url images videos ${image} ${video}`,
    notTaken: '@status data_quality images/image videos/video',
  },
  masters: {
    taken: `@id main_release title year artists ${artist('artists/artist')} styles styles/style`,
    repeated: `images videos genres ${image} ${video}`,
    notTaken: 'genres/genre notes data_quality images/image videos/video',
  },
  artists: {
    taken: [
      'id name realname profile urls urls/url namevariations namevariations/name',
      'groups groups/name groups/name/@id members members/name members/name/@id',
    ].join(' '),
    repeated: `members/id images aliases aliases/name/@id ${image}`,
    notTaken: 'aliases/name data_quality images/image',
  },
  labels: {
    taken: 'id name contactinfo',
    repeated: `images urls sublabels sublabels/label/@id parentLabel/@id ${image}`,
    notTaken: 'profile urls/url parentLabel sublabels/label data_quality images/image',
  },
} as const satisfies Readonly<Record<string, Fields>>;

type DumpName = keyof typeof fields;

/** What is to be known of the fields of a dump, made once. */
interface Known {
  /** The children of its elements. */
  readonly children: ReadonlySet<string>;
  readonly notTaken: readonly { readonly name: string; readonly path: readonly string[] }[];
}

const known = new Map<string, Known>(
  Object.entries(fields).map(([name, { taken, repeated, notTaken }]) => {
    const paths = `${taken} ${repeated} ${notTaken}`.split(' ').map((path) => path.split('/'));
    return [
      name,
      {
        children: new Set(paths.map(([first]) => first as string)),
        // Pictures and videos are counted where they are cut away, before anything is parsed.
        notTaken: notTaken
          .split(' ')
          .map((path) => path.split('/'))
          .filter(([list]) => list !== 'images' && list !== 'videos')
          .map((path) => ({ name: (path[0] as string).replace('@', ''), path })),
      },
    ];
  }),
);

/** Whether the elements of a dump are known to have such a child. */
export const isKnownChild = (dump: DumpName, name: string): boolean => known.get(dump)?.children.has(name) ?? false;

/** Counts what an element has that the catalog has no place for. */
export function countNotTaken(element: Value, dump: DumpName, notTaken: NotTaken): void {
  for (const { name, path } of known.get(dump)?.notTaken ?? []) notTaken.add(name, countOf(element, path));
}

function countOf(element: Value, [first = '', second]: readonly string[]): number {
  if (first.startsWith('@')) return attributeOf(element, first.slice(1)) === '' ? 0 : 1;
  if (second !== undefined) return children(firstOf(element, first), second).length;
  return children(element, first).filter((one) => ownText(one).trim() !== '').length;
}
