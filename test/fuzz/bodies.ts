import type { Operation } from './grammar';
import type { KnownRecords } from './known-records';
import type { FuzzRandom } from './random-source';
import type { Material } from './requests';
import { trouble } from './values';

interface MadeBody {
  readonly mediaType: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

type Json = null | boolean | number | string | Json[] | { [name: string]: Json };

/** A body based on the documented example, with existing records and possibly with faults. */
export function bodyOf({ bodies }: Operation, { known, grammar }: Material, random: FuzzRandom): MadeBody {
  const { mediaType, example } = bodies.length > 0 ? random.pick(bodies) : { mediaType: 'application/json', example: {} };
  const text =
    typeof example === 'string' ? table(example, known, random) : JSON.stringify(document(example as Json, grammar.words, known, random));
  return { mediaType, bytes: random.errs(0.1) ? corrupted(text, random) : new TextEncoder().encode(text) };
}

function document(example: Json, words: readonly string[], known: KnownRecords, random: FuzzRandom): Json {
  let made = withRecords(structuredClone(example), known, random);
  while (random.errs(0.4)) made = withFault(made, words, known, random);
  return made;
}

/** Replaces the ids in an example by those of existing records, of the same kind if the path tells it. */
function withRecords(value: Json, known: KnownRecords, random: FuzzRandom): Json {
  if (typeof value === 'string') {
    const template = value.replace(/[\da-f]{8}-[\da-f-]{27}/g, '{id}');
    if (template === value || random.errs(0.1)) return value;
    return template === '{id}' ? known.uuid(random) : random.pick([...known.paths(template), value]);
  }
  if (Array.isArray(value)) return value.map((item) => withRecords(item, known, random));
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, withRecords(item, known, random)]));
}

function withFault(value: Json, words: readonly string[], known: KnownRecords, random: FuzzRandom): Json {
  if (value === null || typeof value !== 'object' || random.chance(0.15)) return anything(words, known, random);
  if (Array.isArray(value)) {
    if (value.length === 0 || random.chance(0.3))
      return [...value, ...Array<Json>(random.pick([1, 2, 50])).fill(anything(words, known, random))];
    const at = random.between(0, value.length - 1);
    return value.map((item, index) => (index === at ? withFault(item, words, known, random) : item));
  }
  const names = Object.keys(value);
  if (names.length === 0 || random.chance(0.2)) return { ...value, [random.pick(words)]: anything(words, known, random) };
  const name = random.pick(names);
  const { [name]: changed = null, ...others } = value;
  return random.chance(0.15) ? others : { ...others, [name]: withFault(changed, words, known, random) };
}

function anything(words: readonly string[], known: KnownRecords, random: FuzzRandom): Json {
  return random.pick<() => Json>([
    () => trouble(random),
    () => trouble(random),
    () => random.pick(words),
    () => known.any(random),
    () => known.uuid(random),
    () => random.pick<Json>([null, true, false, [], {}, [[]], { id: null }, { data: {} }, [null]]),
    () => random.pick([0, -1, 1, 1.5, 2 ** 31, 2 ** 53 - 1, 2 ** 53, -(2 ** 63), 1e300, 5e-324]),
    () => ({ [random.pick(words)]: random.pick(words), type: random.pick(words), id: known.any(random) }),
    () => Array.from({ length: random.between(2, 40) }).reduce<Json>((inner) => [inner], 'deep'),
  ])();
}

/** A CSV file with the columns of the example, possibly with faults. */
function table(example: string, known: KnownRecords, random: FuzzRandom): string {
  const columns = example
    .trim()
    .split(',')
    .filter(() => !random.errs(0.05));
  if (random.errs(0.05)) columns.push(random.pick(columns.length > 0 ? columns : ['a']));
  const cell = (column: string): string => {
    if (column.endsWith('_id') && random.chance(0.6)) return known.uuid(random);
    if (random.chance(0.6)) return '';
    return `"${trouble(random).replaceAll('"', random.chance(0.05) ? '"' : '""')}"`;
  };
  const rows = Array.from({ length: random.pick([0, 1, 1, 2, 3]) }, () => columns.map(cell).slice(0, random.chance(0.05) ? 2 : undefined));
  return [columns, ...rows].map((row) => `${row.join(random.errs(0.02) ? ';' : ',')}\r\n`).join('');
}

/** Damages a text as a broken client or connection would, including invalid UTF-8. */
function corrupted(text: string, random: FuzzRandom): Uint8Array<ArrayBuffer> {
  const bytes = new TextEncoder().encode(text);
  const at = random.between(0, bytes.length);
  const inserted = (...more: number[]) => new Uint8Array([...bytes.slice(0, at), ...more, ...bytes.slice(at)]);
  return random.pick<() => Uint8Array<ArrayBuffer>>([
    () => bytes.slice(0, at),
    () => inserted(0xff),
    () => inserted(0xed, 0xa0, 0x80),
    () => inserted(0),
    () => new Uint8Array([0xef, 0xbb, 0xbf, ...bytes]),
    () => new TextEncoder().encode(text.replace(/"(\w+)":/, '"$1":null,"$1":')),
    () => new TextEncoder().encode('['.repeat(random.pick([50, 5_000]))),
    () => new TextEncoder().encode(text.padEnd(random.pick([10_000, 1_100_000]))),
    () => new Uint8Array(0),
  ])();
}
