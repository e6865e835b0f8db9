import type { Answer } from '../../http/page';
import type { Visit } from '../../http/request-context';
import { listFile } from './list-file';

/** The wishlist as a file. */
export const get = (visit: Visit, { file }: { readonly file: string }): Promise<Answer> | Answer => listFile(visit, 'wishlist', file);
