import type { Answer } from '../http/page';
import { problemPage } from '../http/problem-page';
import { renderFragment } from '../http/render';
import type { RequestContext } from '../http/request-context';
import { isNameKind, namesLike } from './names';

/** As many as a list below a field shows without scrolling. */
const atMost = 12;

/** A fragment: what a field may name, for the script that puts it into the list of the field. */
export async function get(visit: RequestContext, { kind }: { readonly kind: string }): Promise<Answer> {
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
