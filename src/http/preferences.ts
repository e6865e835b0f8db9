import { answerHeadersOf, setAnswerHeaders } from './respond';

const handling = /^\s*handling\s*=\s*"?([\w-]+)"?\s*(?:;|$)/i;

/**
 * Whether a client wants errors instead of what could be passed over (`Prefer: handling=strict`, RFC 7240, section 4.4). The
 * answer then says that this was heeded. It needs no `Vary` for that: no cache gives an answer of the API without asking.
 */
export function wantsStrictHandling(request: Request): boolean {
  const prefer = request.headers.get('prefer');
  if (prefer === null) return false;
  // Of a preference that is given twice, the first counts (RFC 7240, section 2).
  const [asked] = prefer.split(',').flatMap((one) => handling.exec(one)?.[1] ?? []);
  if (asked?.toLowerCase() !== 'strict') return false;
  setAnswerHeaders(request, { ...answerHeadersOf(request), 'preference-applied': 'handling=strict' });
  return true;
}
