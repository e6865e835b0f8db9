import type { SentForm } from '../../../http/form';
import { type Page, type PageAnswer, seeOther } from '../../../http/page';
import { type RequestContext, useRequestContext } from '../../../http/request-context';
import { Form } from '../../../ui/form';
import { Section } from '../../../ui/section';
import { Difference } from '../../difference';
import { packDraft } from '../../packed-draft';
import { afterSaving } from '../after-saving';
import { unpackDraft } from '../draft';
import { editPage, Over } from '../edit-page';
import type { FormState } from '../form-state';
import { keepCover, PendingCoverField } from '../pending-cover';
import type { EditedRelease } from '../read-edited';
import { draftOfRecord } from '../record-draft';
import { saveDraft } from '../save';
import { changedAlone, labelOf, type OnlyThere, textOf } from './conflict-words';
import { type Conflict, mergeDrafts, type Side } from './three-way';

/** A form based on an older version. */
export interface Overtaken extends Pick<FormState, 'base' | 'draft' | 'note' | 'cover' | 'hasLostCover'> {
  /** When the form was opened. */
  readonly since: string;
}

export async function conflictPage(
  visit: RequestContext,
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
          <Section title={t.records.cover.title}>
            <PendingCoverField cover={overtaken.cover} />
          </Section>
        )}
        <Then waiting={conflicts.filter((_, index) => chosen[index] === undefined).length} />
      </Form>
    </>
  );
  return { title: words.titleOf(title), year, current: 'releases', body, status: 412 };
}

export async function sendChoices(visit: RequestContext, edited: EditedRelease, form: SentForm): Promise<PageAnswer> {
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
  // Changed again meanwhile: the choices no longer apply.
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

export async function coverOf(visit: RequestContext, form: SentForm): Promise<Pick<FormState, 'cover' | 'hasLostCover'>> {
  const kept = await keepCover(visit, form);
  return kept === 'no room' ? { hasLostCover: true } : { cover: kept };
}

/** `f0`, `f1` and so on. */
function sideIn(form: SentForm, index: number): Side | undefined {
  const side = form.text(`f${index}`);
  return side === 'mine' || side === 'theirs' ? side : undefined;
}

interface BothProps {
  readonly conflicts: readonly Conflict[];
  readonly chosen: readonly (Side | undefined)[];
  readonly hand: LastEditor | undefined;
}

function Both({ conflicts, chosen, hand }: BothProps) {
  const visit = useRequestContext();
  const { t, format } = visit;
  const words = t.releaseForm.conflict;
  return (
    <Section title={words.both} aside={words.bothAside(...format.counted(conflicts.length))}>
      <div class="scroll">
        <table class="versus">
          <caption class="hidden">{words.caption}</caption>
          <thead>
            <tr>
              <th scope="col">
                <span class="hidden">{words.field}</span>
              </th>
              <th scope="col">{words.yours}</th>
              <th scope="col">{hand ? words.theirsOf(hand.username, format.moment(hand.at)) : words.theirs}</th>
            </tr>
          </thead>
          <tbody>
            {conflicts.map((conflict, index) => (
              <tr key={index}>
                <th scope="row">{labelOf(visit, conflict)}</th>
                {(['mine', 'theirs'] as const).map((side) => (
                  <td key={side}>
                    <label class="check">
                      <input type="radio" name={`f${index}`} value={side} checked={chosen[index] === side} required />{' '}
                      <span class="lines">
                        <Difference was={textOf(visit, conflict, conflict.base)} is={textOf(visit, conflict, conflict[side])} />
                      </span>
                    </label>
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Section>
  );
}

/** Changes of one side, which are kept. */
function Only({ title, changes }: { readonly title: string; readonly changes: readonly OnlyThere[] }) {
  const { t } = useRequestContext();
  if (changes.length === 0) return null;
  return (
    <Section title={title} aside={t.releaseForm.conflict.kept}>
      <ul>
        {changes.map(({ label, was, is }) => (
          <li key={label}>
            {label}: <Difference was={was} is={is} />
          </li>
        ))}
      </ul>
    </Section>
  );
}

function Then({ waiting }: { readonly waiting: number }) {
  const { t, format } = useRequestContext();
  const words = t.releaseForm.conflict;
  return (
    <Section title={words.next}>
      <p class="row">
        <button class="first" type="submit">
          {words.save}
        </button>
        <button type="submit" name="again" value="1" formNoValidate>
          {words.again}
        </button>
        <button class="plain danger" type="submit" name="drop" value="1" formNoValidate>
          {words.drop}
        </button>
      </p>
      {waiting > 0 && <p class="soft tiny">{words.waits(...format.counted(waiting))}</p>}
    </Section>
  );
}

interface LastEditor {
  readonly username: string;
  readonly at: string;
}

interface RevisionList {
  readonly data: readonly { readonly attributes: { readonly username: string | null; readonly created_at: string } }[];
}

/** Undefined if it was an import. */
async function lastEditor({ api }: RequestContext, iri: string, since: string): Promise<LastEditor | undefined> {
  const { data } = await api.read<RevisionList>(`${iri}/revisions`, { itemsPerPage: 1 });
  const { username = null, created_at: at = '' } = data[0]?.attributes ?? {};
  return username !== null && new Date(at) >= new Date(since) ? { username, at } : undefined;
}
