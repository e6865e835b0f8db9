import { type Api, ApiError, type Sent } from '../../api/client';
import type { SentForm } from '../../http/form';
import type { RequestContext } from '../../http/request-context';
import { sentenceOf } from '../../i18n/api-errors';
import { CreatedRecords, documentOf } from '../created-records';
import type { FieldError } from '../error-summary';
import { fillNewAlbum } from '../new-album';
import { slugsOfRoles } from '../roles';
import { changesOf, isEmpty } from './changes';
import { checkDraft, checkNames, fieldError } from './checks';
import type { Draft } from './draft';
import { errorsOfRelease } from './field-errors';
import { readPackaging } from './form-state';
import { fieldAt, kindOf, type NamesAsIds, placeOf, type ResolvedNames, resolveDraft } from './names-of-draft';
import { coverIn, forgetCover } from './pending-cover';
import type { EditedRelease } from './read-edited';
import { type EntriesSaved, saveEntries } from './tracks/entries';

export interface ToSave {
  readonly draft: Draft;
  readonly base: Draft;
  readonly edited: EditedRelease;
  readonly note: string;
  readonly form: SentForm;
  /** ETag of the original version. */
  readonly tag: string;
}

export type Saved =
  /** `partly` lists what was not saved. */
  | { readonly outcome: 'saved'; readonly slug: string; readonly isChanged: boolean; readonly partly: readonly string[] }
  /** Changed by someone else. */
  | { readonly outcome: 'changed meanwhile' }
  | {
      readonly outcome: 'refused';
      readonly fieldErrors: readonly FieldError[];
      readonly all: readonly string[];
      readonly names?: ResolvedNames;
      readonly isOdd?: boolean;
    };

/** Saves all of a draft, or nothing if anything is rejected or the record changed meanwhile. */
export async function saveDraft(visit: RequestContext, asked: ToSave): Promise<Saved> {
  const { draft, base, edited, form } = asked;
  const takesOdd = form.has('takeOdd');
  const [names, roles] = await Promise.all([resolveDraft(visit.api, draft, base), rolesOf(visit.api, draft, edited)]);
  const fieldErrors = [...checkDraft(visit, draft, base, takesOdd), ...checkNames(visit, draft, base, names, roles)];
  const isOdd = takesOdd || checkDraft(visit, draft, base, true).length < checkDraft(visit, draft, base, false).length;
  if (fieldErrors.length > 0) return { outcome: 'refused', fieldErrors, all: [], names, isOdd };
  const added = new CreatedRecords(visit, asked.note);
  const ids = await idsOf(visit, names, added);
  if (!(ids instanceof Map)) return { outcome: 'refused', fieldErrors: [ids], all: await added.rollBack(), names };
  const packaging = await readPackaging(visit.api);
  return write(visit, asked, { idOf: (field, at) => ids.get(placeOf(field, at)), roles, packaging }, added, names);
}

async function write(visit: RequestContext, asked: ToSave, ids: NamesAsIds, added: CreatedRecords, names: ResolvedNames): Promise<Saved> {
  const { draft, base, edited, note, form } = asked;
  const document = changesOf(draft, base, edited, ids);
  const { id } = edited.release;
  const patch = () => visit.api.send('PATCH', id, documentOf('Release', document, note, id), { 'if-match': asked.tag });
  const sent = isEmpty(document) ? undefined : await patch();
  if (sent && !sent.ok) return notWritten(visit, sent, added, names);
  const entries = await saveEntries(visit, { draft, base, release: id, note, idOf: ids.idOf });
  const album = names.get(placeOf('album'));
  if (album?.state === 'new') await fillNewAlbum(visit, edited.release.attributes._id, note);
  const cover = await saveCover(visit, id, form);
  const slug = sent?.document.data.attributes.slug ?? edited.release.attributes.slug ?? '';
  const partly = [...entries.failed, ...cover.failed];
  return { outcome: 'saved', slug, isChanged: sent !== undefined || entries.isChanged || cover.isChanged, partly };
}

/** UUIDs by field, creating missing records, or the errors. */
async function idsOf(visit: RequestContext, names: ResolvedNames, added: CreatedRecords): Promise<Map<string, string> | FieldError> {
  const ids = new Map<string, string>();
  for (const [place, resolved] of names) {
    const { field, at: row } = fieldAt(place);
    const id = resolved.state === 'known' ? resolved.id : resolved.state === 'new' && (await added.add(kindOf(field), resolved.name));
    if (typeof id === 'object')
      return fieldError(visit, field, row, visit.t.releaseForm.wrong.notAdded(resolved.name, sentenceOf(visit, id)));
    if (id !== false) ids.set(place, id);
  }
  return ids;
}

/** Deletes created records and names those that remain. */
async function notWritten(visit: RequestContext, sent: Sent, added: CreatedRecords, names: ResolvedNames): Promise<Saved> {
  const left = await added.rollBack();
  if (sent.status === 412) return { outcome: 'changed meanwhile' };
  if (sent.status !== 422 && sent.status !== 409) throw new ApiError(sent);
  const { fieldErrors, all } = errorsOfRelease(visit, sent);
  return { outcome: 'refused', fieldErrors, all: [...all, ...left], names };
}

/** Slugs by name; unknown names are missing. */
async function rolesOf(api: Api, draft: Draft, edited: EditedRelease): Promise<ReadonlyMap<string, string>> {
  const known = new Map([...edited.roles].map(([slug, name]) => [name, slug] as const));
  const asked = draft.lists.credits.map(({ role }) => role).filter((name) => !known.has(name));
  return new Map([...known, ...(await slugsOfRoles(api, asked, 'release'))]);
}

/** Saves or removes the cover as the form says. */
export async function saveCover(visit: RequestContext, release: string, form: SentForm): Promise<EntriesSaved> {
  const { api, t } = visit;
  const cover = await coverIn(visit, form);
  if (cover === 'gone') return { isChanged: false, failed: [t.releaseForm.partly.coverAgain] };
  if (!cover && !form.has('uncover')) return { isChanged: false, failed: [] };
  const sent = cover
    ? await api.send('PUT', `${release}/cover`, cover.bytes, { 'content-type': cover.mediaType })
    : await api.send('DELETE', `${release}/cover`);
  forgetCover(visit, form);
  // Already removed is fine.
  if (sent.ok || (!cover && sent.status === 404)) return { isChanged: true, failed: [] };
  return { isChanged: false, failed: [t.releaseForm.partly.cover(sentenceOf(visit, sent))] };
}
