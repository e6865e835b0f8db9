import { ApiError, readAttributesAt, unlessMissing } from '../../api/client';
import type { SentForm } from '../../http/form';
import { withNotice } from '../../http/notice';
import { type Page, type PageAnswer, seeOther } from '../../http/page';
import type { RequestContext } from '../../http/request-context';
import { EnteredTexts } from '../../ui/table';
import type { FieldError } from '../error-summary';
import { namedBy } from '../names';
import { rolesNamed } from '../roles';
import { conflictPage, type SentDraft, sideIn, uncombinedIn } from './conflict-page';
import { changedAlone } from './conflict-words';
import { readDraft, rowsIn, unpackDraft, withAddressesBelow, withLostAddresses } from './draft';
import { resolveDraft } from './draft-names';
import { type EditedRecord, newRecord, readCurrentRecord, readEditedRecord } from './edited-record';
import { fieldError, strayRows, unevenRows } from './field-errors';
import { addPage, editPage } from './page';
import { type DraftToSave, type Saved, saveDraft } from './save';
import { type FormSchema, formFields, isChoice, listsOf } from './schema';
import { mergeDrafts } from './three-way';
import type { Draft, PendingPart, Sides } from './types';

export const get = async (context: RequestContext): Promise<PageAnswer> => editPage(context, await readEditedRecord(context));

/** Buttons name their action; the default is saving. */
export async function post(context: RequestContext, _: unknown, form: SentForm): Promise<PageAnswer> {
  const edited = await unlessMissing(readCurrentRecord(context));
  if (edited === undefined) return deletedPage(context, form);
  const sent = readSent(edited, form);
  const fieldErrors = [...unevenRows(context, edited.schema, form), ...strayRows(context, edited.schema, sent.sent)];
  if (fieldErrors.length > 0) {
    const pending = await keep(context, edited, form);
    return { ...(await editPage(context, edited, { draft: sent.draft, note: sent.note, fieldErrors, pending })), status: 422 };
  }
  if (form.has('mine')) return saveChosen(context, edited, sent, form);
  if (form.has('unlock')) return unlock(context, edited, { ...sent, pending: await keep(context, edited, form) }, form.text('unlock'));
  const { base, draft: mine } = sent;
  // A part of the record may have changed without its ETag.
  const { draft, conflicts } = mergeDrafts(edited.schema, { base, mine, theirs: edited.draft }, () => 'mine');
  const isStale = sent.tag !== edited.tag;
  const isLookedAt = form.has('more') || form.has('look');
  if (conflicts.length > 0 || uncombinedIn(context, edited, sent).length > 0 || (isStale && !isLookedAt))
    return conflictPage(context, edited, { ...sent, pending: await keep(context, edited, form) });
  if (!isLookedAt) return save(context, { edited, draft, note: sent.note, form }, sent);
  const names = await resolveDraft(context.api, edited.schema, draft, edited.draft);
  const state = { draft, names, note: sent.note, more: form.text('more'), pending: await keep(context, edited, form) };
  return { ...(await editPage(context, edited, state)), status: isStale ? 412 : 200 };
}

/** Shows the changes of a record that was deleted meanwhile. */
function deletedPage(context: RequestContext, form: SentForm): Page {
  const edited = newRecord(context);
  const { base, draft } = readSent(edited, form).sent;
  const { title, lead, entered, toHistory } = context.t.recordForm.deleted;
  const changes = changedAlone(context, edited, [base, draft], []);
  const body = (
    <div class="head">
      <h1>{title}</h1>
      <p role="alert">{lead}</p>
      <EnteredTexts caption={entered} texts={changes.map(({ label, is }) => [label, is] as const)} />
      <a href={context.to.history()}>{toHistory}</a>
    </div>
  );
  return { title, ...edited.schema.frame(edited.attributes), body, status: 404, isSecret: true };
}

const keep = async (context: RequestContext, { schema }: EditedRecord, form: SentForm): Promise<PendingPart | undefined> =>
  schema.part?.keep(context, form);

/** The form, or a conflict page with the packed draft. Child records of a merged record are below the other one now. */
function readSent({ schema, iri, draft: now }: EditedRecord, form: SentForm): SentDraft {
  const base = unpackDraft(schema, form.exact('base')) ?? now;
  const draft = form.has('mine')
    ? (unpackDraft(schema, form.exact('mine')) ?? now)
    : withLostAddresses(schema, readDraft(form, schema), base);
  const record = form.text('record') || iri;
  const sent = { base, draft };
  const below = (one: Draft) => withAddressesBelow(one, record, iri);
  const moved = record === iri ? sent : withTargetRows(schema, { base: below(base), mine: below(draft), theirs: now });
  return { ...moved, sent, record, tag: form.text('tag'), note: form.text('note'), since: form.text('since') };
}

/** Rows without clear counterparts stay as they are in the record that remains. */
function withTargetRows(schema: FormSchema, { base, mine, theirs }: Sides<Draft>) {
  const lists = listsOf(schema).map(({ name, part }) => {
    const sides = { base: rowsIn(base, name), mine: rowsIn(mine, name), theirs: rowsIn(theirs, name) };
    return [name, part?.paired(sides) ?? sides] as const;
  });
  const rows = (side: 'base' | 'mine') => Object.fromEntries(lists.map(([name, paired]) => [name, paired[side]]));
  return { base: { ...base, lists: rows('base') }, draft: { ...mine, lists: rows('mine') } };
}

/** Merges both versions as chosen. */
async function saveChosen(context: RequestContext, edited: EditedRecord, sent: SentDraft, form: SentForm): Promise<PageAnswer> {
  const { schema, draft: theirs } = edited;
  if (form.has('drop')) return seeOther(context.to.page(edited.page));
  const pending = await keep(context, edited, form);
  // Changed again meanwhile: the choices no longer apply.
  if (sent.tag !== edited.tag) return conflictPage(context, edited, { ...sent, pending });
  const sides = { base: sent.base, mine: sent.draft, theirs };
  const { draft, conflicts } = mergeDrafts(schema, sides, (index) => sideIn(form, index) ?? 'mine');
  if (form.has('again')) return editPage(context, edited, { draft, note: sent.note, pending });
  const chosen = conflicts.map((_, index) => sideIn(form, index));
  if (chosen.includes(undefined)) return conflictPage(context, edited, { ...sent, pending }, chosen);
  return save(context, { edited, draft, note: sent.note, form }, sent);
}

async function save(context: RequestContext, input: DraftToSave, sent: SentDraft): Promise<PageAnswer> {
  const { edited, draft, note, form } = input;
  const saved = await saveDraft(context, input);
  if (saved.outcome === 'saved') return afterSaving(context, edited.page, saved);
  const pending = await keep(context, edited, form);
  if (saved.outcome === 'refused') return { ...(await editPage(context, edited, { ...saved, draft, note, pending })), status: 422 };
  return conflictPage(context, await readCurrentRecord(context), { ...sent, pending });
}

/** Leads to the record, or to the form if its part was refused. A new slug changes the address. */
export async function afterSaving(
  context: RequestContext,
  formerPage: string,
  { slug, isChanged, created, refusedPart }: Extract<Saved, { outcome: 'saved' }>,
): Promise<PageAnswer> {
  const page = `${formerPage.slice(0, formerPage.lastIndexOf('/'))}/${slug}`;
  if (refusedPart === undefined)
    return seeOther(withNotice(context, context.to.page(page), isChanged ? 'record-saved' : 'nothing-changed', { created }));
  const now = await readCurrentRecord({ ...context, path: `${page}/edit` });
  return { ...(await editPage(context, now, { notice: `${context.t.notices['record-saved']} ${refusedPart}` })), status: 422 };
}

/** Unlocks a field. Other edits stay in the form, unsaved. */
async function unlock(context: RequestContext, { iri, schema }: EditedRecord, sent: SentDraft, name: string): Promise<PageAnswer> {
  const { note, tag, draft, pending } = sent;
  const document = { data: { type: schema.type, id: iri }, meta: { unlock: [name], ...(note && { note }) } };
  const answer = await context.api.send('PATCH', iri, document, { 'if-match': tag });
  if (answer.status !== 412 && !answer.ok) throw new ApiError(answer);
  const now = await readCurrentRecord(context);
  if (answer.status === 412) return conflictPage(context, now, sent);
  return editPage(context, now, { draft, note, pending, notice: context.t.editing.held.unlocked });
}

/** The form of a new record. */
export const addition = {
  async get(context: RequestContext): Promise<Page> {
    const edited = newRecord(context);
    // A series needs its label.
    await listOf(context);
    const firsts = formFields(edited.schema).flatMap(({ name, input }) => (isChoice(input) ? [[name, input.words[0] ?? ''] as const] : []));
    const draft = { ...edited.draft, texts: { ...edited.draft.texts, ...Object.fromEntries(firsts) } };
    return addPage(context, edited, { draft });
  },

  async post(context: RequestContext, _: unknown, form: SentForm): Promise<PageAnswer> {
    const edited = newRecord(context);
    const draft = readDraft(form, edited.schema);
    const note = form.text('note');
    const fieldErrors = [...unevenRows(context, edited.schema, form), ...(await namesakesOf(context, edited, draft, form))];
    const state = { draft, note, fieldErrors, more: form.text('more') };
    if (fieldErrors.length > 0) return { ...(await addPage(context, edited, state)), status: 422 };
    if (form.has('more')) return addPage(context, edited, state);
    const saved = await saveDraft(context, { edited, draft, note, form, addedTo: await listOf(context) });
    if (saved.outcome === 'saved') return afterSaving(context, `${edited.page}/new`, saved);
    return { ...(await addPage(context, edited, { ...saved, draft, note })), status: 422 };
  },
};

/** Other records of a name that the form was not shown with yet. */
async function namesakesOf(context: RequestContext, { schema }: EditedRecord, draft: Draft, form: SentForm): Promise<FieldError[]> {
  const field = formFields(schema).find(({ name }) => name === schema.named);
  const name = draft.texts[schema.named] ?? '';
  if (!field || name === '' || form.text('looked') === name) return [];
  const named = schema.kind
    ? await namedBy(context.api, schema.kind, name)
    : schema.type === 'ArtistRole'
      ? await rolesNamed(context, name)
      : [];
  const labels = named.map(({ label }) => label).slice(0, 5);
  return labels.length === 0
    ? []
    : [fieldError(context, field, undefined, context.t.recordForm.namesake({ labels: context.format.list(labels) }))];
}

/** The API list of a page: series are below their label. */
async function listOf({ api, path }: RequestContext): Promise<string> {
  const list = path.slice(0, path.lastIndexOf('/'));
  if (list === '/roles') return '/api/artists/roles';
  if (!list.endsWith('/series')) return `/api${list}`;
  const label = await readAttributesAt<{ iri: string }>(api, '/api/resolve', { url: list.slice(0, list.lastIndexOf('/')) });
  return `${label.iri}/series`;
}
