import type { Static } from '@sinclair/typebox';
import { jsonApi } from '../../api/openapi/answers';
import { closed, count, list, moment, objectDocument, orNull, text } from '../../api/schema/schemas';

export const importFilesPath = '/api/import-files';

const file = closed({ name: text(), bytes: count(), modified_at: moment() });

const attributes = closed({
  folder: orNull(text(), 'Path on the server; null for a catalog in memory, which takes no imports'),
  maximum_upload_bytes: count('Maximum size of an upload; 0 if uploads are off'),
  files: list(file, 'By name, at most 1000'),
});

export type ImportFile = Static<typeof file>;
export type ImportFiles = Static<typeof attributes>;

export const importFilesDocument = jsonApi(objectDocument('ImportFiles', attributes, {}), {
  data: {
    id: importFilesPath,
    type: 'ImportFiles',
    attributes: {
      folder: '/srv/leitmotif/imports',
      maximum_upload_bytes: 16_000_000_000,
      files: [{ name: 'release.tar.xz', bytes: 750_000_000, modified_at: '2026-01-15T09:30:00.000+00:00' }],
    },
    links: { self: importFilesPath },
  },
});
