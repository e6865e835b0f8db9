import type { PageAnswer } from '../http/page';
import { problemPage } from '../http/problem-page';
import { renderFragment } from '../http/render';
import type { RequestContext } from '../http/request-context';
import { isNameKind, namesLike } from './names';

/** Fits without scrolling. */
const atMost = 12;

/** Suggestions for a field as a fragment. */
export async function get(visit: RequestContext, { kind }: { readonly kind: string }): Promise<PageAnswer> {
  if (!isNameKind(kind)) return problemPage(visit, undefined, '');
  const typed = (visit.query.get('q') ?? '').trim();
  if (typed === '') return new Response(null, { status: 204 });
  const found = await namesLike(visit.api, kind, typed, atMost);
  return renderFragment(
    <>
      {found.map(({ id, label }) => (
        <option key={id} value={label} />
      ))}
    </>,
    visit,
  );
}
