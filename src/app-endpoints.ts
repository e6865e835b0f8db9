import { type Static, Type as t } from '@sinclair/typebox';
import { json, jsonApi, serviceUnavailable } from './jsonapi/answers';
import { endpoint } from './jsonapi/endpoint';
import { word } from './jsonapi/schemas';
import { interfaceVersion, serverVersion } from './version';

// What answers here, and whether it works.

const about = t.Object({
  meta: t.Object({ name: t.String(), interfaceVersion: t.String(), serverVersion: t.String() }),
  links: t.Object({ self: t.String(), describedby: t.String(), documentation: t.String() }),
});

/** What this server is. */
export const aboutServer: Static<typeof about> = {
  meta: { name: 'Leitmotif', interfaceVersion, serverVersion },
  links: { self: '/api', describedby: '/api/openapi.json', documentation: '/api/docs' },
};

export const readAbout = endpoint({
  method: 'get',
  path: '/api',
  operationId: 'about',
  tags: ['Server'],
  summary: 'Name and versions',
  isPublic: true,
  answers: { 200: { description: 'What this server is', media: jsonApi(about, aboutServer) } },
});

export const readHealth = endpoint({
  method: 'get',
  path: '/health',
  operationId: 'health',
  tags: ['Server'],
  summary: 'Whether the server works',
  isPublic: true,
  answers: { 200: { description: 'It does', media: json(t.Object({ status: word(['ok']) }), { status: 'ok' }) }, 503: serviceUnavailable },
});
