import { Type as t } from '@sinclair/typebox';
import { bodyAnswers, failure, invalid, jsonApi, notAcceptable, readAnswers, requestOf } from '../../jsonapi/answers';
import { endpoint } from '../../jsonapi/endpoint';
import { closed, ignored, iri, list, text } from '../../jsonapi/schemas';
import { guarded, needsAdministrator } from '../answers';
import { settingAttributes, settingsExample, settingsPath, settingsResource } from './resource';

const tags = ['Administration'];

const media = jsonApi(
  closed({
    data: closed({
      id: iri(),
      type: t.Literal('Settings'),
      attributes: closed(settingAttributes),
      meta: closed({
        fixed: t.Record(t.String(), t.String(), { description: 'Where those are set that cannot be changed here, by name' }),
      }),
      links: closed({ self: iri() }),
    }),
    meta: t.Optional(closed({ ...ignored, ignoredAttributes: t.Optional(list(text())) })),
  }),
  {
    data: {
      id: settingsPath,
      type: 'Settings',
      attributes: settingsExample,
      meta: { fixed: { registration: '--registration' } },
      links: { self: settingsPath },
    },
  },
);

export const readSettings = endpoint({
  method: 'get',
  path: '/api/settings',
  operationId: 'settings',
  tags,
  summary: 'Read the settings that can be changed while the server runs',
  description: needsAdministrator,
  answers: { 200: { description: 'The settings as they are now', media }, ...readAnswers, ...guarded },
});

export const changeSettings = endpoint({
  method: 'patch',
  path: '/api/settings',
  operationId: 'changeSettings',
  tags,
  summary: 'Change settings while the server runs',
  description: `They hold at once, and are kept. What a flag, the environment or the file of settings says cannot be changed: \`meta.fixed\` names it. ${needsAdministrator}`,
  body: requestOf(settingsResource, { catalog_visibility: 'public' }, settingsPath),
  answers: {
    200: { description: 'The settings as they are now', media },
    ...bodyAnswers,
    ...guarded,
    406: notAcceptable,
    409: failure(
      'A setting cannot be changed here, or the body is about another record',
      409,
      'registration is set by --registration on the server, and cannot be changed here.',
      { source: { pointer: '/data/attributes/registration' }, instance: settingsPath },
    ),
    422: invalid('registration', 'This must be open, invitation or closed.'),
  },
});
