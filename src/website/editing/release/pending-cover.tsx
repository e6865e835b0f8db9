import type { SentForm } from '../../http/form';
import { type RequestContext, useRequestContext } from '../../http/request-context';
import type { ChosenFile } from '../../http/upload-store';
import { pictureTypeOf } from '../../ui/sleeves/cover-files';

/** Kept unless unchecked. */
export function PendingCoverField({ cover }: { readonly cover: PendingCover | undefined }) {
  const { t } = useRequestContext();
  if (!cover) return null;
  return (
    <label class="check">
      <input type="checkbox" name="keptCover" value={cover.name} checked /> <span>{t.releaseForm.keptCover(cover.fileName)}</span>
      <small>{t.releaseForm.keptCoverHelp}</small>
    </label>
  );
}

/** An image chosen in a form that is shown again: browsers do not keep file inputs. */
export interface PendingCover {
  /** Identifies it in the form. */
  readonly name: string;
  readonly fileName: string;
}

/** Sent with the form or kept for it. */
export interface ChosenCover {
  readonly mediaType: ChosenFile['mediaType'];
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** Keeps the image while the form is shown again. */
export async function keepCover(visit: RequestContext, form: SentForm): Promise<PendingCover | 'no room' | undefined> {
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

/** The sent image, else the kept one. */
export async function coverIn(visit: RequestContext, form: SentForm): Promise<ChosenCover | 'gone' | undefined> {
  const file = form.file('cover');
  if (file) return { mediaType: pictureTypeOf(file), bytes: await file.bytes() };
  const name = form.text('keptCover');
  return name === '' ? undefined : ((await visit.files.find(ownerOf(visit), name)) ?? 'gone');
}

export const forgetCover = (visit: RequestContext, form: SentForm): void => visit.files.forget(ownerOf(visit), form.text('keptCover'));

/** Separate from the user's import file. */
const ownerOf = ({ user }: RequestContext): string => `${user?.id ?? ''} cover`;
