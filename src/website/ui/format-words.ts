import type { RequestContext } from '../http/request-context';

interface Format {
  readonly format_type: keyof RequestContext['t']['words']['formatTypes'];
  readonly quantity: number;
}

/** `3 × CD`, `CD, DVD` */
export function formatWords(formats: readonly Format[], { t, format }: Pick<RequestContext, 't' | 'format'>): string {
  const byType = Map.groupBy(formats, ({ format_type: type }) => type);
  const words = [...byType].map(([type, all]) => {
    const count = all.reduce((sum, { quantity }) => sum + quantity, 0);
    const name = t.words.formatTypes[type];
    return count === 1 ? name : t.records.formats({ count: format.number(count), format: name });
  });
  return words.join(', ');
}
