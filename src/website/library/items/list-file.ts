import { withQuery } from '../../api/client';
import type { Answer } from '../../http/page';
import { problemPage } from '../../http/problem-page';
import type { Visit } from '../../http/request-context';

const formats = { 'export.csv': 'csv', 'export.json': 'json' } as const;

/** A list as a file, as the API gives it; no page for any other name. */
export function listFile(visit: Visit, list: 'collection' | 'wishlist', file: string): Promise<Answer> | Answer {
  if (!Object.hasOwn(formats, file)) return problemPage(visit, undefined, '');
  const format = formats[file as keyof typeof formats];
  return visit.api.fetch('GET', withQuery(`/api/users/me/${list}/export`, { format }), undefined, { accept: '*/*' });
}
