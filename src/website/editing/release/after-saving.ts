import { withFlash } from '../../http/addresses';
import { type PageAnswer, seeOther } from '../../http/page';
import type { RequestContext } from '../../http/request-context';
import { editPage } from './edit-page';
import { readEdited } from './read-edited';
import { draftOfRecord } from './record-draft';
import type { Saved } from './save';

/** Leads to the record, or to the form if it was partly saved. */
export async function afterSaving(
  visit: RequestContext,
  { slug, isChanged, partly }: Extract<Saved, { outcome: 'saved' }>,
): Promise<PageAnswer> {
  if (partly.length === 0) return seeOther(withFlash(visit.to.release({ slug }), isChanged ? 'record-saved' : 'nothing-changed'));
  const path = visit.to.editRelease({ slug }).slice(visit.to.base.length);
  const now = await readEdited({ ...visit, path });
  if (now instanceof Response) return now;
  const draft = draftOfRecord(now);
  const said = [visit.t.releaseForm.partly.head, ...partly].join(' ');
  return editPage(visit, { edited: now, draft, base: draft, tag: now.tag, note: '', said });
}
