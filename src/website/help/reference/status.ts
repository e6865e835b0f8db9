import { reasonPhrase } from '../../../jsonapi/errors';

/** Of answers that are no errors, which the API itself has no words for. */
const phrases: Readonly<Record<number, string>> = {
  200: 'OK',
  201: 'Created',
  202: 'Accepted',
  204: 'No Content',
  301: 'Moved Permanently',
  304: 'Not Modified',
};

/** A status as a reader knows it, such as "404 Not Found" (RFC 9110, section 15). */
export const statusLine = (status: number): string => `${status} ${phrases[status] ?? reasonPhrase(status)}`;
