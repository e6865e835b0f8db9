import type { KnownRecords, Replayer, SourceItem } from '../../source';
import { NotTaken, rawOf } from '../shared/records';
import { type Dump, dumps, ownIdOf, type RecognizedFile } from './dumps';
import { stylesOf } from './edition';
import type { FoundElement } from './elements';
import { DiscogsReferences, type Output } from './records';
import { attributeOf, childElements, firstOf, ownText, parseElement, type XmlValue } from './values';

/** Position of an element and where reading continues. */
type Place = Pick<SourceItem, 'source' | 'file' | 'line' | 'offset' | 'position'>;

/**
 * Items of an element. Referenceable elements are as many documents as they have records: needed ones are imported, others
 * deferred. Unknown child elements are counted in `unread`.
 */
export function* readElement(
  element: FoundElement,
  { file, dump }: RecognizedFile,
  index: number,
  references: DiscogsReferences,
  unread: Map<string, number>,
): Generator<SourceItem> {
  const { number, offset, end, bytes, fault } = element;
  const place = { source: `discogs/${dump.name}`, file, line: number, offset, position: { file: index, offset: end, number } };
  if (fault !== undefined) {
    yield { ...place, records: [], rejected: { reason: fault, raw: rawOf(bytes) } };
    return;
  }
  const documents = documentsOf(bytes, dump);
  let isCounted = false;
  for (const [at, document] of documents.entries()) {
    // The element is complete only after its last document.
    const here = at === documents.length - 1 ? place : { ...place, position: { file: index, offset, number: number - 1 } };
    const item =
      document !== undefined && dump.isNamed?.(document, references.known) === false
        ? deferElement(here, document, bytes, references)
        : read(here, document, bytes, dump, references, unread);
    if (item !== undefined) yield isCounted ? { ...item, notTaken: undefined } : item;
    isCounted ||= item?.notTaken !== undefined;
  }
}

/** Document ids of an element; none if it is always imported. */
function documentsOf(bytes: Uint8Array, { documentsOf: documents }: Dump): readonly (string | undefined)[] {
  const id = documents && ownIdOf(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length));
  return id === undefined || documents === undefined ? [undefined] : documents(id);
}

function deferElement(place: Place, document: string, bytes: Uint8Array, { known }: DiscogsReferences): SourceItem | undefined {
  return known.mayDefer?.(place.source) ? { ...place, records: [], document, deferred: { bytes: new Uint8Array(bytes) } } : undefined;
}

/** Item of a document; `undefined` for none. */
function read(
  place: Place,
  document: string | undefined,
  bytes: Uint8Array,
  dump: Dump,
  references: DiscogsReferences,
  unread: Map<string, number>,
): SourceItem | undefined {
  try {
    const output = recordsOf(bytes, dump, document, references, unread);
    return output && { ...place, ...output, document };
  } catch (error) {
    // A failing record does not end the run.
    references.forget();
    return { ...place, records: [], rejected: { reason: (error as Error).message, raw: rawOf(bytes) } };
  }
}

/**
 * Records of an element's document; `undefined` for none.
 * @throws {RecordError} if unreadable
 */
export function recordsOf(
  bytes: Uint8Array,
  dump: Dump,
  document: string | undefined,
  references: DiscogsReferences,
  unread?: Map<string, number>,
): (Output & Pick<SourceItem, 'notTaken'>) | undefined {
  const notTaken = new NotTaken();
  const value = parseElement(bytes, dump.tag, notTaken);
  if (!dump.isImported(value)) {
    const [style] = stylesOf(value);
    return { records: [], notes: [], notTaken: { [style === undefined ? (dump.leftOut ?? '') : `${dump.name} of the style ${style}`]: 1 } };
  }
  if (unread) noteUnread(value, dump, unread);
  countIgnoredElements(value, dump.name, notTaken);
  const output: Output = { records: [], notes: [] };
  dump.read(value, references, output, notTaken, document);
  return output.records.length === 0 ? undefined : { ...output, notTaken: notTaken.counts };
}

function noteUnread(value: XmlValue, { name: dump, tag }: Dump, unread: Map<string, number>): void {
  for (const name of Object.keys(value)) {
    if (name.startsWith('@') || name.startsWith('#') || isKnownChild(dump, name) || unread.size >= mostWarnings) continue;
    const member = `<${name.slice(0, 60)}> of <${tag}>`;
    unread.set(member, (unread.get(member) ?? 0) + 1);
  }
}

const mostWarnings = 20;

/** Treatment of the elements and attributes of a dump, by path: "artists/artist/@id". */
interface Fields {
  /** Imported. */
  readonly imported: string;
  readonly repeated: string;
  /** Unsupported; counted per list item. */
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
    imported: [
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
    imported: `@id main_release title year artists ${artist('artists/artist')} styles styles/style`,
    repeated: `images videos genres ${image} ${video}`,
    notTaken: 'genres/genre notes data_quality images/image videos/video',
  },
  artists: {
    imported: [
      'id name realname profile urls urls/url namevariations namevariations/name',
      'groups groups/name groups/name/@id members members/name members/name/@id',
    ].join(' '),
    repeated: `members/id images aliases aliases/name/@id ${image}`,
    notTaken: 'aliases/name data_quality images/image',
  },
  labels: {
    imported: 'id name contactinfo',
    repeated: `images urls sublabels sublabels/label/@id parentLabel/@id ${image}`,
    notTaken: 'profile urls/url parentLabel sublabels/label data_quality images/image',
  },
} as const satisfies Readonly<Record<string, Fields>>;

type DumpName = keyof typeof fields;

interface FieldPaths {
  readonly children: ReadonlySet<string>;
  readonly notTaken: readonly { readonly name: string; readonly path: readonly string[] }[];
}

const pathsOf = new Map<string, FieldPaths>(
  Object.entries(fields).map(([name, { imported, repeated, notTaken }]) => {
    const paths = `${imported} ${repeated} ${notTaken}`.split(' ').map((path) => path.split('/'));
    return [
      name,
      {
        children: new Set(paths.map(([first]) => first as string)),
        // Images and videos are counted where they are cut before parsing.
        notTaken: notTaken
          .split(' ')
          .map((path) => path.split('/'))
          .filter(([list]) => list !== 'images' && list !== 'videos')
          .map((path) => ({ name: (path[0] as string).replace('@', ''), path })),
      },
    ];
  }),
);

export const isKnownChild = (dump: DumpName, name: string): boolean => pathsOf.get(dump)?.children.has(name) ?? false;

export function countIgnoredElements(element: XmlValue, dump: DumpName, notTaken: NotTaken): void {
  for (const { name, path } of pathsOf.get(dump)?.notTaken ?? []) notTaken.add(name, countOf(element, path));
}

function countOf(element: XmlValue, [first = '', second]: readonly string[]): number {
  if (first.startsWith('@')) return attributeOf(element, first.slice(1)) === '' ? 0 : 1;
  if (second !== undefined) return childElements(firstOf(element, first), second).length;
  return childElements(element, first).filter((one) => ownText(one).trim() !== '').length;
}

/** Reads deferred elements. */
export function discogsReplayer(known: KnownRecords): Replayer {
  const references = new DiscogsReferences(known);
  return {
    isNamed: (source, name) => dumpOf(source).isNamed?.(name, known) ?? false,
    read(source, { names, bytes }) {
      try {
        return recordsOf(bytes, dumpOf(source), names[0], references);
      } catch (error) {
        references.forget();
        return { records: [], rejected: { reason: (error as Error).message, raw: rawOf(bytes) } };
      }
    },
  };
}

const dumpOf = (source: string): Dump => dumps.find(({ name }) => source === `discogs/${name}`) as Dump;
