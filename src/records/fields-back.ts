import type { Attributes } from '../kinds/attribute';
import type { Fields } from './record-text';

/**
 * What takes back what became of fields: those that are as they were left get what they had before, and what has changed
 * since stands. Of a list that has changed, the items that are as they were left do.
 */
export function fieldsBack(today: Fields, before: Fields, after: Fields): Fields {
  return {
    attributes: membersBack(today.attributes, before.attributes, after.attributes),
    relationships: membersBack(today.relationships, before.relationships, after.relationships),
  };
}

function membersBack(today: Attributes, before: Attributes, after: Attributes): Attributes {
  const back: Record<string, unknown> = {};
  for (const name in after) {
    const [is, was, left] = [today[name] ?? null, before[name] ?? null, after[name] ?? null];
    if (isSame(is, left)) back[name] = was;
    else if (Array.isArray(is) && Array.isArray(was) && Array.isArray(left)) back[name] = itemsBack(is, was, left);
  }
  return back;
}

/** Items that differ in nothing but the record that they name had one another's places. */
function itemsBack(today: readonly unknown[], before: readonly unknown[], after: readonly unknown[]): unknown[] {
  const had = before.filter((item) => !after.some((one) => isSame(one, item)));
  const left = after.filter((item) => !before.some((one) => isSame(one, item)));
  return today.map((item) => {
    const isLeft = left.some((one) => isSame(one, item));
    const place = isLeft ? had.findIndex((one) => isSame(withoutName(one), withoutName(item))) : -1;
    return place < 0 ? item : had.splice(place, 1)[0];
  });
}

/** An item of a list without the record that it names, and how it is written. */
function withoutName(item: unknown): unknown {
  if (typeof item !== 'object' || item === null) return item;
  const { iri: _, name: __, position: ___, ...others } = item as Record<string, unknown>;
  return others;
}

const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);
