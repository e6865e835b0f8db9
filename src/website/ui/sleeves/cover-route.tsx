import type { Answer } from '../../http/page';
import { problemPage } from '../../http/problem-page';
import type { Visit } from '../../http/request-context';

interface Parameters {
  readonly release: string;
  readonly file: string;
}

const fileName = /^(?<hash>[0-9a-f]{40})\.(?<size>96|320|960)\.webp$/;

/** A file of the cover of a release. Where it is not for everyone, nobody but the browser keeps it. */
export async function get(visit: Visit, { release, file }: Parameters): Promise<Answer> {
  const { hash, size } = fileName.exec(file)?.groups ?? {};
  if (hash === undefined || !/^[0-9a-f-]{36}$/i.test(release)) return problemPage(visit, undefined, '');
  const known = visit.request.headers.get('if-none-match');
  const answer = await visit.api.fetch('GET', `/api/releases/${release}/cover?size=${size}&hash=${hash}`, undefined, {
    ...(known !== null && { 'if-none-match': known }),
  });
  if (answer.status !== 200 && answer.status !== 304) return problemPage(visit, undefined, '');
  const headers = new Headers(answer.headers);
  headers.set('vary', 'Cookie');
  headers.set('cross-origin-resource-policy', 'same-origin');
  return new Response(answer.status === 304 ? null : await answer.bytes(), { status: answer.status, headers });
}
