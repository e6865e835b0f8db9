/** A changed line that the tests of its file should notice. */
export interface Mutant {
  readonly file: string;
  /** From 1. */
  readonly line: number;
  readonly before: string;
  readonly after: string;
}

type Change = readonly [pattern: RegExp, replacement: string];

/**
 * Changes of code outside of texts and comments, each made at every place. Numbers stay, as in StrykerJS: most are limits, whose exact
 * value is a choice that no test should repeat.
 */
const changesOfCode: readonly Change[] = [
  [/ === /g, ' !== '],
  [/ !== /g, ' === '],
  [/ <= /g, ' < '],
  [/ >= /g, ' > '],
  [/ < /g, ' <= '],
  [/ > /g, ' >= '],
  [/ && /g, ' || '],
  [/ \|\| /g, ' && '],
  [/ \?\? /g, ' && '],
  [/ - /g, ' + '],
  [/ \* /g, ' / '],
  [/(?<=[( ])!(?=[\w(])/g, ''],
  [/\btrue\b/g, 'false'],
  [/\bfalse\b/g, 'true'],
  [/\.some\(/g, '.every('],
  [/\.every\(/g, '.some('],
  [/\bMath\.min\(/g, 'Math.max('],
  [/\bMath\.max\(/g, 'Math.min('],
  // Statements of one line: guards, calls and assignments.
  [/^\s*(?:else )?if \(.*\) (?:throw|return|continue)\b.*;$/g, ''],
  [/^\s*throw .*;$/g, ''],
  [/^\s*(?:await |void )?(?:this\.)?#?[a-z]\w*(?:[.?#\w]+)?\(.*\);$/g, ''],
  [/^\s*(?:this\.)?#?[a-z][\w.#]* \??\??[-+]?= .*;$/g, ''],
];

/** Changes of SQL in texts. */
const changesOfSql: readonly Change[] = [
  [/\bAND\b/g, 'OR'],
  [/\bOR\b(?! REPLACE| IGNORE)/g, 'AND'],
  [/\bIS NULL\b/g, 'IS NOT NULL'],
  [/\bIS NOT NULL\b/g, 'IS NULL'],
  [/\bNOT EXISTS\b/g, 'EXISTS'],
  [/(?<!NOT )\bIN \(/g, 'NOT IN ('],
  [/ = (?=[?:(\w'$])/g, ' <> '],
  [/ <> /g, ' = '],
  [/ < /g, ' >= '],
  [/ > /g, ' <= '],
  [/ <= /g, ' > '],
  [/ >= /g, ' < '],
];

const sql = /\b(?:SELECT|UPDATE|DELETE|INSERT|WHERE|AND|FROM|JOIN)\b/;

/** Blanks what is not code, in place: comments and the contents of texts. */
const codeIn = (source: string): string =>
  source.replace(/\/\*[\s\S]*?\*\/|\/\/.*$|'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\.)*`/gm, (text) =>
    text.replace(/[^\n]/g, '\0'),
  );

/** All mutants of a file that can be compiled. */
export function mutantsOf(file: string, source: string): Mutant[] {
  const transpiler = new Bun.Transpiler({ loader: file.endsWith('x') ? 'tsx' : 'ts' });
  const [lines, code] = [source.split('\n'), codeIn(source).split('\n')];
  const isCompiled = (index: number, after: string): boolean => {
    try {
      transpiler.transformSync(lines.with(index, after).join('\n'));
      return true;
    } catch {
      return false;
    }
  };
  return lines.flatMap((before, index) => {
    // Imports and types do nothing.
    if (/^(?:import|export) .* from |^\s*(?:readonly )?\w+\??: [^=]*;$|^\s*\*|^\s*\/[/*]/.test(before)) return [];
    const visible = code[index] ?? '';
    const changed = [
      ...changesOfCode.flatMap((change) => changedBy(change, before, visible)),
      ...(sql.test(before) && visible.includes('\0')
        ? changesOfSql.flatMap((change) => changedBy(change, before, textsIn(before, visible)))
        : []),
    ];
    return [...new Set(changed)]
      .filter((after) => after !== before && isCompiled(index, after))
      .map((after) => ({ file, line: index + 1, before: before.trim(), after: after.trim() }));
  });
}

/** The texts of a line, with its code blanked. */
const textsIn = (line: string, visible: string): string => [...line].map((letter, at) => (visible[at] === '\0' ? letter : '\0')).join('');

/** A line changed at one place each. */
const changedBy = ([pattern, replacement]: Change, line: string, visible: string): string[] =>
  [...visible.matchAll(pattern)].map(({ 0: found, index }) => {
    return line.slice(0, index) + replacement + line.slice(index + found.length);
  });

/** The source with a mutant in place. */
export const withMutant = (source: string, { line, before, after }: Mutant): string => {
  const lines = source.split('\n');
  return lines
    .with(
      line - 1,
      (lines[line - 1] ?? '').replace(before, () => after),
    )
    .join('\n');
};
