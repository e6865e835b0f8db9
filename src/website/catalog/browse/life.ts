import type { RequestContext } from '../../http/request-context';

interface Living {
  readonly _type: string;
  readonly fictional: boolean;
  readonly begin_date: string | null;
  readonly end_date: string | null;
  readonly country: string | null;
}

/** `1928–2020, Italy`, `b. 1932, United States`, `fictional` */
export function lifeOf({ t, format }: RequestContext, artist: Living): string {
  if (artist.fictional) return t.browse.lives.fictional;
  const country = artist.country ? format.country(artist.country) : '';
  return [yearsOf(t.browse.lives, artist), country].filter((part) => part !== '').join(', ');
}

function yearsOf(lives: RequestContext['t']['browse']['lives'], { _type: type, begin_date: begin, end_date: end }: Living): string {
  const [from, to] = [begin, end].map((date) => date?.slice(0, 4));
  if (from && to) return `${from}–${to}`;
  if (to) return type === 'person' ? lives.died({ year: to }) : lives.until({ year: to });
  if (!from) return '';
  return type === 'person' ? lives.born({ year: from }) : lives.since({ year: from });
}
