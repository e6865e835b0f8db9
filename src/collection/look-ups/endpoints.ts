import { type Static, Type as t } from '@sinclair/typebox';
import { guarded } from '../../accounts/answers';
import { bodyAnswers, invalid, jsonApi, notAcceptable, notFound } from '../../jsonapi/answers';
import { exampleUuid, listOwner, neededScope } from '../../jsonapi/openapi-shared';
import { endpoint } from '../../jsonapi/route';
import { closed, iri, list, orNull, text, word } from '../../jsonapi/schemas';
import { sharedThings } from '../holdings';
import { exampleRelease, releaseInShort } from '../releases-shown';
import { foundBy } from './candidates';

/** What a person pastes at once, and adds at once. */
export const maximumLines = 200;

/** Longer than a title with its artist. */
export const maximumLineLength = 255;

/** What a release is to a user, the first that is true. */
export const states = ['owned', 'wanted', 'other_edition', 'new'] as const;

export type State = (typeof states)[number];

const holding = closed({
  item: iri('The item of the list'),
  release: iri('The release that it is of'),
  shared: word(sharedThings, 'album: another edition of the same album; production: other music of the same production'),
});

const candidate = closed({
  ...releaseInShort,
  state: word(
    states,
    'owned: in the collection; wanted: on the wishlist; other_edition: another of the same album or production is in the collection',
  ),
  owned: list(iri(), 'The items of the collection that are of it'),
  other_editions: list(holding, 'What the collection has of other editions of the same album, and then of the same production'),
  wanted: orNull(iri(), 'The item of the wishlist; null also where the token may not read that'),
  other_wanted: list(holding, 'What the wishlist has of other editions, likewise'),
});

export type Candidate = Static<typeof candidate>;

const lineFound = closed({
  number: t.Integer({ minimum: 1, description: 'Among the lines that were sent' }),
  line: text(),
  state: word([...states, 'several', 'unknown'], 'several: it is not clear which of the releases is meant; unknown: there is none'),
  found_by: orNull(word(foundBy)),
  releases: list(candidate, 'The likeliest first; of a line that is clear, the one that is meant'),
});

export type LineFound = Static<typeof lineFound>;

const lines = t.Array(t.String({ maxLength: maximumLineLength }), { minItems: 1, maxItems: maximumLines });

/** Completes the sentence "This must be …". */
export const expectedLines = `a list of 1 to ${maximumLines} texts of at most ${maximumLineLength} characters`;

const type = 'CollectionLookUp';

export const lookUpLines = endpoint({
  method: 'post',
  path: '/api/users/:userId/collection/look-ups',
  operationId: 'collectionLookUp',
  tags: ['Collection'],
  summary: 'Say of each line what it is, and whether it is owned or wanted',
  description: `Each line is a barcode, a catalogue number, or a title with or without its artist. Empty ones are passed over. Nothing is written. ${neededScope('collection:read')}`,
  pathParameters: { userId: listOwner },
  body: jsonApi(t.Object({ data: t.Object({ type: t.String(), attributes: t.Object({ lines }) }) }), {
    data: { type, attributes: { lines: ['0 7599-27294-2 5', 'UKLM 1001', 'Bernard Herrmann - Psycho'] } },
  }),
  answers: {
    200: {
      description: 'What the lines are',
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
    422: invalid('lines', `This must be ${expectedLines}.`),
  },
});
