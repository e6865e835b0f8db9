import { type Guard, ownIdentity } from '../accounts/access';
import { createdAnswer, deleteRoute, getRoute, guarded, ownListRoute } from '../accounts/answers';
import { AccountDocuments, nothingLeft } from '../accounts/documents';
import type { Principal } from '../accounts/principal';
import {
  badRequest,
  bodyAnswers,
  bodyTooSlow,
  documentOf,
  failure,
  invalid,
  notFound as noRecord,
  notAcceptable,
  notModified,
  requestOf,
  serviceUnavailable,
} from '../api/openapi/answers';
import { exampleUuid, listOwner, neededScope } from '../api/openapi/shared';
import { defineRoute } from '../api/route';
import { text } from '../api/schema/schemas';
import { readDocument } from '../api/write/write';
import {
  addPhoto,
  captionField,
  changePhoto,
  itemPhotos,
  maximumPhotos,
  noPhoto,
  ofCopy,
  photosPath,
  removePhoto,
  requireCopy,
  requirePhoto,
  requirePlace,
} from '../collection/photos/photos';
import type { Context } from '../context';
import { maximumPictureBytes, readBytes, requireMediaType } from '../http/body';
import { baseHeaders } from '../http/respond';
import { message } from '../messages/message';
import type { Covers } from './covers';
import type { CutPicture } from './picture';
import { clientHas, picture, pictureTypes, sizeOf } from './routes';

const path = `${photosPath}/:id` as const;

const ofOne = `item_photo.id = :id AND ${ofCopy}`;

const tooMany = failure('The item has the photo already, or no room', 409, message('many_photos', { max: maximumPhotos }));

const blockBytes = 4_096;

/** As disks store files, so that many tiny ones count too. */
const bytesOf = ({ files }: CutPicture): number =>
  [...files.values()].reduce((sum, { length }) => sum + Math.ceil(length / blockBytes) * blockBytes, 0);

export function photoRoutes(guard: Guard, { store, settings }: Context, covers: Covers) {
  const documents = new AccountDocuments(store, itemPhotos);
  const pathParameters = { userId: listOwner, itemId: { description: 'UUID of the item', schema: text() } };
  const ofPhoto = { ...pathParameters, id: { description: 'UUID of the photo', schema: text() } };
  const [read, write] = [neededScope('collection:read'), neededScope('collection:write')];
  const [toRead, toWrite] = [
    { tags: ['Collection'], access: guard.owner('collection:read') },
    { tags: ['Collection'], access: guard.owner('collection:write') },
  ];
  const missing = { ...guarded, 404: noRecord };
  const copyOf = ({ userKey }: Pick<Principal, 'userKey'>, itemId: string) => ({ user: userKey, item: itemId.toLowerCase() });
  return [
    defineRoute({
      ...toRead,
      ...ownListRoute(itemPhotos, 'The photos'),
      path: photosPath,
      operationId: 'itemPhotoList',
      summary: 'List photos of an item',
      description: `In the order of \`position\`. ${read}`,
      pathParameters,
      handle: ({ request, principal, params }) => {
        const copy = copyOf(principal, params.itemId);
        const rows = store.read(() => documents.rows(ofCopy, copy, 'item_photo.position'));
        const answer = documents.list(request, rows, itemPhotos.listPath({ userId: principal.userId, itemId: copy.item }));
        if (rows.length === 0) requireCopy(store.reader, copy);
        return answer;
      },
    }),
    defineRoute({
      ...toWrite,
      method: 'post',
      path: photosPath,
      operationId: 'addItemPhoto',
      summary: 'Add a photo to an item',
      description: `Becomes WebP in three sizes, as a cover does. Location and all other metadata are dropped. ${write}`,
      pathParameters,
      query: {
        caption: { ...captionField, example: 'Obi', read: (sent: string) => sent, description: 'A few words about it' },
      },
      body: { content: Object.fromEntries(pictureTypes.map((type) => [type, picture])) },
      answers: {
        201: createdAnswer('photo', documentOf(itemPhotos)),
        400: badRequest,
        ...missing,
        406: notAcceptable,
        408: bodyTooSlow,
        409: tooMany,
        413: failure('The file or image is too large', 413, message('body_too_large', { max: maximumPictureBytes })),
        415: failure('Unsupported media type', 415, message('unsupported_media_type', { types: pictureTypes })),
        422: failure('Not a picture that can be stored', 422, message('damaged_picture')),
        503: serviceUnavailable,
      },
      otherParameters: 'refuse',
      handle: async ({ request, principal, params, query: { caption = null } }) => {
        requireMediaType(request, pictureTypes);
        const copy = copyOf(principal, params.itemId);
        requirePlace(store.reader, copy);
        const cut = await covers.cut(await readBytes(request, maximumPictureBytes));
        const { hash, width, height } = cut;
        const photo = { hash, width, height, bytes: bytesOf(cut), caption: caption && captionField.toStored(caption) };
        const id = await covers.keep(cut, () => addPhoto(store.writer, copy, photo, settings.photoQuotaMegabytes));
        const location = itemPhotos.iri({ userId: principal.userId, itemId: copy.item, id });
        return documents.present(request, ofOne, { ...copy, id }, { status: 201, headers: { location } });
      },
    }),
    defineRoute({
      ...toRead,
      ...getRoute('The photo', documentOf(itemPhotos)),
      path,
      operationId: 'itemPhoto',
      summary: 'Get a photo of an item',
      description: read,
      pathParameters: ofPhoto,
      handle: ({ request, principal, params }) => documents.present(request, ofOne, { ...copyOf(principal, params.itemId), id: params.id }),
    }),
    defineRoute({
      ...toWrite,
      method: 'patch',
      path,
      operationId: 'changeItemPhoto',
      summary: 'Change the caption or position of a photo',
      description: `Also restores a photo that was removed. ${write}`,
      pathParameters: ofPhoto,
      body: requestOf(itemPhotos, { caption: 'Spine', position: 2 }, exampleUuid),
      answers: {
        200: { description: 'The photo', media: documentOf(itemPhotos) },
        ...bodyAnswers,
        ...missing,
        406: notAcceptable,
        409: tooMany,
        422: invalid('caption', message('wrong_length', { min: 1, max: 100 })),
      },
      handle: async ({ request, principal, params, body }) => {
        documents.requireAnswerable(request);
        const [copy, id, { userId }] = [copyOf(principal, params.itemId), params.id.toLowerCase(), principal];
        requirePhoto(store.reader, copy, id);
        const own = ownIdentity(id, itemPhotos.iri({ userId, itemId: copy.item, id }), userId);
        const { values, ignored } = readDocument(itemPhotos, body, own);
        await store.write(() => changePhoto(store.writer, copy, id, values));
        return documents.present(request, ofOne, { ...copy, id }, { ignored });
      },
    }),
    defineRoute({
      ...toWrite,
      ...deleteRoute('Removed'),
      path,
      operationId: 'removeItemPhoto',
      summary: 'Remove a photo of an item',
      description: `A PATCH restores it within a day, unless the quota needs its room. ${write}`,
      pathParameters: ofPhoto,
      handle: async ({ request, principal, params: { itemId, id } }) => {
        await store.write(() => removePhoto(store.writer, copyOf(principal, itemId), id.toLowerCase()));
        return nothingLeft(request);
      },
    }),
    defineRoute({
      ...toRead,
      method: 'get',
      path: `${path}/file`,
      operationId: 'itemPhotoFile',
      summary: 'Get the file of a photo',
      description: `A WebP image with at most this many pixels on its longer side. ${read}`,
      pathParameters: ofPhoto,
      query: { size: { ...sizeOf, description: 'Maximum pixels of the longer side', default: 320 } },
      answers: {
        200: { description: 'The picture', media: { content: { 'image/webp': picture } } },
        304: notModified,
        400: badRequest,
        ...missing,
      },
      otherParameters: 'refuse',
      handle: async ({ request, principal, params: { itemId, id }, query: { size } }) => {
        const values = { ...copyOf(principal, itemId), id: id.toLowerCase() };
        const found = store.reader.get<{ hash: string }>(`SELECT hash FROM item_photo WHERE ${ofOne} AND removed_at IS NULL`, values);
        if (!found) throw noPhoto(id);
        const etag = `"${found.hash}-${size}"`;
        const headers = { ...baseHeaders(request), etag, vary: 'Authorization', 'cache-control': 'private, no-cache' };
        if (clientHas(request, etag)) return new Response(null, { status: 304, headers });
        const file = await covers.file(found.hash, size);
        if (!file) throw noPhoto(id);
        return new Response(file, { headers: { ...headers, 'content-type': 'image/webp' } });
      },
    }),
  ];
}
