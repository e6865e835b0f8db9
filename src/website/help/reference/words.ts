import type { BodyField } from './fields';
import type { ReferenceSchema } from './schema';
import type { ReferenceTexts } from './texts';

type ValueWords = ReferenceTexts['valueWords'];

/** A maximum of this size is no limit. */
const unlimited = Number.MAX_SAFE_INTEGER;

/** "text, up to 200", "UUID", "0 to 9999", or the words of a closed list. */
export function inWords(schema: ReferenceSchema, words: ValueWords): string {
  const { anyOf, enum: choices, type, items } = schema;
  if ('const' in schema) return String(schema.const);
  if (choices) return choices.map(String).join(', ');
  if (anyOf) return alternatives(anyOf, words);
  if (type === 'array') {
    const list = words.listOf({ values: items ? inWords(items, words) : words.anything });
    return schema.maxItems === undefined ? list : `${list}, ${words.atMost({ limit: String(schema.maxItems) })}`;
  }
  if (type === 'boolean') return 'true, false';
  if (type === 'integer' || type === 'number') return numberInWords(schema, words);
  if (type === 'string') return textInWords(schema, words);
  if (type === 'null') return words.null;
  return type === 'object' ? words.object : words.anything;
}

export function fieldInWords({ schema, component }: BodyField, words: ValueWords): string {
  if (component === undefined) return inWords(schema, words);
  return schema.type === 'array' ? words.listOf({ values: component }) : component;
}

function alternatives(schemas: readonly ReferenceSchema[], words: ValueWords): string {
  const constants = schemas.filter((schema) => 'const' in schema).map((schema) => inWords(schema, words));
  const others = schemas.filter((schema) => !('const' in schema)).map((schema) => componentName(schema) ?? inWords(schema, words));
  const all = constants.length > 0 ? [constants.join(', '), ...others] : others;
  return [...new Set(all)].join(` ${words.or} `);
}

const componentName = ({ $ref }: ReferenceSchema): string | undefined => $ref?.split('/').at(-1);

function numberInWords({ type, minimum, maximum = unlimited }: ReferenceSchema, words: ValueWords): string {
  if (maximum < unlimited)
    return minimum === undefined
      ? words.upTo({ limit: String(maximum) })
      : words.between({ least: String(minimum), most: String(maximum) });
  const kind = type === 'integer' ? words.wholeNumber : words.number;
  return minimum === undefined ? kind : `${kind}, ${words.from({ limit: String(minimum) })}`;
}

function textInWords({ format, minLength, maxLength, pattern }: ReferenceSchema, words: ValueWords): string {
  const known = formats(words)[format ?? ''];
  if (known) return known;
  if (pattern !== undefined) return words.like({ pattern });
  if (maxLength === undefined) return words.text;
  const length =
    minLength === undefined || minLength < 2
      ? words.upTo({ limit: String(maxLength) })
      : words.letters({ least: String(minLength), most: String(maxLength) });
  return `${words.text}, ${length}`;
}

const formats = (words: ValueWords): Readonly<Record<string, string>> => ({
  uuid: 'UUID',
  'iri-reference': words.address,
  'uri-reference': words.address,
  uri: words.address,
  date: words.date,
  'date-time': words.dateAndTime,
  'partial-date': words.partialDate,
  email: words.email,
});
