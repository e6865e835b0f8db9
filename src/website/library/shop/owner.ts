import type { Visit } from '../../http/request-context';

/** Says whose an answer is, so that what is kept of it for one reader is dropped when another comes. */
export const ownerHeaders = ({ user }: Visit): Readonly<Record<string, string>> => (user ? { 'x-shelf-owner': user.id } : {});
