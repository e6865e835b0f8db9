import { mergeRows } from '../release/conflict/merge-rows';
import { rowsBy } from '../release/conflict/row-kinds';
import { changedFields, type Draft, type FieldTexts, type RowDraft } from './draft';
import type { KindDescription } from './form-schemas';
import type { ListDescription } from './inputs';

/** What a form was made from, what was typed, and what somebody else saved meanwhile. */
type Sides = Readonly<Record<'base' | 'mine' | 'theirs', Draft>>;

/**
 * Merges a form with the record as somebody else saved it meanwhile, field by field and row by row. Where both changed the
 * same, the typed text stays. Rows that are records of their own have versions of their own, and stay as typed.
 * @returns the merged draft, and what the other one wrote in the fields that both changed
 */
export function mergeDrafts({ fields, lists }: KindDescription, drafts: Sides): { readonly draft: Draft; readonly theirs: FieldTexts } {
  const { base, mine, theirs } = drafts;
  const isMine = new Set(changedFields(fields, base.texts, mine.texts));
  const texts = fields.map((field) => [field.name, (isMine.has(field) ? mine : theirs).texts[field.name] ?? ''] as const);
  const clashes = changedFields(fields, base.texts, theirs.texts).filter((field) => isMine.has(field));
  const rows = lists.map((list) => [list.name, mergedRows(list, drafts)] as const);
  return {
    draft: { texts: Object.fromEntries(texts), rows: { ...mine.rows, ...Object.fromEntries(rows) } },
    theirs: Object.fromEntries(clashes.map(({ name }) => [name, theirs.texts[name] ?? ''])),
  };
}

function mergedRows({ name, fields, identities }: ListDescription, drafts: Sides): RowDraft[] {
  const rowsOf = ({ rows }: Draft) => (rows[name] ?? []).map(({ texts }) => texts);
  const [base, mine, theirs] = [rowsOf(drafts.base), rowsOf(drafts.mine), rowsOf(drafts.theirs)];
  const names = fields.map((field) => field.name);
  const merged = mergeRows({ base, mine, theirs }, rowsBy(names, identities), (clash) => clash.mine);
  const isIn = (rows: readonly FieldTexts[], row: FieldTexts) => rows.some((one) => Bun.deepEquals(one, row));
  const changed = theirs.filter((row) => !isIn(merged, row));
  // A changed row is that of the same record, so that the item keeps the members without a field.
  const wasOf = (row: FieldTexts) => (isIn(theirs, row) ? row : (changed.find(({ iriIs }) => iriIs === row.iriIs) ?? {}));
  return merged.map((texts) => ({ iri: '', was: wasOf(texts), texts }));
}
