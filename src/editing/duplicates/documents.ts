import { type Static, Type as t } from '@sinclair/typebox';
import { exampleUuid } from '../../api/openapi/shared';
import { closed, component, identifier, iri, list, orNull, uuid, word } from '../../api/schema/schemas';
import { pairReasons, suggestions, sureness } from '../../matching/vocabulary';

export const settledPairsPath = '/api/settled-pairs';

const pair = { one: closed({ data: identifier }), other: closed({ data: identifier }) };

export const records = list(
  t.Unsafe<{ id: string; type: string; attributes: Record<string, unknown> }>({
    anyOf: ['Release', 'Artist', 'Label', 'Production'].map((type) => component(type)),
  }),
  'The records, if requested with include',
);

export const likelyDuplicate = closed({
  id: t.String({ description: 'UUIDs of both records' }),
  type: t.Literal('LikelyDuplicate'),
  attributes: closed({
    suggestion: word(suggestions, 'same: duplicates; editions: two editions of one album that do not share an album yet'),
    sureness: word(sureness),
    reasons: list(word(pairReasons), 'Reasons, strongest first'),
    provisional: t.Boolean({ description: 'Whether the second release is a placeholder and the first is not' }),
  }),
  relationships: closed(pair, 'The first is the one to keep'),
});

/** A pair in a document. */
export type LikelyDuplicateObject = Static<typeof likelyDuplicate>;

export const otherUuid = exampleUuid.replace(/^./, '1');

export const decisions = ['different', 'editions'] as const;

export type Decision = (typeof decisions)[number];

export const settledPair = closed({
  id: iri(),
  type: t.Literal('SettledPair'),
  attributes: closed({
    _id: uuid(),
    decision: word(decisions, 'different: not the same; editions: two editions of one album'),
    username: orNull(t.String(), 'User who decided; null if the account was deleted'),
    created_at: t.String({ format: 'date-time' }),
  }),
  relationships: closed(pair, 'The current records; for a merged record, its target'),
  links: closed({ self: iri() }),
});

export type SettledPairObject = Static<typeof settledPair>;

export const exampleSettledPair: SettledPairObject = {
  id: `${settledPairsPath}/${exampleUuid}`,
  type: 'SettledPair',
  attributes: { _id: exampleUuid, decision: 'different', username: 'anna', created_at: '2026-01-15T09:30:00.000+00:00' },
  relationships: {
    one: { data: { type: 'Release', id: `/api/releases/${exampleUuid}` } },
    other: { data: { type: 'Release', id: `/api/releases/${otherUuid}` } },
  },
  links: { self: `${settledPairsPath}/${exampleUuid}` },
};
