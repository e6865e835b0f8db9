import type { Dice } from './dice';
import type { Operation } from './grammar';
import type { Known } from './known';
import type { Material } from './requests';
import { trouble } from './values';

interface MadeBody {
  readonly mediaType: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

type Json = null | boolean | number | string | Json[] | { [name: string]: Json };

/** A body like the one that the document gives as an example, about records that are there, with faults in it or without. */
export function bodyOf({ bodies }: Operation, { known, grammar }: Material, dice: Dice): MadeBody {
  const { mediaType, example } = bodies.length > 0 ? dice.pick(bodies) : { mediaType: 'application/json', example: {} };
  const text =
    typeof example === 'string' ? table(example, known, dice) : JSON.stringify(document(example as Json, grammar.words, known, dice));
  return { mediaType, bytes: dice.errs(0.1) ? spoilt(text, dice) : new TextEncoder().encode(text) };
}

function document(example: Json, words: readonly string[], known: Known, dice: Dice): Json {
  let made = withRecords(structuredClone(example), known, dice);
  while (dice.errs(0.4)) made = withFault(made, words, known, dice);
  return made;
}

/** Examples name a record that is nowhere. Here it is one that the server has, of the same kind where an address says which. */
function withRecords(value: Json, known: Known, dice: Dice): Json {
  if (typeof value === 'string') {
    const template = value.replace(/[\da-f]{8}-[\da-f-]{27}/g, '{id}');
    if (template === value || dice.errs(0.1)) return value;
    return template === '{id}' ? known.uuid(dice) : dice.pick([...known.paths(template), value]);
  }
  if (Array.isArray(value)) return value.map((item) => withRecords(item, known, dice));
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, withRecords(item, known, dice)]));
}

function withFault(value: Json, words: readonly string[], known: Known, dice: Dice): Json {
  if (value === null || typeof value !== 'object' || dice.chance(0.15)) return anything(words, known, dice);
  if (Array.isArray(value)) {
    if (value.length === 0 || dice.chance(0.3)) return [...value, ...Array<Json>(dice.pick([1, 2, 50])).fill(anything(words, known, dice))];
    const at = dice.between(0, value.length - 1);
    return value.map((item, index) => (index === at ? withFault(item, words, known, dice) : item));
  }
  const names = Object.keys(value);
  if (names.length === 0 || dice.chance(0.2)) return { ...value, [dice.pick(words)]: anything(words, known, dice) };
  const name = dice.pick(names);
  const { [name]: changed = null, ...others } = value;
  return dice.chance(0.15) ? others : { ...others, [name]: withFault(changed, words, known, dice) };
}

function anything(words: readonly string[], known: Known, dice: Dice): Json {
  return dice.pick<() => Json>([
    () => trouble(dice),
    () => trouble(dice),
    () => dice.pick(words),
    () => known.any(dice),
    () => known.uuid(dice),
    () => dice.pick<Json>([null, true, false, [], {}, [[]], { id: null }, { data: {} }, [null]]),
    () => dice.pick([0, -1, 1, 1.5, 2 ** 31, 2 ** 53 - 1, 2 ** 53, -(2 ** 63), 1e300, 5e-324]),
    () => ({ [dice.pick(words)]: dice.pick(words), type: dice.pick(words), id: known.any(dice) }),
    () => Array.from({ length: dice.between(2, 40) }).reduce<Json>((inner) => [inner], 'deep'),
  ])();
}

/** A file of the columns that the example names, or nearly. */
function table(example: string, known: Known, dice: Dice): string {
  const columns = example
    .trim()
    .split(',')
    .filter(() => !dice.errs(0.05));
  if (dice.errs(0.05)) columns.push(dice.pick(columns.length > 0 ? columns : ['a']));
  const cell = (column: string): string => {
    if (column.endsWith('_id') && dice.chance(0.6)) return known.uuid(dice);
    if (dice.chance(0.6)) return '';
    return `"${trouble(dice).replaceAll('"', dice.chance(0.05) ? '"' : '""')}"`;
  };
  const rows = Array.from({ length: dice.pick([0, 1, 1, 2, 3]) }, () => columns.map(cell).slice(0, dice.chance(0.05) ? 2 : undefined));
  return [columns, ...rows].map((row) => `${row.join(dice.errs(0.02) ? ';' : ',')}\r\n`).join('');
}

/** The text with what a broken client or line makes of it; what is no UTF-8 any more among it. */
function spoilt(text: string, dice: Dice): Uint8Array<ArrayBuffer> {
  const bytes = new TextEncoder().encode(text);
  const at = dice.between(0, bytes.length);
  const inserted = (...more: number[]) => new Uint8Array([...bytes.slice(0, at), ...more, ...bytes.slice(at)]);
  return dice.pick<() => Uint8Array<ArrayBuffer>>([
    () => bytes.slice(0, at),
    () => inserted(0xff),
    () => inserted(0xed, 0xa0, 0x80),
    () => inserted(0),
    () => new Uint8Array([0xef, 0xbb, 0xbf, ...bytes]),
    () => new TextEncoder().encode(text.replace(/"(\w+)":/, '"$1":null,"$1":')),
    () => new TextEncoder().encode('['.repeat(dice.pick([50, 5_000]))),
    () => new TextEncoder().encode(text.padEnd(dice.pick([10_000, 1_100_000]))),
    () => new Uint8Array(0),
  ])();
}
