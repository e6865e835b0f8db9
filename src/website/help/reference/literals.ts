interface Dialect {
  readonly text: (text: string) => string;
  readonly name: (name: string) => string;
  readonly null: string;
  readonly true: string;
  readonly false: string;
  /** Between members, and inside brackets on one line. */
  readonly braceSpace: string;
  readonly indent: number;
  readonly hasTrailingComma: boolean;
}

const quoted = (text: string): string => JSON.stringify(text);

/** Unless double quotes save escapes. */
const singleQuoted = (text: string): string => `'${quoted(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`;

const isIdentifier = (name: string): boolean => /^[A-Za-z_$][\w$]*$/.test(name);

export const json: Dialect = {
  text: quoted,
  name: quoted,
  null: 'null',
  true: 'true',
  false: 'false',
  braceSpace: '',
  indent: 2,
  hasTrailingComma: false,
};

export const typescript: Dialect = {
  ...json,
  text: singleQuoted,
  name: (name) => (isIdentifier(name) ? name : singleQuoted(name)),
  braceSpace: ' ',
  hasTrailingComma: true,
};

/** Python reads JSON's escapes. */
export const python: Dialect = { ...json, null: 'None', true: 'True', false: 'False', indent: 4, hasTrailingComma: true };

/** Longer literals are split into lines. */
const lineLength = 80;

/** A JSON value in another language. */
export function literal(value: unknown, dialect: Dialect, depth = 0): string {
  if (value === null || value === undefined) return dialect.null;
  if (typeof value === 'boolean') return value ? dialect.true : dialect.false;
  if (typeof value === 'string') return dialect.text(value);
  if (typeof value !== 'object') return String(value);
  const isList = Array.isArray(value);
  const members = isList
    ? value.map((one) => literal(one, dialect, depth + 1))
    : Object.entries(value).map(([name, one]) => `${dialect.name(name)}: ${literal(one, dialect, depth + 1)}`);
  const [open, close] = isList ? ['[', ']'] : ['{', '}'];
  const space = isList || members.length === 0 ? '' : dialect.braceSpace;
  const line = open + space + members.join(', ') + space + close;
  if (members.length === 0 || (line.length + depth * dialect.indent <= lineLength && !line.includes('\n'))) return line;
  const margin = ' '.repeat(depth * dialect.indent);
  const inner = margin + ' '.repeat(dialect.indent);
  return `${open}\n${members.map((member) => inner + member).join(',\n')}${dialect.hasTrailingComma ? ',' : ''}\n${margin}${close}`;
}

export const prettyJson = (value: unknown): string => literal(value, json);
