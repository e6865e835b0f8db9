import type { SentForm } from '../../../http/form';
import { type Answer, type Page, seeOther } from '../../../http/page';
import type { Visit } from '../../../http/request-context';
import { Form } from '../../../ui/form';
import { Part } from '../../../ui/section';
import { afterSaving } from '../after-saving';
import { editPage, Over } from '../edit-page';
import type { FormState } from '../form-state';
import { keepCover } from '../kept-cover';
import { KeptCoverField } from '../kept-cover-field';
import { lastEditor } from '../last-editor';
import { packDraft, unpackDraft } from '../packed-draft';
import type { EditedRelease } from '../read-edited';
import { draftOfRecord } from '../record-draft';
import { saveDraft } from '../save';
import { Both, Only, Then } from './conflict-parts';
import { changedAlone } from './conflict-words';
import { mergeDrafts, type Side } from './three-way';

/** A form that was made from another version than the one that is there now. */
export interface Overtaken extends Pick<FormState, 'base' | 'draft' | 'note' | 'cover' | 'hasLostCover'> {
  /** When the form was made. */
  readonly since: string;
}

/** The page that shows both versions, and asks where both changed the same. */
export async function conflictPage(
  visit: Visit,
  edited: EditedRelease,
  overtaken: Overtaken,
  chosen: readonly (Side | undefined)[] = [],
): Promise<Page> {
  const { base, draft: mine, note, since } = overtaken;
  const theirs = draftOfRecord(edited);
  const { conflicts } = mergeDrafts(base, mine, theirs, () => 'mine');
  const hand = await lastEditor(visit, edited.release.id, since);
  const { t, to, format } = visit;
  const words = t.releaseForm.conflict;
  const { title, year } = edited.release.attributes;
  const body = (
    <>
      <div class="head">
        <Over edited={edited} />
        <h1>{words.title}</h1>
        <p>{hand ? words.lead(hand.username, format.ago(hand.at, visit.now)) : words.leadOfImport}</p>
        {overtaken.hasLostCover && <p>{t.releaseForm.partly.coverAgain}</p>}
      </div>
      <Form action={to.editRelease(edited.release.attributes)}>
        <input type="hidden" name="mine" value={packDraft(mine)} />
        <input type="hidden" name="base" value={packDraft(base)} />
        <input type="hidden" name="tag" value={edited.tag} />
        <input type="hidden" name="note" value={note} />
        <input type="hidden" name="since" value={since} />
        {conflicts.length > 0 && <Both conflicts={conflicts} chosen={chosen} hand={hand} />}
        <Only title={words.onlyYou} changes={changedAlone(visit, base, mine, conflicts)} />
        <Only title={hand ? words.onlyThem(hand.username) : words.onlyOthers} changes={changedAlone(visit, base, theirs, conflicts)} />
        {overtaken.cover && (
          <Part title={t.records.cover.title}>
            <KeptCoverField cover={overtaken.cover} />
          </Part>
        )}
        <Then waiting={conflicts.filter((_, index) => chosen[index] === undefined).length} />
      </Form>
    </>
  );
  return { title: words.titleOf(title), year, current: 'releases', body, status: 412 };
}

/** Takes what was chosen between both versions. */
export async function sendChoices(visit: Visit, edited: EditedRelease, form: SentForm): Promise<Answer> {
  const { to } = visit;
  if (form.has('drop')) return seeOther(to.release(edited.release.attributes));
  const theirs = draftOfRecord(edited);
  const overtaken: Overtaken = {
    base: unpackDraft(form.exact('base')) ?? theirs,
    draft: unpackDraft(form.exact('mine')) ?? theirs,
    note: form.text('note'),
    since: form.text('since'),
    ...(await coverOf(visit, form)),
  };
  // Once more changed, what was chosen was chosen between others.
  if (form.text('tag') !== edited.tag) return conflictPage(visit, edited, overtaken);
  const { draft, conflicts } = mergeDrafts(overtaken.base, overtaken.draft, theirs, (index) => sideIn(form, index) ?? 'mine');
  const shown = { ...overtaken, edited, draft, base: theirs, tag: edited.tag };
  if (form.has('again')) return editPage(visit, shown);
  const chosen = conflicts.map((_, index) => sideIn(form, index));
  if (chosen.includes(undefined)) return conflictPage(visit, edited, overtaken, chosen);
  const saved = await saveDraft(visit, { ...shown, form });
  if (saved.outcome === 'changed meanwhile') return conflictPage(visit, edited, overtaken);
  if (saved.outcome === 'refused') return { ...(await editPage(visit, { ...shown, ...saved })), status: 422 };
  return afterSaving(visit, saved);
}

/** The picture of a form that goes back to the reader. */
export async function coverOf(visit: Visit, form: SentForm): Promise<Pick<FormState, 'cover' | 'hasLostCover'>> {
  const kept = await keepCover(visit, form);
  return kept === 'no room' ? { hasLostCover: true } : { cover: kept };
}

/** What was chosen of a conflict: `f0`, `f1` and so on, in their order. */
function sideIn(form: SentForm, index: number): Side | undefined {
  const side = form.text(`f${index}`);
  return side === 'mine' || side === 'theirs' ? side : undefined;
}
