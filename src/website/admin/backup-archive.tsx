import type { Answer } from '../http/page';
import type { Visit } from '../http/request-context';

/** A backup as a file; the rest of one where the browser has its beginning. */
export function get({ api, request }: Visit, { name }: { readonly name: string }): Promise<Answer> {
  const asked = Object.fromEntries(
    ['range', 'if-range'].flatMap((header) => [[header, request.headers.get(header) ?? '']]).filter(([, value]) => value !== ''),
  );
  return api.fetch(request.method, `/api/backups/${encodeURIComponent(name)}/archive`, undefined, { accept: '*/*', ...asked });
}
