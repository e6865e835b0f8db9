import { idFieldOf } from '../name-field';
import { isSame, rowsIn } from './draft';
import { mergeRows } from './merge-rows';
import { mergeValues, rowsBy } from './row-kinds';
import { type FormSchema, formFields, isNames, listsOf } from './schema';
import type { Choose, Clash, Conflict, Draft, Row, Side, Sides } from './types';

/**
 * Three-way merge of drafts.
 * @param side by number of the conflict
 */
export function mergeDrafts(schema: FormSchema, { base, mine, theirs }: Sides<Draft>, side: (index: number) => Side) {
  const conflicts: Conflict[] = [];
  const choose: Choose = (at, clash) => side(conflicts.push({ at, ...clash }) - 1);
  const texts = formFields(schema).flatMap(({ name, input }) => {
    const text = mergeTexts({ text: name }, base.texts[name] ?? '', mine.texts[name] ?? '', theirs.texts[name] ?? '', choose);
    // The id of a record goes with its name.
    const named = [mine, theirs, base].find((draft) => draft.texts[name] === text);
    const known = idFieldOf(name);
    return isNames(input) ? [[name, text] as const, [known, named?.texts[known] ?? ''] as const] : [[name, text] as const];
  });
  const lists = listsOf(schema).map(({ name, fields, identities, part }) => {
    const sides = { base: rowsIn(base, name), mine: rowsIn(mine, name), theirs: rowsIn(theirs, name) };
    if (isSame(sides.base, sides.theirs)) return [name, sides.mine] as const;
    if (part) return [name, part.merge(sides, choose)] as const;
    const written = (rows: readonly Row[]) => rows.map((row) => JSON.stringify(row));
    const kind = rowsBy(
      fields.map((field) => field.name),
      identities,
    );
    const clashed = ({ base, mine, theirs, raw }: Clash<Row>) => ({
      base: written(base),
      mine: written(mine),
      theirs: written(theirs),
      raw: written(raw),
    });
    return [name, mergeRows(sides, kind, (clash) => clash[choose({ list: name }, clashed(clash))])] as const;
  });
  const draft: Draft = { texts: Object.fromEntries(texts), lists: Object.fromEntries(lists) };
  return { draft, conflicts };
}

export function mergeTexts(at: Conflict['at'], base: string, mine: string, theirs: string, choose: Choose): string {
  const merged = mergeValues(base, mine, theirs);
  if (merged.mine === merged.theirs) return merged.theirs;
  return merged[choose(at, { base: [base], mine: [mine], theirs: [theirs], raw: [base, mine, theirs] })];
}
