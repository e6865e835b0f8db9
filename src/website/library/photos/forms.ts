import { ApiError } from '../../api/client';
import { problemsOf, type SentForm } from '../../http/form';
import { withNotice } from '../../http/notice';
import { type IdParameter, type PageAnswer, seeOther } from '../../http/page';
import { problemPage } from '../../http/problem-page';
import type { RequestContext } from '../../http/request-context';
import { problemsIn, sentenceOf } from '../../i18n/api-errors';
import { pictureAnswer } from '../../ui/sleeves/routes';
import { collectionPage } from '../items/collection';
import { queryOfBack } from '../items/list-query';
import { keepSteps } from '../items/undo';
import { photosPathOf } from './photos';

interface PhotoParameters extends IdParameter {
  readonly photo: string;
}

const pathOf = ({ id, photo }: PhotoParameters): string => `${photosPathOf(id)}/${encodeURIComponent(photo)}`;

/** The form of the copy. */
export const get = ({ to }: RequestContext, { id }: IdParameter): PageAnswer => seeOther(`${to.collection({ edit: id })}#photos`);

const addressOf = ({ to }: RequestContext, edit: string, form: SentForm): string =>
  `${to.collection({ ...queryOfBack(form.text('back')), edit })}#photos`;

async function refused(context: RequestContext, id: string, form: SentForm, problems: readonly string[]): Promise<PageAnswer> {
  const query = new URLSearchParams(form.text('back'));
  return { ...(await collectionPage({ ...context, path: '/collection', query }, { id, photoProblems: problems })), status: 422 };
}

/** Of a reason; a form may have any number of files. */
const mostNames = 20;

/** Stores the files of a form one by one, as they arrive. */
export async function post(context: RequestContext, { id }: IdParameter, form: SentForm): Promise<PageAnswer> {
  const { api, t, format } = context;
  const refusals = new Map<string, string[]>();
  let stored = 0;
  for (let file = form.upload; file; file = await file.next()) {
    // A field without a choice.
    if (file.name === '') continue;
    context.spend(1);
    // A guess; the API checks the content.
    const sent = await api.send('POST', photosPathOf(id), file.content, { 'content-type': 'image/jpeg' });
    if (sent.status === 404) throw new ApiError(sent);
    if (sent.ok) stored++;
    if (sent.ok) continue;
    const isLarge = problemsIn(sent.document).some(({ code }) => code === 'body_too_large');
    const reason = isLarge ? t.collection.photos.tooLarge : sentenceOf(context, sent);
    refusals.set(reason, [...(refusals.get(reason) ?? []), file.name].slice(0, mostNames + 1));
  }
  if (stored > 0 && refusals.size === 0)
    return seeOther(withNotice(context, addressOf(context, id, form), 'photos-added', { count: stored }));
  const { notStored, choose } = t.collection.photos;
  const problems = [...refusals].map(([why, names]) =>
    notStored({ names: names.length > mostNames ? [...names.slice(0, mostNames), '…'].join(', ') : format.list(names), why }),
  );
  return refused(context, id, form, problems.length > 0 ? problems : [choose]);
}

/** Removes a photo, or saves its caption and place. */
export const photo = {
  get,

  async post(context: RequestContext, parameters: PhotoParameters, form: SentForm): Promise<PageAnswer> {
    const { api } = context;
    const { id, photo } = parameters;
    const isRemoval = form.text('do') === 'remove';
    const attributes = { caption: form.orNull('caption'), position: form.number('position') };
    const sent = isRemoval
      ? await api.send('DELETE', pathOf(parameters))
      : await api.send('PATCH', pathOf(parameters), { data: { type: 'ItemPhoto', id: photo, attributes } });
    if (sent.status === 422) return refused(context, id, form, Object.values(problemsOf(context, sent).fields));
    if (!sent.ok) throw new ApiError(sent);
    const undo = isRemoval ? await keepSteps(context, [{ list: 'collection', id, before: null, after: null, photo }]) : undefined;
    return seeOther(withNotice(context, addressOf(context, id, form), isRemoval ? 'photo-removed' : 'photo-saved', { undo }));
  },
};

export const file = {
  get(context: RequestContext, { file, ...parameters }: PhotoParameters & { readonly file: string }): Promise<PageAnswer> | PageAnswer {
    const [, size] = /^(96|320|960)\.webp$/.exec(file) ?? [];
    return size === undefined ? problemPage(context, undefined, '') : pictureAnswer(context, `${pathOf(parameters)}/file?size=${size}`);
  },
};
