import type { Sent } from '../../api/client';
import { ApiError } from '../../api/client';
import type { SentForm } from '../../http/form';
import type { Visit } from '../../http/request-context';
import { sentenceOf } from '../../i18n/api-errors';
import { AddedRecords } from '../added-records';
import type { Wrong } from '../error-summary';
import { fillNewAlbum } from '../new-album';
import { changesOf, isEmpty } from './changes';
import { at, checkDraft, checkNames } from './checks';
import type { Draft } from './draft';
import { fieldAt, kindOf, type NamesAsIds, placeOf, type ResolvedNames, resolveDraft } from './names-of-draft';
import { readPackaging } from './options';
import type { EditedRelease } from './read-edited';
import { rolesOf } from './roles';
import { saveCover } from './save-cover';
import { saveEntries } from './tracks/entries';
import { wrongsOf } from './violations';

/** What is to be saved: what was typed, the record as it is, and what that said. */
export interface ToSave {
  readonly draft: Draft;
  readonly base: Draft;
  readonly edited: EditedRelease;
  readonly note: string;
  readonly form: SentForm;
  /** The tag of the version that the form was made from. */
  readonly tag: string;
}

/** What became of it. */
export type Saved =
  /** Saved, under this slug; `partly` says what of it is not as it was asked for. */
  | { readonly outcome: 'saved'; readonly slug: string; readonly isChanged: boolean; readonly partly: readonly string[] }
  /** Somebody else changed it. */
  | { readonly outcome: 'changed meanwhile' }
  | {
      readonly outcome: 'refused';
      readonly wrongs: readonly Wrong[];
      readonly all: readonly string[];
      readonly names?: ResolvedNames;
      readonly isOdd?: boolean;
    };

/** Saves a draft. Nothing of it is written where anything of it is refused, or the record is another than the form was made from. */
export async function saveDraft(visit: Visit, asked: ToSave): Promise<Saved> {
  const { draft, base, edited, form } = asked;
  const takesOdd = form.has('takeOdd');
  const [names, roles] = await Promise.all([resolveDraft(visit.api, draft, base), rolesOf(visit.api, draft, edited)]);
  const wrongs = [...checkDraft(visit, draft, base, takesOdd), ...checkNames(visit, draft, base, names, roles)];
  const isOdd = takesOdd || checkDraft(visit, draft, base, true).length < checkDraft(visit, draft, base, false).length;
  if (wrongs.length > 0) return { outcome: 'refused', wrongs, all: [], names, isOdd };
  const added = new AddedRecords(visit.api, asked.note);
  const ids = await idsOf(visit, names, added);
  if (!(ids instanceof Map)) return { ...(await takenBack(visit, added, ids)), names };
  const packaging = await readPackaging(visit.api);
  return write(visit, asked, { idOf: (field, at) => ids.get(placeOf(field, at)), roles, packaging }, added, names);
}

async function write(visit: Visit, asked: ToSave, ids: NamesAsIds, added: AddedRecords, names: ResolvedNames): Promise<Saved> {
  const { draft, base, edited, note, form } = asked;
  const document = changesOf(draft, base, edited, ids);
  const sent = isEmpty(document) ? undefined : await patch(visit, asked, document);
  if (sent && !sent.ok) return notWritten(visit, sent, added, names);
  const entries = await saveEntries(visit, { draft, base, release: edited.release.id, note, idOf: ids.idOf });
  const album = names.get(placeOf('album'));
  if (album?.state === 'new') await fillNewAlbum(visit, edited.release.attributes._id, note);
  const cover = await saveCover(visit, edited.release.id, form);
  const slug = sent?.document.data.attributes.slug ?? edited.release.attributes.slug ?? '';
  const partly = [...entries.failed, ...cover.failed];
  return { outcome: 'saved', slug, isChanged: sent !== undefined || entries.isChanged || cover.isChanged, partly };
}

function patch({ api }: Visit, { edited, note, tag }: ToSave, document: object): Promise<Sent> {
  const data = { type: 'Release', id: edited.release.id, ...document };
  return api.send('PATCH', edited.release.id, { data, ...(note && { meta: { note } }) }, { 'if-match': tag });
}

/** The UUIDs of names by their places, once all of them are in the catalog; or what is wrong with a name. */
async function idsOf(visit: Visit, names: ResolvedNames, added: AddedRecords): Promise<Map<string, string> | Wrong> {
  const ids = new Map<string, string>();
  for (const [place, resolved] of names) {
    const { field, at: row } = fieldAt(place);
    const id = resolved.state === 'known' ? resolved.id : resolved.state === 'new' && (await added.add(kindOf(field), resolved.name));
    if (typeof id === 'object') return at(visit, field, row, visit.t.releaseForm.wrong.notAdded(resolved.name, sentenceOf(visit, id)));
    if (id !== false) ids.set(place, id);
  }
  return ids;
}

async function notWritten(visit: Visit, sent: Sent, added: AddedRecords, names: ResolvedNames): Promise<Saved> {
  if (sent.status === 412) {
    await added.takeBack();
    return { outcome: 'changed meanwhile' };
  }
  if (sent.status !== 422 && sent.status !== 409) {
    await added.takeBack();
    throw new ApiError(sent.status, sent.document, sent.headers);
  }
  const { wrongs, all } = wrongsOf(visit, sent);
  const refused = await takenBack(visit, added, ...wrongs);
  return { ...refused, all: [...all, ...refused.all], names };
}

/** Nothing stays of a change that was refused; what stays all the same is named. */
async function takenBack({ t, format }: Visit, added: AddedRecords, ...wrongs: readonly Wrong[]) {
  const left = await added.takeBack();
  return { outcome: 'refused' as const, wrongs, all: left.length === 0 ? [] : [t.releaseForm.partly.left(format.list(left))] };
}
