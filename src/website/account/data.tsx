import type { Visit } from '../http/request-context';

/** All that is kept of whoever asks, as a file. */
export const get = ({ api }: Visit): Promise<Response> => api.fetch('GET', '/api/users/me/data', undefined, { accept: '*/*' });
