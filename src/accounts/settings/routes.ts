import { type Static, Type as t } from '@sinclair/typebox';
import { failure, invalid, jsonApi, readAnswers, requestOf } from '../../api/openapi/answers';
import { defineRoute } from '../../api/route';
import { type WritableField, writableField } from '../../api/schema/fields';
import { defineResource } from '../../api/schema/registry';
import { closed, ignored, iri, list, text } from '../../api/schema/schemas';
import { readDocument } from '../../api/write/write';
import { accessWords, hidden, settings } from '../../config';
import { personalCaching, respond } from '../../http/respond';
import { message } from '../../messages/message';
import type { Guard } from '../access';
import { adminWrites, guarded, guardedBody, needsAdministrator } from '../answers';
import { type LiveSettings, liveNameOf, normalTexts, settingNames } from './live-settings';
import { expectations, type LiveSettingName, settingAttributes } from './runtime-settings';

/** The id of the only record of this kind. */
const settingsPath = '/api/settings';

const attributes = t.Object(settingAttributes);

/** The defaults. */
const settingsExample = normalTexts((name) => settings[name].fallback()) as Static<typeof attributes>;

function fieldOf(name: LiveSettingName): WritableField {
  const { choices, read } = settings[liveNameOf(name)];
  const schema = choices ? t.Unsafe<string>({ type: 'string', enum: [...choices] }) : t.String();
  const expected = expectations[name] ?? message('invalid_word', { values: choices ?? [] });
  return writableField(
    { schema, expected, isAllowed: (value) => (!choices && value === hidden) || (typeof value === 'string' && read(value) !== undefined) },
    '',
  );
}

/** Used to parse documents only; there are no rows. */
export const settingsResource = defineResource({
  type: 'Settings',
  table: 'setting',
  path: settingsPath,
  noun: 'settings',
  nouns: 'settings',
  description: 'Settings that an administrator can change at runtime.',
  attributes,
  rows: () => {
    throw new Error('Settings are no rows.');
  },
  writes: adminWrites(Object.fromEntries(settingNames.map((name) => [name, fieldOf(name)]))),
  example: settingsExample,
});

const media = jsonApi(
  closed({
    data: closed({
      id: iri(),
      type: t.Literal('Settings'),
      attributes: closed(settingAttributes),
      meta: closed({
        fixed: t.Record(t.String(), t.String(), { description: 'Settings that cannot be changed here, with where they are set' }),
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

export function settingsRoutes(guard: Guard, live: LiveSettings) {
  const present = (request: Request, meta: object): Response => {
    const data = {
      id: settingsPath,
      type: 'Settings',
      attributes: live.texts(),
      meta: { fixed: live.fixed() },
      links: { self: settingsPath },
    };
    return respond(request, { data, ...(Object.keys(meta).length > 0 && { meta }) }, 200, personalCaching);
  };
  const own = { tags: ['Administration'], access: guard.administrator, path: settingsPath, otherParameters: 'ignore' as const };
  return [
    defineRoute({
      ...own,
      method: 'get',
      operationId: 'settings',
      summary: 'Get runtime settings',
      description: needsAdministrator,
      answers: { 200: { description: 'Current settings', media }, ...readAnswers, ...guarded },
      handle: ({ request, ignored }) => present(request, ignored),
    }),
    defineRoute({
      ...own,
      method: 'patch',
      operationId: 'changeSettings',
      summary: 'Change runtime settings',
      description: `Changes take effect immediately and persist. Settings from a flag, the environment or the settings file cannot be changed; \`meta.fixed\` lists them. ${needsAdministrator}`,
      body: requestOf(settingsResource, { catalog_visibility: 'public' }, settingsPath),
      answers: {
        200: { description: 'Current settings', media },
        ...guardedBody,
        409: failure(
          'A setting cannot be changed here, or the body names another record',
          409,
          message('fixed_setting', { name: 'registration', source: '--registration' }),
          { source: { pointer: '/data/attributes/registration' }, instance: settingsPath },
        ),
        422: invalid('registration', message('invalid_word', { values: accessWords.registration })),
      },
      handle: async ({ request, ignored, body }) => {
        const { values, ignored: ignoredAttributes } = readDocument(settingsResource, body, { uuid: settingsPath, iri: settingsPath });
        await live.change(values as Record<string, string>);
        return present(request, { ...ignored, ...(ignoredAttributes.length > 0 && { ignoredAttributes }) });
      },
    }),
  ];
}
