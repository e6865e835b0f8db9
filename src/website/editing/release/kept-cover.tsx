import type { SentForm } from '../../http/form';
import { type RequestContext, useRequestContext } from '../../http/request-context';
import type { ChosenFile } from '../../http/upload-store';
import { pictureTypeOf } from '../../ui/sleeves/cover-files';

/** The picture that was chosen before: it goes along, unless it is unticked. */
export function KeptCoverField({ cover }: { readonly cover: KeptCover | undefined }) {
  const { t } = useRequestContext();
  if (!cover) return null;
  return (
    <label class="check">
      <input type="checkbox" name="keptCover" value={cover.name} checked /> <span>{t.releaseForm.keptCover(cover.fileName)}</span>
      <small>{t.releaseForm.keptCoverHelp}</small>
    </label>
  );
}

/** A picture that was chosen in a form which comes back before it is saved: browsers let no form say it again. */
export interface KeptCover {
  /** The word for it, which the form carries. */
  readonly name: string;
  readonly fileName: string;
}

/** A picture that came with a form, or was kept for it. */
export interface ChosenCover {
  readonly mediaType: ChosenFile['mediaType'];
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** Keeps the picture of a form that goes back to the reader. */
export async function keepCover(visit: RequestContext, form: SentForm): Promise<KeptCover | 'no room' | undefined> {
  const file = form.file('cover');
  if (file) {
    const name = await visit.files.keep(ownerOf(visit), { name: file.name, mediaType: pictureTypeOf(file), bytes: await file.bytes() });
    return name === undefined ? 'no room' : { name, fileName: file.name };
  }
  const name = form.text('keptCover');
  const kept = await visit.files.find(ownerOf(visit), name);
  if (!kept) return name === '' ? undefined : 'no room';
  return { name, fileName: kept.name };
}

/** The picture that a form saves: the one that came with it, else the one that was kept for it. */
export async function coverIn(visit: RequestContext, form: SentForm): Promise<ChosenCover | 'gone' | undefined> {
  const file = form.file('cover');
  if (file) return { mediaType: pictureTypeOf(file), bytes: await file.bytes() };
  const name = form.text('keptCover');
  return name === '' ? undefined : ((await visit.files.find(ownerOf(visit), name)) ?? 'gone');
}

export const forgetCover = (visit: RequestContext, form: SentForm): void => visit.files.forget(ownerOf(visit), form.text('keptCover'));

/** Each user has one picture besides one file of an import. */
const ownerOf = ({ user }: RequestContext): string => `${user?.id ?? ''} cover`;
