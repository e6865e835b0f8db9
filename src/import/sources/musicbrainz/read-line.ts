import { SetupError } from '../../../errors';
import { pluralize } from '../../../pluralize';
import type { KnownRecords, Replayer, SourceItem } from '../../source';
import { type Line, longestLineBytes } from '../../streams';
import { ownLabelId } from '../discogs/values';
import { child, DocumentError, decodeUtf8, isObject, type Json, mbidOf, parseFaultOf, requireId, text } from '../shared/json';
import { NotTaken, partialDateOf, rawOf } from '../shared/records';
import { mapArea, mapArtist } from './artist';
import { type Mapping, type MusicBrainzContext, newContext } from './context';
import { mentionsFilm, mentionsSoundtrack, type OtherMember, topLevelId } from './document-lines';
import type { DumpEntity, DumpInput } from './dump-files';
import { discogsIdsOf, isKnownPage } from './links';
import { countIgnoredMembers, countRelations, knownMembers } from './members';
import { iri, type MappedDocument, own, partialRecord, sameAs } from './records';
import { mapRelease } from './release';
import { mapReleaseGroup } from './release-group';
import { country, licensedValues, short } from './values';
import { isWanted, mapWork } from './work';

export interface Rejected {
  readonly reason: string;
  readonly raw: string;
}

/** An unreferenced document to be deferred. */
export interface DeferredLine {
  readonly document: string;
  readonly deferred: NonNullable<SourceItem['deferred']>;
}

/** Outcome of a line; `undefined` if unwanted, "blank" if empty. */
export function readLine(
  entity: DumpEntity,
  line: Line,
  context: MusicBrainzContext,
  warnings: Warnings,
): MappedDocument | Rejected | DeferredLine | 'blank' | undefined {
  const pass = passes[entity];
  if (pass === undefined) return undefined;
  if (line.tooLong) return rejected(line, `It has ${line.length} bytes. The limit is ${longestLineBytes}.`);
  if (isBlank(line.bytes)) return 'blank';
  if (!isWorthParsing(pass, line.bytes, context)) return deferredLine(entity, pass, line.bytes, context);
  try {
    const document = parse(line.bytes);
    const id = mbidOf(document);
    if (pass.wants && !pass.mayWant && id !== undefined && !pass.wants(id, context)) return deferredLine(entity, pass, line.bytes, context);
    context.notTaken = new NotTaken();
    const result = pass.map(document, context);
    if (result === undefined) return deferredLine(entity, pass, line.bytes, context);
    warnings.addKeys(entity, document, pass.keys);
    const item = { ...result, records: context.givenBefore.fresh(entity, result.records), notTaken: context.notTaken.counts };
    return pass.wants ? { ...item, document: id } : item;
  } catch (error) {
    if (error instanceof SetupError) throw error;
    return rejected(line, parseFaultOf(error));
  }
}

/** Defers an unreferenced document within the quota. */
function deferredLine(entity: DumpEntity, { wants }: Pass, line: Uint8Array, { known }: MusicBrainzContext): DeferredLine | undefined {
  if (wants === undefined || !known.mayDefer?.(`musicbrainz/${entity}`)) return undefined;
  const document = topLevelId(line);
  return document === undefined ? undefined : { document, deferred: { bytes: new Uint8Array(line) } };
}

/** Lines without a detectable id are parsed. */
function isWorthParsing({ mayWant, wants }: Pass, line: Uint8Array, context: MusicBrainzContext): boolean {
  if (mayWant?.(line) || (!mayWant && !wants)) return true;
  if (wants === undefined) return false;
  const id = topLevelId(line);
  return id === undefined || wants(id, context);
}

function parse(bytes: Uint8Array): Json {
  const value: unknown = JSON.parse(decodeUtf8(bytes));
  if (!isObject(value)) throw new DocumentError('It is no JSON object.');
  return value;
}

const rejected = ({ bytes }: Line, reason: string): Rejected => ({
  reason,
  raw: rawOf(bytes),
});

/** Whether a line is blank; dump lines fail at their first byte. */
const isBlank = (bytes: Uint8Array): boolean => bytes.every((byte) => byte === 0x20 || byte === 0x09 || byte === 0x0d);

export interface Pass {
  /** Byte-level filter; false positives are allowed, false negatives are not. */
  readonly mayWant?: (line: Uint8Array) => boolean;
  /** Whether a document is wanted by id; parsed if this or `mayWant` says so. */
  readonly wants?: (id: string, context: MusicBrainzContext) => boolean;
  readonly map: Mapping;
  readonly keys: ReadonlySet<string>;
}

/** A label that releases refer to. */
const mapLabel: Mapping = (document, { notTaken }) => {
  const id = requireId(document);
  const life = child(document, 'life-span');
  countIgnoredMembers('label', document, notTaken);
  countRelations(document, isKnownPage, notTaken);
  return {
    records: [
      partialRecord(own, 'Label', iri.label(id), {
        name: short(text(document, 'name')) ?? '[unknown]',
        country: country(text(document, 'country')),
        begin_date: partialDateOf(text(life, 'begin')),
        end_date: partialDateOf(text(life, 'end')),
      }),
      ...discogsIdsOf(document, 'label').map((one) => sameAs('Label', ownLabelId(one), id)),
    ],
    licensed: licensedValues('Label', document),
  };
};

/** The recording dump contains only standalone recordings, which the catalog does not have. */
export const passes: Readonly<Record<DumpEntity, Pass | undefined>> = {
  area: {
    map: mapArea,
    keys: knownMembers('area'),
  },
  'release-group': {
    mayWant: mentionsSoundtrack,
    map: mapReleaseGroup,
    keys: knownMembers('release-group'),
  },
  release: {
    mayWant: mentionsSoundtrack,
    map: mapRelease,
    keys: knownMembers('release'),
  },
  recording: undefined,
  work: {
    mayWant: mentionsFilm,
    wants: isWanted,
    map: mapWork,
    keys: knownMembers('work'),
  },
  artist: {
    wants: (id, { known }) => known.has('Artist', id),
    map: mapArtist,
    keys: knownMembers('artist'),
  },
  label: {
    wants: (id, { known }) => known.has('Label', id),
    map: mapLabel,
    keys: knownMembers('label'),
  },
};

/** Reads deferred lines, without annotations and ratings, which need consent on each import. */
export function musicbrainzReplayer(known: KnownRecords): Replayer {
  const context = newContext(known);
  return {
    isNamed: (source, name) => passes[entityOf(source)]?.wants?.(name, context) ?? false,
    read(source, { bytes, line, offset }) {
      const result = readLine(
        entityOf(source),
        { bytes, number: line, offset, length: bytes.length, tooLong: false },
        context,
        new Warnings(),
      );
      if (result === undefined || result === 'blank' || 'deferred' in result) return undefined;
      return 'reason' in result
        ? { records: [], rejected: result }
        : { records: result.records, ...(result.notes && { notes: result.notes }), notTaken: result.notTaken };
    },
  };
}

const entityOf = (source: string): DumpEntity => source.slice(source.indexOf('/') + 1) as DumpEntity;

/** Newest supported schema. */
const newestSchema = 31;

const dumpsSchema = '1';

/** Limit of unknown keys reported. */
const mostUnknownKeys = 100;

export class Warnings {
  readonly #lines = new Set<string>();
  readonly #unknownKeys = new Map<string, number>();

  lines(): string[] {
    const keys = [...this.#unknownKeys].map(([name, count]) => `${name} is unknown and was ignored in ${pluralize(count, 'document')}.`);
    return [...this.#lines, ...keys];
  }

  add(line: string): void {
    this.#lines.add(line);
  }

  /** Adds warnings known before reading. */
  addAbout(inputs: readonly DumpInput[]): void {
    const entities = new Set(inputs.map(({ entity }) => entity));
    for (const { file, entity, schemaSequence } of inputs) {
      if (schemaSequence !== undefined && !(Number(schemaSequence) <= newestSchema))
        this.add(`${file}: its schema ${schemaSequence} is newer than the supported schema ${newestSchema}. New fields may be ignored.`);
      if (entity === 'recording') this.add(`${file} was ignored because it contains only recordings without a release.`);
    }
    if (entities.has('release') && !entities.has('release-group'))
      this.add(
        'Without the release-group dump, the films of releases are unknown. Each album gets a production of its own until you import release-group.',
      );
  }

  /** Handles archive members after the dump. */
  addMember(file: string, { name, bytes }: OtherMember): void {
    const content = Buffer.from(bytes).toString('latin1').trim();
    if (name.endsWith('JSON_DUMPS_SCHEMA_NUMBER') && content !== dumpsSchema)
      this.add(
        `${file}: its dump format ${content.slice(0, 20)} is newer than the supported format ${dumpsSchema}. New fields may be ignored.`,
      );
    if (/(^|\/)mbdump\//.test(name)) this.add(`${file}: ${name} was ignored. Only one dump per archive is read.`);
  }

  addKeys(entity: string, document: Json, known: ReadonlySet<string>): void {
    for (const key of Object.keys(document)) {
      if (known.has(key)) continue;
      const name = `"${key.slice(0, 100)}" of ${entity}`;
      const count = this.#unknownKeys.get(name);
      if (count !== undefined || this.#unknownKeys.size < mostUnknownKeys) this.#unknownKeys.set(name, (count ?? 0) + 1);
    }
  }
}
