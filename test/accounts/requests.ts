import { expect } from 'bun:test';
import { issueApiToken } from '../../src/accounts/tokens';
import { createUser } from '../../src/accounts/users';
import { nonEmpty } from '../support/non-empty';
import type { Document, TestServer } from '../support/server';

export const password = 'correct horse battery';
export const jsonApi = 'application/vnd.api+json';

export interface Sent {
  readonly method?: string;
  readonly token?: string;
  readonly body?: unknown;
  readonly type?: string;
}

export const send = (server: TestServer, path: string, { method = 'GET', token, body, type = jsonApi }: Sent = {}): Promise<Response> =>
  server.request(path, {
    method,
    headers: { authorization: token ? `Bearer ${token}` : '', ...(body !== undefined && { 'content-type': type }) },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });

export const user = (attributes: object, id?: string) => ({ data: { type: 'User', ...(id && { id }), attributes } });

export const documentOf = async (response: Response): Promise<Document> => (await response.json()) as Document;

/** Attributes that a 422 names. */
export async function violationsOf(response: Response): Promise<string[]> {
  expect(response.status).toBe(422);
  const { data, meta } = (await response.json()) as {
    data: { attributes: Record<string, unknown> };
    meta: { errors: { detail: string; source: { pointer: string }; meta: { attribute: string; message: string } }[] };
  };
  expect(data.attributes).toMatchObject({ status: 422, _type: '/errors/422', title: 'Unprocessable Content' });
  expect(data.attributes.detail).toBe(meta.errors.map(({ detail }) => detail).join('\n'));
  for (const { source, meta: named } of nonEmpty(meta.errors)) expect(source.pointer).toBe(`/data/attributes/${named.attribute}`);
  return meta.errors.map(({ meta: named }) => named.attribute);
}

export async function errorOf(response: Response): Promise<{ status: number; detail: string; source?: object }> {
  const { errors } = (await response.json()) as { errors: [{ status: number; detail: string; source?: object }] };
  expect(errors).toHaveLength(1);
  expect(errors[0].status).toBe(response.status);
  return errors[0];
}

let count = 0;
/** Creates a user for one test, with an unscoped token. */
export async function someone(server: TestServer, role: 'user' | 'admin' = 'user') {
  const name = `someone-${++count}`;
  const { id, key } = await createUser(server.store, name, password, role);
  return { id, key, name, token: await issueApiToken(server.store, name, 'test') };
}
