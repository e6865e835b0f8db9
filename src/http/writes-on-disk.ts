import type { Store } from '../store/database/open';

type Handler = (request: Request) => Response | Promise<Response>;

const reading: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Answers what may have written once that is on the disk. Others are answered meanwhile.
 * @param present answers where the disk could not take it
 */
export function withWritesOnDisk(store: Pick<Store, 'onDisk'>, present: (error: unknown, request: Request) => Response) {
  return (handle: Handler): Handler => {
    const answer = async (request: Request): Promise<Response> => {
      const response = await handle(request);
      try {
        await store.onDisk();
        return response;
      } catch (error) {
        return present(error, request);
      }
    };
    return (request) => (reading.has(request.method) ? handle(request) : answer(request));
  };
}
