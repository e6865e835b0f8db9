import { listFile } from '../collection/list-file';
import type { Answer } from '../page';
import type { Visit } from '../visit';

/** The wishlist as a file. */
export const show = (visit: Visit, { file }: { readonly file: string }): Promise<Answer> | Answer => listFile(visit, 'wishlist', file);
