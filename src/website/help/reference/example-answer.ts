import { type ExampleRequest, exampleRequest } from './example-request';
import { prettyJson } from './literals';
import { isRead, type Operation, successOf } from './model';
import { type Read, realIds } from './real-ids';
import { cut, type ShortenedText, shortened } from './shorten';

export type ShownExample = Awaited<ReturnType<typeof exampleOf>>;

/** One or two records. */
const maximumLetters = 3_600;

/**
 * The example of an operation. Reads are executed with the viewer's rights, so examples match this catalog and version. Writes,
 * empty results and visitors get the example of the document, whose answer is undefined without a body.
 * @param read undefined for visitors
 */
export async function exampleOf(operation: Operation, read: Read | undefined) {
  const ids = read ? await realIds(operation, read) : {};
  const request = exampleRequest(operation, ids);
  const form = successOf(operation)?.forms[0];
  if (read && isRead(operation) && isJson(form?.mediaType)) {
    // The example may search for what this catalog lacks.
    for (const candidate of [request, exampleRequest(operation, ids, true)]) {
      const document = await read(addressOf(candidate));
      if (document !== undefined && !isEmptyList(document))
        return { request: candidate, answer: shortened(document, maximumLetters), isReal: true };
    }
  }
  return { request, answer: form && shownExample(form.example), isReal: false };
}

const isJson = (mediaType = ''): boolean => /^application\/(vnd\.api\+)?json$/.test(mediaType);

const addressOf = ({ path, query }: ExampleRequest): string => {
  const search = new URLSearchParams(query.map(([name, value]): [string, string] => [name, value]));
  return search.size > 0 ? `${path}?${search}` : path;
};

const isEmptyList = (document: unknown): boolean =>
  typeof document === 'object' && document !== null && 'data' in document && Array.isArray(document.data) && document.data.length === 0;

const shownExample = (example: unknown): ShortenedText =>
  typeof example === 'string' ? cut(example.replaceAll('\r\n', '\n'), maximumLetters) : shortened(example ?? {}, maximumLetters);

export const textOfExample = (example: unknown): string =>
  typeof example === 'string' ? example.replaceAll('\r\n', '\n') : prettyJson(example);
