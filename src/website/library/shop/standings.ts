import { ApiError } from '../../api/client';
import type { Answer } from '../../http/page';
import type { Visit } from '../../http/request-context';
import { type LineFound, lookUp, maximumLines } from '../import/look-ups';
import { readCode } from './look-up';
import { ownerHeaders } from './owner';

/** What a number that was looked up earlier leads to now. */
interface Standing {
  readonly code: string;
  readonly state: LineFound['state'];
  /** The state as it is said. */
  readonly kind: string;
  /** The UUID of the one release that is meant. */
  readonly release?: string;
}

/** How everything that was looked up today stands by now, for the script of the shop page: all of it by one look-up. */
export async function get(visit: Visit): Promise<Answer> {
  const chosen = visit.query.getAll('release');
  const asked = visit.query
    .getAll('code')
    .map((code, index) => ({ code: readCode(code), chosen: chosen[index] }))
    .filter(({ code }) => code !== '')
    .slice(0, maximumLines);
  const headers = { ...ownerHeaders(visit), 'cache-control': 'no-store' };
  if (asked.length === 0) return Response.json([], { headers });
  const sent = await lookUp(
    visit.api,
    asked.map(({ code }) => code),
  );
  if (!sent.ok) throw new ApiError(sent.status, sent.document, sent.headers);
  const lines: readonly LineFound[] = sent.document.data.attributes.lines;
  return Response.json(
    lines.map((line, index) => standingOf(visit, line, asked[index]?.chosen)),
    { headers },
  );
}

/** @param chosen the UUID of one of several releases that have the number */
function standingOf({ t }: Visit, { line: code, state, releases }: LineFound, chosen: string | undefined): Standing {
  const meant = releases.find(({ id }) => id === chosen) ?? (releases.length === 1 ? releases[0] : undefined);
  if (!meant) return { code, state, kind: t.shop.states[state] };
  return { code, state: meant.state, kind: t.shop.states[meant.state], release: meant.id };
}
