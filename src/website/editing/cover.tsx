import type { ComponentChildren } from 'preact';
import type { releases } from '../../catalog/releases';
import type { Item } from '../api/client';
import type { SentForm } from '../http/form';
import { type RequestContext, useRequestContext } from '../http/request-context';
import type { ChosenFile } from '../http/upload-store';
import { sentenceOf } from '../i18n/api-errors';
import { Checkbox } from '../ui/form';
import { CoverField } from '../ui/pictures';
import { Section } from '../ui/section';
import { pictureTypeOf } from '../ui/sleeves/cover-files';
import type { FormPart } from './form/schema';

/** The cover of a release as a part of its form. */
export const cover: FormPart = {
  enctype: 'multipart/form-data',
  keep: async (context, form) => {
    const pending = await keepCover(context, form);
    if (pending === 'no room') return { lost: context.t.releaseForm.coverAgain };
    return pending ? { fields: <PendingCoverField cover={pending} /> } : {};
  },
  render: ({ attributes, pending }) => <CoverPart release={attributes as Item<typeof releases>['attributes']} pending={pending?.fields} />,
  renderKept: (fields) => <KeptCover>{fields}</KeptCover>,
  save: saveCover,
};

function CoverPart({ release, pending }: { readonly release: Item<typeof releases>['attributes']; readonly pending: ComponentChildren }) {
  const { t } = useRequestContext();
  return (
    <Section id="cover" title={t.fields.cover}>
      <div class="form wider">
        <CoverField of={release} />
        {pending}
        {release.cover && <Checkbox name="uncover" text={t.releaseForm.uncover} />}
      </div>
    </Section>
  );
}

const KeptCover = ({ children }: { readonly children: ComponentChildren }) => (
  <Section title={useRequestContext().t.fields.cover}>{children}</Section>
);

/** Kept unless unchecked. */
function PendingCoverField({ cover }: { readonly cover: PendingCover }) {
  const { t } = useRequestContext();
  return (
    <Checkbox
      name="keptCover"
      value={cover.name}
      checked
      text={t.releaseForm.keptCover({ name: cover.fileName })}
      hint={t.releaseForm.keptCoverHelp}
    />
  );
}

/** An image chosen in a form that is shown again: browsers do not keep file inputs. */
interface PendingCover {
  /** Identifies it in the form. */
  readonly name: string;
  readonly fileName: string;
}

/** Sent with the form or stored for it. */
interface ChosenCover {
  readonly mediaType: ChosenFile['mediaType'];
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** Keeps the image while the form is shown again. */
async function keepCover(context: RequestContext, form: SentForm): Promise<PendingCover | 'no room' | undefined> {
  const file = form.file('cover');
  if (file) {
    const name = await context.files.keep(ownerOf(context), { name: file.name, mediaType: pictureTypeOf(file), bytes: await file.bytes() });
    return name === undefined ? 'no room' : { name, fileName: file.name };
  }
  const name = form.text('keptCover');
  const stored = await context.files.find(ownerOf(context), name);
  if (!stored) return name === '' ? undefined : 'no room';
  return { name, fileName: stored.name };
}

/** The sent image, else the stored one. */
async function coverIn(context: RequestContext, form: SentForm): Promise<ChosenCover | 'gone' | undefined> {
  const file = form.file('cover');
  if (file) return { mediaType: pictureTypeOf(file), bytes: await file.bytes() };
  const name = form.text('keptCover');
  return name === '' ? undefined : ((await context.files.find(ownerOf(context), name)) ?? 'gone');
}

/** Saves or removes the cover as the form says. */
async function saveCover(
  context: RequestContext,
  release: string,
  form: SentForm,
): Promise<{ readonly isChanged: boolean; readonly refusal?: string }> {
  const { api, t } = context;
  const cover = await coverIn(context, form);
  if (cover === 'gone') return { isChanged: false, refusal: t.releaseForm.coverAgain };
  if (!cover && !form.has('uncover')) return { isChanged: false };
  const sent = cover
    ? await api.send('PUT', `${release}/cover`, cover.bytes, { 'content-type': cover.mediaType })
    : await api.send('DELETE', `${release}/cover`);
  context.files.forget(ownerOf(context), form.text('keptCover'));
  // Already removed is fine.
  if (sent.ok || (!cover && sent.status === 404)) return { isChanged: true };
  return { isChanged: false, refusal: t.releaseForm.coverRefused({ why: sentenceOf(context, sent) }) };
}

/** Separate from the user's import file. */
const ownerOf = ({ user }: RequestContext): string => `${user?.id ?? ''} cover`;
