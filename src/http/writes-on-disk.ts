import type { Store } from '../store/database/open';

type Handler = (request: Request) => Response | Promise<Response>;

const reading: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Delays responses to writes until the data is on disk; other requests proceed.
 * @param present builds the response if the disk fails
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
