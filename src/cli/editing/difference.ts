/** As much of a value as a line shows. */
const longestValue = 200;

/** What differs between two states, a line each: where, what it was, and what it is. Items of a list are known by their ids. */
export function differences(before: unknown, after: unknown, place = ''): string[] {
  if (Bun.deepEquals(before, after, true)) return [];
  if (isObject(before) && isObject(after))
    return [...new Set([...Object.keys(before), ...Object.keys(after)])].flatMap((name) =>
      differences(before[name] ?? null, after[name] ?? null, place === '' ? name : `${place}.${name}`),
    );
  if (Array.isArray(before) && Array.isArray(after)) return listDifferences(before, after, place);
  if (before === null) return [`+ ${place}: ${shown(after)}`];
  if (after === null) return [`- ${place}: ${shown(before)}`];
  return [`  ${place}: ${shown(before)} → ${shown(after)}`];
}

function listDifferences(before: readonly unknown[], after: readonly unknown[], place: string): string[] {
  const keyed = (list: readonly unknown[]) => new Map(list.map((item, index) => [idOf(item) ?? index, { item, index }] as const));
  const [was, is] = [keyed(before), keyed(after)];
  const gone = [...was].filter(([key]) => !is.has(key)).map(([, { item, index }]) => `- ${place}[${index + 1}]: ${shown(item)}`);
  const there = [...is].flatMap(([key, { item, index }]) => {
    const at = `${place}[${index + 1}]`;
    const old = was.get(key);
    return old === undefined ? [`+ ${at}: ${shown(item)}`] : differences(old.item, item, at);
  });
  const lines = [...gone, ...there];
  return lines.length > 0 ? lines : [`  ${place}: another order`];
}

const idOf = (item: unknown): string | undefined => (isObject(item) && typeof item.id === 'string' ? item.id : undefined);

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function shown(value: unknown): string {
  const text = JSON.stringify(value);
  return text.length > longestValue ? `${text.slice(0, longestValue)}…` : text;
}
