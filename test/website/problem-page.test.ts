import { expect, test } from 'bun:test';
import { Fragment, h } from 'preact';
import { renderToString } from 'preact-render-to-string';
import { DomainError, forbidden, invalid, notFound } from '../../src/errors';
import { HttpError } from '../../src/http/errors';
import { message } from '../../src/messages/message';
import { ApiError } from '../../src/website/api/client';
import { Addresses } from '../../src/website/http/addresses';
import { problemPage } from '../../src/website/http/problem-page';
import type { RequestContext } from '../../src/website/http/request-context';
import { languages } from '../../src/website/i18n';
import { formatsOf } from '../../src/website/i18n/formats';
import { startServer } from '../support/server';
import { signedIn } from '../support/visitor';

const { en: t } = languages;
// All that the page reads of a request.
const context = { t, to: new Addresses(''), format: formatsOf('en-GB') } as RequestContext;

/** Status and title of a page, its text, and its headers. */
function shown(problem: unknown) {
  const { status, title, body, headers, isSecret } = problemPage(context, problem, 'error-id');
  const text = renderToString(h(Fragment, null, body))
    .replace(/<[^>]+>/g, ' ')
    .replace(/&[^;]+;|’/g, "'");
  return { page: `${status} ${title}`, text, headers, isSecret };
}

const failed = (status: number, headers: Record<string, string> = {}) =>
  new ApiError({ status, document: { errors: [{ detail: 'The sentence.' }] }, headers: new Headers(headers) });

test.each<[string, unknown, page: string, text: string]>([
  ['a missing page', undefined, '404 Not found', 'There is no page at this address.'],
  ['a missing record', notFound('no_user', { name: 'anna' }), '404 Not found', 'There is no page at this address.'],
  ['a record missing in the API', failed(404), '404 Not found', 'There is no page at this address.'],
  ['a deleted record', failed(410), '410 Not found', 'The sentence.'],
  ['a page of administrators', 'forbidden', '403 Not allowed', 'Only administrators'],
  ['a page of editors', 'not an editor', '403 Not allowed', 'Only editors can open this page.'],
  ['an ended session', failed(401), '403 Not allowed', 'The sentence.'],
  ['a form of another site', forbidden('foreign_form'), '403 Not allowed', 'This form did not come from a page of this server'],
  ['too many pages', failed(429), '429 Too fast', 'too many pages'],
  ['a busy server', failed(503), '503 Busy', 'The sentence.'],
  ['an unreadable form', invalid('unreadable_form'), '400 Invalid request', 'The form cannot be read.'],
  ['a slow form', new HttpError(408, message('form_media_type')), '408 Invalid request', 'This address accepts forms only.'],
  ['an error without a sentence', new DomainError('setup', 'No page.'), '500 Something went wrong', 'under error-id'],
  ['a failure', new Error('secret'), '500 Something went wrong', 'under error-id'],
  ['a failure of the API', failed(500), '500 Something went wrong', 'under error-id'],
])('%s has its page', (_, problem, page, text) => {
  const found = shown(problem);
  expect([found.page, found.isSecret]).toEqual([page, true]);
  expect(found.text).toContain(text.replaceAll('’', "'"));
  expect(found.text).not.toContain('secret');
  expect(found.text.includes(t.errors.searchForIt)).toBe(page.startsWith('404'));
});

test('a page says when to try again, and closes the connection of a form that was too slow', () => {
  expect(shown(failed(503, { 'retry-after': '5' })).headers).toEqual({ 'retry-after': '5' });
  expect(shown(failed(503)).headers).toEqual({});
  expect(shown(new HttpError(429, message('foreign_form'), undefined, { 'retry-after': '7' })).headers).toEqual({ 'retry-after': '7' });
  expect(shown(new HttpError(408, message('form_media_type'))).headers).toEqual({ connection: 'close' });
  expect(shown(new Error('secret')).headers).toEqual({});
});

test('a page that fails logs why, under the id that it shows', async () => {
  const server = await startServer();
  const visitor = await signedIn(server, 'tester');
  server.store.writer.run('PRAGMA legacy_alter_table = ON');
  server.store.writer.run('ALTER TABLE artist RENAME TO lost');
  const { status, text } = await visitor.open('/artists');
  const failed = server.logged.find(({ event }) => event === 'page failed')?.details;
  expect([status, failed?.method, failed?.path, text.includes(String(failed?.id))]).toEqual([500, 'GET', '/artists', true]);
  expect(String(failed?.error)).toMatch(/^Error: The server failed.*\n {4}at /);
});
