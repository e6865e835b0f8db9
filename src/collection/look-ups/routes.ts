import { Type as t } from '@sinclair/typebox';
import type { Guard } from '../../accounts/access';
import { guarded } from '../../accounts/answers';
import { bodyAnswers, invalid, jsonApi, notAcceptable, notFound } from '../../api/openapi/answers';
import { exampleUuid, listOwner, neededScope } from '../../api/openapi/shared';
import type { Personal } from '../../api/read/viewer';
import { defineRoute } from '../../api/route';
import { hasNul } from '../../api/schema/checks';
import { comparableType, once } from '../../api/schema/registry';
import { closed, list, text } from '../../api/schema/schemas';
import { Invalid, violation } from '../../api/write/write';
import { conflict, invalid as malformed } from '../../errors';
import { readBody } from '../../http/body';
import { documentHeaders } from '../../http/respond';
import { message } from '../../messages/message';
import type { Store } from '../../store/database/open';
import { Slices } from '../formats/slices';
import { exampleRelease } from '../releases-shown';
import { type LineFound, lineFound } from './documents';

/** What a person pastes and adds at once. */
const maximumLines = 200;

/** Longer than a title with artist. */
const maximumLineLength = 255;

const lines = t.Array(t.String({ maxLength: maximumLineLength }), { minItems: 1, maxItems: maximumLines });

/** Completes the sentence "This must be …". */
const wrongLines = message('invalid_lines', { maxItems: maximumLines, max: maximumLineLength });

const type = 'CollectionLookUp';

export function lookUpRoutes(guard: Guard, store: Store, personal: Personal) {
  const lookUps = once(async () => new (await import('./look-up')).LookUps(store, personal));
  return [
    defineRoute({
      method: 'post',
      path: '/api/users/:userId/collection/look-ups',
      operationId: 'collectionLookUp',
      tags: ['Collection'],
      summary: 'Look up lines of text',
      description: `Each line is a barcode, a catalog number, or a title with or without its artist. Reports the matching releases and whether they are owned or wanted. Empty lines are ignored. Nothing is written. ${neededScope('collection:read')}`,
      pathParameters: { userId: listOwner },
      body: {
        ...jsonApi(t.Object({ data: t.Object({ type: t.String(), attributes: t.Object({ lines }) }) }), {
          data: { type, attributes: { lines: ['0 7599-27294-2 5', 'UKLM 1001', 'Bernard Herrmann - Psycho'] } },
        }),
        read: readBody,
      },
      answers: {
        200: {
          description: 'Result for each line',
          media: jsonApi(closed({ data: closed({ type: t.Literal(type), id: text(), attributes: closed({ lines: list(lineFound) }) }) }), {
            data: {
              type,
              id: exampleUuid,
              attributes: {
                lines: [
                  {
                    number: 2,
                    line: 'UKLM 1001',
                    state: 'new',
                    found_by: 'catalog_number',
                    releases: [{ ...exampleRelease, state: 'new', owned: [], other_editions: [], wanted: null, other_wanted: [] }],
                  },
                ],
              },
            },
          }),
        },
        ...guarded,
        ...bodyAnswers,
        404: notFound,
        406: notAcceptable,
        422: invalid('lines', wrongLines),
      },
      access: guard.owner('collection:read'),
      otherParameters: 'refuse',
      handle: async ({ request, body, principal: { userKey } }) => {
        const lines = readLines(body);
        const find = await lookUps();
        const unreviewed = find.unreviewedOf(userKey);
        const found: LineFound[] = [];
        // Yields between lines: matching a title may take some milliseconds.
        await new Slices().each(lines.entries(), ([index, line]) => {
          if (line.trim() !== '') found.push(store.read(() => find.of(request, line, index + 1, unreviewed)));
        });
        const document = { data: { type, id: Bun.randomUUIDv7(), attributes: { lines: found } } };
        const headers = documentHeaders(request);
        return new Response(JSON.stringify(document), { headers });
      },
    }),
  ];
}

const isLine = (line: unknown): boolean => typeof line === 'string' && line.length <= maximumLineLength && !hasNul(line);

function readLines(body: unknown): readonly string[] {
  const data = memberOf(body, 'data');
  const type = memberOf(data, 'type');
  if (typeof type !== 'string')
    throw malformed('wrong_member', { pointer: '/data/type', expected: '"CollectionLookUp"' }, { pointer: '/data/type' });
  if (comparableType(type) !== comparableType('CollectionLookUp'))
    throw conflict('wrong_type', { type: 'CollectionLookUp' }, { pointer: '/data/type' });
  const lines = memberOf(memberOf(data, 'attributes'), 'lines');
  if (!Array.isArray(lines) || lines.length === 0 || lines.length > maximumLines || !lines.every(isLine))
    throw new Invalid([violation('lines', wrongLines)]);
  return lines;
}

const memberOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined;
