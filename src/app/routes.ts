import { type Static, Type as t } from '@sinclair/typebox';
import { type LiveSettings, providerHost } from '../accounts/settings/live-settings';
import { hasNoUsers } from '../accounts/users/users';
import { json, jsonApi, serviceUnavailable } from '../api/openapi/answers';
import { defineRoute } from '../api/route';
import { list, orNull, word } from '../api/schema/schemas';
import type { Backups } from '../backups/backups';
import { accessWords, isMailOn, onlineSources } from '../config';
import type { Context } from '../context';
import { respond } from '../http/respond';
import type { ReadinessReport } from '../operations/readiness';
import { interfaceVersion, serverVersion } from '../version';

const about = t.Object({
  meta: t.Object({
    name: t.String(),
    interfaceVersion: t.String(),
    serverVersion: t.String(),
    registration: word(accessWords.registration, 'Who can register'),
    catalogVisibility: word(accessWords.catalogVisibility, 'Whether the website shows the catalog to everyone'),
    searchEngines: word(accessWords.searchEngines, 'Whether search engines may index it'),
    editing: word(accessWords.editing, 'Who can edit the catalog'),
    secondFactor: word(accessWords.secondFactor, 'Who needs an authenticator app'),
    hasPasskeys: t.Boolean({ description: 'Whether any account has a passkey' }),
    passwords: word(accessWords.passwords, 'Whether people sign in with passwords'),
    signInProvider: orNull(t.String({ description: 'Host of the OpenID Connect provider' })),
    onlineSources: list(word(onlineSources), 'Sites that look-ups ask; none if they are off'),
    passwordResetByMail: t.Boolean({ description: 'Whether people can request a link to reset their password' }),
    isSetUp: t.Boolean({ description: 'Whether any account exists' }),
  }),
  links: t.Object({ self: t.String(), describedby: t.String(), documentation: t.String() }),
});

const exampleOfServer: Static<typeof about> = {
  meta: {
    name: 'Leitmotif',
    interfaceVersion,
    serverVersion,
    registration: 'closed',
    catalogVisibility: 'private',
    searchEngines: 'no',
    editing: 'editors',
    secondFactor: 'optional',
    hasPasskeys: false,
    passwords: 'yes',
    signInProvider: null,
    onlineSources: [],
    passwordResetByMail: false,
    isSetUp: true,
  },
  links: { self: '/api', describedby: '/api/openapi.json', documentation: '/api-reference' },
};

const health = t.Object({
  status: word(['ok']),
  backups: word(['good', 'late', 'off'], 'Whether the last good backup is too old or missing'),
});

const readiness = t.Object({
  status: word(['ready', 'not ready']),
  checks: t.Record(
    t.String({ description: 'What was checked, such as `database`, `schema`, `disk` and `checkpoint`' }),
    t.Object({ status: word(['ok', 'warning', 'failed']), detail: t.Optional(t.String({ description: 'The problem, in a sentence' })) }),
  ),
});

/** What the server says of itself. */
export function serverMetaOf({ reader }: Context['store'], live: LiveSettings): Static<typeof about>['meta'] {
  const values = live.values();
  const { registration, catalogVisibility, searchEngines, editing, secondFactor, passwords, onlineSources } = values;
  const access = { registration, catalogVisibility, searchEngines, editing, secondFactor, passwords, onlineSources: [...onlineSources] };
  const hasPasskeys = reader.get("SELECT 1 FROM credential WHERE kind = 'passkey' LIMIT 1") !== undefined;
  return {
    ...exampleOfServer.meta,
    ...access,
    hasPasskeys,
    signInProvider: providerHost(values) ?? null,
    passwordResetByMail: passwords === 'yes' && isMailOn(values),
    isSetUp: !hasNoUsers(reader),
  };
}

/** Server information and health. */
export const serverStateRoutes = ({ store }: Context, live: LiveSettings, backups: Backups, look: () => ReadinessReport) => [
  defineRoute({
    method: 'get',
    path: '/health',
    operationId: 'health',
    tags: ['Server'],
    summary: 'Check the health of the server',
    answers: { 200: { description: 'The server works', media: json(health, { status: 'ok', backups: 'good' }) }, 503: serviceUnavailable },
    // Checks that the database at the path responds.
    handle: () => {
      store.requireInPlace();
      store.revision();
      return uncached({ status: 'ok', backups: backups.standing().word });
    },
  }),
  defineRoute({
    method: 'get',
    path: '/healthz',
    operationId: 'alive',
    tags: ['Server'],
    summary: 'Liveness',
    description: 'Checks only that the process responds, so that a supervisor does not restart a server that waits for its disk.',
    answers: { 200: { description: 'The process responds', media: json(t.Object({ status: word(['ok']) }), { status: 'ok' }) } },
    handle: () => uncached({ status: 'ok' }),
  }),
  defineRoute({
    method: 'get',
    path: '/readyz',
    operationId: 'readiness',
    tags: ['Server'],
    summary: 'Readiness',
    answers: {
      200: {
        description: 'Ready; problems that need attention are a `warning`',
        media: json(readiness, {
          status: 'ready' as const,
          checks: { database: { status: 'ok' as const }, disk: { status: 'ok' as const } },
        }),
      },
      503: {
        description: 'Not ready',
        media: json(readiness, {
          status: 'not ready' as const,
          checks: {
            database: { status: 'ok' as const },
            disk: { status: 'failed' as const, detail: 'The database disk has less than 64 MB left.' },
          },
        }),
      },
    },
    handle: () => {
      const readiness = look();
      return uncached(readiness, readiness.status === 'ready' ? 200 : 503);
    },
  }),
  defineRoute({
    method: 'get',
    path: '/api',
    operationId: 'about',
    tags: ['Server'],
    summary: 'Name, versions and access settings',
    answers: { 200: { description: 'Server information', media: jsonApi(about, exampleOfServer) } },
    handle: ({ request }) => respond(request, { ...exampleOfServer, meta: serverMetaOf(store, live) }),
  }),
];

/** Non-API paths without pages. */
export const healthPaths: ReadonlySet<string> = new Set(['/health', '/healthz', '/readyz']);

const uncached = (document: object, status = 200): Response =>
  Response.json(document, { status, headers: { 'cache-control': 'no-store' } });
