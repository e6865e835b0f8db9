import { type Static, Type as t } from '@sinclair/typebox';
import { exampleUuid } from '../../api/openapi/shared';
import { closed, component, identifier, iri, list, orNull, uuid, word } from '../../api/schema/schemas';
import { pairReasons, suggestions, sureness } from '../../matching/decide';

export const settledPairsPath = '/api/settled-pairs';

const pair = { one: closed({ data: identifier }), other: closed({ data: identifier }) };

export const records = list(
  t.Unsafe<{ id: string; type: string; attributes: Record<string, unknown> }>({
    anyOf: ['Release', 'Artist', 'Label'].map((type) => component(type)),
  }),
  'The records, where include asks for them',
);

export const likelyDuplicate = closed({
  id: t.String({ description: 'The UUIDs of both records' }),
  type: t.Literal('LikelyDuplicate'),
  attributes: closed({
    suggestion: word(suggestions, 'same: one and the same; editions: two editions of one album, which are not under one yet'),
    sureness: word(sureness),
    reasons: list(word(pairReasons), 'Why, the best reason first'),
    provisional: t.Boolean({ description: 'Whether the other stands in for a true release, which the one is' }),
  }),
  relationships: closed(pair, 'The one is that which would better be kept'),
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
    username: orNull(t.String(), 'Who said so; null where the account is gone'),
    created_at: t.String({ format: 'date-time' }),
  }),
  relationships: closed(pair, 'The records as they stand today: what was merged leads to what it was merged into'),
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
