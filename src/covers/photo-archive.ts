import type { Guard } from '../accounts/access';
import { guarded } from '../accounts/answers';
import { badRequest, notFound as noRecord } from '../api/openapi/answers';
import { listOwner, neededScope } from '../api/openapi/shared';
import { defineRoute } from '../api/route';
import { type ArchivedPhoto, photoFilesOf } from '../collection/photos/photos';
import { streamedChunks } from '../http/body';
import { baseHeaders } from '../http/respond';
import type { Store } from '../store/database/open';
import { tarBlockBytes, tarHeader } from '../store/files/tar';
import { dayOf } from '../store/values/dates';
import type { Covers } from './covers';
import { picture } from './routes';

const largest = 960;

export const photoArchiveRoute = (guard: Guard, store: Store, covers: Covers) =>
  defineRoute({
    tags: ['Collection'],
    access: guard.owner('collection:read'),
    method: 'get',
    path: '/api/users/:userId/photos',
    operationId: 'userPhotos',
    summary: 'Export your photos',
    description: `A tar with the largest file of each photo. \`photos\` of [your data](#tag/Users/operation/userData) has their names and captions. ${neededScope('collection:read')}`,
    pathParameters: { userId: listOwner },
    answers: {
      200: {
        description: 'The archive',
        headers: { 'Content-Disposition': 'File name' },
        media: { content: { 'application/x-tar': { ...picture, example: 'the archive' } } },
      },
      400: badRequest,
      ...guarded,
      404: noRecord,
    },
    otherParameters: 'refuse',
    handle: ({ request, principal: { userKey } }) => {
      const photos = store.read(() => photoFilesOf(store.reader, userKey));
      return new Response(streamedChunks(tarOf(photos, covers)), {
        headers: {
          ...baseHeaders(request),
          vary: 'Authorization',
          'cache-control': 'private, no-store',
          'content-type': 'application/x-tar',
          'content-disposition': `attachment; filename="leitmotif-photos-${dayOf(Date.now())}.tar"`,
        },
      });
    },
  });

/** Files are read one by one, as the client takes them. */
async function* tarOf(photos: readonly ArchivedPhoto[], covers: Covers): AsyncGenerator<Uint8Array> {
  for (const { hash, file, created_at } of photos) {
    const bytes = await covers.file(hash, largest);
    // Removed meanwhile.
    if (!bytes) continue;
    const [folder = '', name = ''] = file.split('/');
    yield tarHeader({ folder, name, isFolder: false, bytes: bytes.length, modifiedSeconds: Math.floor(Date.parse(created_at) / 1000) });
    yield bytes;
    yield new Uint8Array((tarBlockBytes - (bytes.length % tarBlockBytes)) % tarBlockBytes);
  }
  yield new Uint8Array(2 * tarBlockBytes);
}
