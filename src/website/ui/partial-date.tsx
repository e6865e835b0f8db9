import { useVisit } from '../http/request-context';

/** A date as far as it is known, for readers and for machines. */
export function PartialDate({ date, style }: { readonly date: string; readonly style?: 'long' | 'short' }) {
  const { format } = useVisit();
  return <time datetime={date}>{format.date(date, style)}</time>;
}
