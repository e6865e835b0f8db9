import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

// Regular expressions of the source, and texts that make bad ones slow.

const source = join(import.meta.dir, '../../src');

/** Every regular expression of `src`, once: literals, and those that its modules construct as they load. */
export async function patternsOfSource(): Promise<RegExp[]> {
  const found = new Map<string, RegExp>();
  const files = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter((file) => /(?<!\.d)\.tsx?$/.test(file));
  for (const file of files) {
    const loader = file.endsWith('x') ? 'tsx' : 'ts';
    const code = new Bun.Transpiler({ loader }).transformSync(readFileSync(join(source, file), 'utf8'));
    const constructed = code.includes('new RegExp(') ? await constructedBy(file) : [];
    for (const pattern of [...literalsIn(code), ...constructed]) found.set(String(pattern), pattern);
  }
  return [...found.values()];
}

/** Imports a module once more, to see what it constructs. */
async function constructedBy(file: string): Promise<RegExp[]> {
  const made: RegExp[] = [];
  const original = globalThis.RegExp;
  globalThis.RegExp = new Proxy(original, {
    construct(target, [text, flags]) {
      const pattern = new target(text, flags);
      made.push(pattern);
      return pattern;
    },
  });
  try {
    await import(`${join(source, file)}?patterns`);
  } finally {
    globalThis.RegExp = original;
  }
  return made;
}

/** One token of JavaScript; a slash begins a regular expression where no operand precedes it. */
const lexeme =
  /(?<skipped>\s+|\/\/[^\n]*|\/\*.*?\*\/)|(?<text>"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')|(?<word>[\p{ID_Continue}$#]+)|(?<other>.)/suy;
const literal = /\/((?:[^[\\/\n]|\\.|\[(?:[^\]\\\n]|\\.)*\])+)\/([a-z]*)/y;
const operators = new Set([
  'return',
  'typeof',
  'case',
  'in',
  'of',
  'void',
  'delete',
  'throw',
  'await',
  'yield',
  'else',
  'do',
  'instanceof',
  'new',
]);

function literalsIn(code: string): RegExp[] {
  const all: RegExp[] = [];
  /** Open braces; true for those of a template. */
  const open: boolean[] = [];
  let isOperand = false;
  let at = 0;
  const skipTemplate = (): void => {
    while (code[at] !== '`' && !code.startsWith('${', at)) at += code[at] === '\\' ? 2 : 1;
    isOperand = code[at] === '`';
    if (!isOperand) open.push(true);
    at += isOperand ? 1 : 2;
  };
  while (at < code.length) {
    literal.lastIndex = lexeme.lastIndex = at;
    const written = code[at] === '/' && !isOperand && !/[/*]/.test(code[at + 1] ?? '') ? literal.exec(code) : null;
    if (written) {
      all.push(new RegExp(written[1] ?? '', written[2]));
      [at, isOperand] = [literal.lastIndex, true];
      continue;
    }
    const { skipped, text, word, other = '' } = lexeme.exec(code)?.groups ?? {};
    at = lexeme.lastIndex;
    if (skipped !== undefined) continue;
    isOperand = text !== undefined || (word !== undefined && !operators.has(word)) || /[)\]}]/.test(other);
    if (other === '`') skipTemplate();
    else if (other === '{') open.push(false);
    else if (other === '}' && open.pop()) skipTemplate();
  }
  return all;
}

type Part =
  | { readonly kind: 'any'; readonly options: readonly Part[][] }
  | { readonly kind: 'repeat'; readonly part: Part; readonly min: number; readonly max: number }
  | { readonly kind: 'char'; readonly chars: readonly string[] };

/** A group's beginning, a class, an escape or a character, and how often it occurs. */
const syntax =
  /(?<group>\((?:\?(?:[:=!]|<[=!]|<\w+>))?)|(?<end>\))|(?<or>\|)|(?<edge>\^|\$|\\b|\\B)|(?<atom>\[(?:[^\]\\]|\\.)*\]|\\[pP]\{[^}]*\}|\\u\{[^}]*\}|\\u[\da-fA-F]{4}|\\x[\da-fA-F]{2}|\\k<\w+>|\\.|.)/suy;
const times = /([*+?]|\{(\d+)(,(\d*))?\})\??/y;

function parse({ source, flags }: RegExp): Part {
  let at = 0;
  const alphabet = [
    ...new Set([
      ...source.replace(/\\[pP]\{[^}]*\}|\\u\{?[\da-fA-F]+\}?|[\\^$()[\]{}*+?|]/gu, ''),
      ...' a1é-.,:"(/\n\0',
      ...'\\[](){}*+?|^$',
    ]),
  ];
  const sequences = (): Part => {
    const options: Part[][] = [[]];
    while (at < source.length) {
      syntax.lastIndex = at;
      const { group, end, or, edge, atom } = syntax.exec(source)?.groups ?? {};
      at = syntax.lastIndex;
      if (end !== undefined) break;
      if (or !== undefined) options.push([]);
      if (or !== undefined || edge !== undefined) continue;
      const isNegative = group === '(?!' || group === '(?<!';
      const part: Part = group === undefined ? { kind: 'char', chars: charsOf(atom ?? '') } : sequences();
      times.lastIndex = at;
      const [all, sign, min = '0', range, max = ''] = times.exec(source) ?? [''];
      at += all.length;
      const bounds =
        sign === undefined
          ? [1, 1]
          : sign === '*'
            ? [0, Number.POSITIVE_INFINITY]
            : sign === '+'
              ? [1, Number.POSITIVE_INFINITY]
              : sign === '?'
                ? [0, 1]
                : [Number(min), range === undefined ? Number(min) : max === '' ? Number.POSITIVE_INFINITY : Number(max)];
      options.at(-1)?.push({ kind: 'repeat', part, min: isNegative ? 0 : (bounds[0] ?? 1), max: isNegative ? 0 : (bounds[1] ?? 1) });
    }
    return { kind: 'any', options };
  };
  const charsOf = (atom: string): string[] => {
    if (/^\\[k1-9]/.test(atom)) return [''];
    const one = new RegExp(`^${atom}$`, flags.replace(/[gy]/g, ''));
    const fitting = alphabet.filter((char) => one.test(char));
    if (fitting.length > 0) return fitting;
    const other = Array.from({ length: 0x30_00 }, (_, code) => String.fromCodePoint(code)).find((char) => one.test(char));
    return [other ?? ''];
  };
  return sequences();
}

/** Shorter repetitions are cheap whatever they repeat. */
const frequent = 20;

/**
 * Texts by number of repetitions: what comes before a repeated part, texts that fit the part, and what makes the pattern fail; and
 * the beginning of a match again and again.
 */
export function* attacksOn(pattern: RegExp, random: () => number): Generator<(count: number) => string> {
  const pick = <V>(all: readonly V[]): V => all[Math.floor(random() * all.length)] as V;
  /** A text that fits; the shortest repetitions, or with up to two more. */
  const sample = (part: Part, isShortest: boolean): string => {
    if (part.kind === 'char') return pick(part.chars);
    if (part.kind === 'any')
      return pick(part.options)
        .map((one) => sample(one, isShortest))
        .join('');
    const count = Math.min(part.max, part.min + (isShortest ? 0 : Math.floor(random() * 3)));
    return Array.from({ length: Math.min(count, 40) }, () => sample(part.part, isShortest)).join('');
  };
  function* walk(part: Part, before: () => string): Generator<(count: number) => string> {
    if (part.kind === 'any')
      for (const option of part.options)
        for (const [index, one] of option.entries())
          yield* walk(one, () => before() + sample({ kind: 'any', options: [option.slice(0, index)] }, false));
    if (part.kind !== 'repeat') return;
    yield* walk(part.part, before);
    if (part.max <= frequent) return;
    const chars = part.part.kind === 'char' ? part.part.chars.slice(0, 24) : [];
    for (const pump of new Set([...chars, ...Array.from({ length: 12 }, (_, index) => sample(part.part, index % 2 === 0))])) {
      const head = before();
      for (const tail of ['', '\0', '\n!']) yield (count) => head + pump.repeat(count) + tail;
      yield (count) => (head + pump).repeat(count);
    }
  }
  yield* walk(parse(pattern), () => '');
}
