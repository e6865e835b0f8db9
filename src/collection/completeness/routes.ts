import { type Static, Type as t } from '@sinclair/typebox';
import type { Guard } from '../../accounts/access';
import { guarded } from '../../accounts/answers';
import type { Principal } from '../../accounts/principal';
import { jsonApi, notFound, readAnswers } from '../../api/openapi/answers';
import { exampleUuid, listOwner, neededScope } from '../../api/openapi/shared';
import { metaOf } from '../../api/read/document';
import type { Ignored } from '../../api/read/query';
import { defineRoute } from '../../api/route';
import { choice, flag, type ParameterType, readValue } from '../../api/schema/parameters';
import { closed, count, iri, list, objectDocument, orNull, text, uuid, word } from '../../api/schema/schemas';
import { albums } from '../../catalog/albums';
import { artists } from '../../catalog/artists';
import { labelSeries, labels } from '../../catalog/labels';
import { organizations } from '../../catalog/organizations';
import { franchises } from '../../catalog/productions/franchises';
import { works } from '../../catalog/tracks/works';
import { notFound as noRecord } from '../../errors';
import { personalCaching, respond } from '../../http/respond';
import { message } from '../../messages/message';
import { followMerges } from '../../store/database/merges';
import type { Store } from '../../store/database/open';
import { RevisionCache } from '../../store/database/revision-cache';
import { uuidText } from '../../store/values/identifiers';
import { type Gap, gapLists, gapsOf, maximumGaps } from './gaps';
import {
  type Completed,
  type CompletedType,
  type Completeness,
  choices,
  completenessOf,
  maximumScores,
  roles,
  states,
  viewerOf,
} from './scores';

const countProperties = {
  owned: count('Owned or ordered'),
  wanted: count('On the wishlist'),
  missing: count('Released, but neither owned nor wanted'),
  not_in_catalog: count('Without a release in the catalog'),
  total: count(),
};

/** Of `meta.completeness` of single reads. */
export const completenessSchema = closed(
  countProperties,
  'With completeness: of the scores of an artist or franchise, the numbers of a series, or the releases of other records. Needs collection:read; without wishlist:read, wanted ones count as missing.',
);

const score = closed({
  iri: iri('A production for artists and franchises, else a release'),
  id: uuid(),
  title: text(),
  slug: text(),
  year: orNull(t.Integer()),
  number: orNull(t.Integer(), 'In a numbered series; null for releases without an integer'),
  state: word(states),
  editions: count('Releases in the catalog'),
  release: orNull(iri('The owned or wanted release, else the newest')),
});

const completeness = closed({
  record: iri(),
  ...countProperties,
  role: orNull(word(roles), 'Of an artist'),
  counted: list(word(choices), 'Choices that are on; without any feature film, all types of productions count'),
  numbers: orNull(closed({ first: t.Integer(), last: t.Integer() }), 'Range of a numbered series'),
  scores: list(score, `By year or number, at most ${maximumScores}`),
  is_whole: t.Boolean({ description: 'Whether all scores are listed' }),
});

export type CompletenessAttributes = Static<typeof completeness>;

const gap = closed({
  iri: iri(),
  id: uuid(),
  name: text(),
  slug: text(),
  label: orNull(closed({ id: uuid(), name: text(), slug: text() }), 'Of a series'),
  ...countProperties,
});

export type GapAttributes = Static<typeof gap>;

const exampleCounts = { owned: 9, wanted: 5, missing: 24, not_in_catalog: 8, total: 46 };
const exampleScore = { title: 'Psycho', slug: 'psycho', year: 1960, number: null, state: 'owned', editions: 4, release: null } as const;

const exampleAnswer = { record: `/api/artists/${exampleUuid}`, role: 'composer' as const, counted: [], numbers: null, is_whole: true };
const exampleGap = { name: 'Wendy Carlos', slug: 'wendy-carlos', label: null, ...exampleCounts };

function exampleOf<const T extends string, A>(type: T, name: string, attributes: A) {
  const id = `/api/users/${exampleUuid}/collection/${name}`;
  return { data: { id, type, attributes, links: { self: id } } };
}

const kinds = {
  Artist: artists,
  Franchise: franchises,
  Label: labels,
  LabelSeries: labelSeries,
  Album: albums,
  Organization: organizations,
  Work: works,
} as const;

const typeAt = (iri: string) =>
  Object.values(kinds).find(({ path }) => new RegExp(`^${path.replace(/:\w+/, uuidText)}/${uuidText}$`).test(iri))?.type;

const recordIri: ParameterType<string> = {
  schema: t.String({ maxLength: 200 }),
  expected: message('invalid_completed', { example: `/api/artists/${exampleUuid}` }),
  read: (text) => text.toLowerCase(),
  isAllowed: (value) => typeAt(value as string) !== undefined,
  // Bernard Herrmann in the demo.
  example: '/api/artists/a31ae935-1a25-5d83-ae94-499318dc68af',
};

const choiceOf = (description: string) => ({ ...flag, default: false, description });

/** A hundred lists of gaps take some megabytes. */
const maximumCached = 100;

export function completenessRoutes(guard: Guard, store: Store) {
  const gaps = new RevisionCache<readonly Gap[]>(store, maximumCached);
  const declared = { tags: ['Collection'], pathParameters: { userId: listOwner } };
  const refusals = { ...readAnswers, ...guarded, 404: notFound };
  return [
    defineRoute({
      method: 'get',
      path: '/api/users/:userId/collection/completeness',
      ...declared,
      operationId: 'collectionCompleteness',
      summary: 'Get what is missing of an artist, franchise, label, label series, album, organization or work',
      description: `Every score with its state. Feature films count, as do productions of unknown type. ${neededScope('collection:read')} Without wishlist:read, wanted scores are missing.`,
      query: {
        record: { ...recordIri, required: true, description: 'IRI of the record' },
        role: { ...choice(...roles), description: 'Of an artist; by default composer, or director of those who compose nothing' },
        television: choiceOf('Whether television counts'),
        games: choiceOf('Whether video games count'),
        shorts: choiceOf('Whether films of up to 40 minutes count'),
        compilations: choiceOf('Whether single tracks on compilations count'),
        editions: choiceOf('Whether another edition counts as owned, where releases count'),
      },
      answers: {
        200: {
          description: 'The scores',
          media: jsonApi(
            objectDocument('CollectionCompleteness', completeness, {}),
            exampleOf('CollectionCompleteness', 'completeness', {
              ...exampleCounts,
              ...exampleAnswer,
              scores: [{ iri: `/api/productions/${exampleUuid}`, id: exampleUuid, ...exampleScore }],
            }),
          ),
        },
        ...refusals,
      },
      access: guard.owner('collection:read'),
      otherParameters: 'ignore',
      handle: ({ request, principal, query: { record, ...counting }, ignored }) => {
        const found = store.read(() => {
          const completed = findCompleted(store, readValue(recordIri, record ?? '', 'record'));
          return { ...completed, ...completenessOf(store.reader, completed, viewerOf(principal), counting) };
        });
        return respondPersonal(request, pathOf(principal, 'completeness'), 'CollectionCompleteness', attributesOf(found), ignored);
      },
    }),
    defineRoute({
      method: 'get',
      path: '/api/users/:userId/collection/gaps',
      ...declared,
      operationId: 'collectionGaps',
      summary: 'Get what is nearest to complete',
      description: `Composers, franchises or label series of which the user owns something but not all, nearest to complete first. Compares the ${maximumGaps} with most owned scores. ${neededScope('collection:read')} Without wishlist:read, wanted scores are missing.`,
      query: { by: { ...choice(...gapLists), default: 'composers' as const, description: 'Type of the records' } },
      answers: {
        200: {
          description: 'The records',
          media: jsonApi(
            objectDocument('CollectionGaps', closed({ gaps: list(gap) }), {}),
            exampleOf('CollectionGaps', 'gaps', { gaps: [{ iri: `/api/artists/${exampleUuid}`, id: exampleUuid, ...exampleGap }] }),
          ),
        },
        ...refusals,
      },
      access: guard.owner('collection:read'),
      otherParameters: 'ignore',
      handle: ({ request, principal, query: { by }, ignored }) => {
        const viewer = viewerOf(principal);
        const found = store.read(() => gaps.find(`${by} ${viewer.user} ${viewer.seesWishes}`, () => gapsOf(store, by, viewer)) ?? []);
        const attributes = { gaps: found.map(({ type, counts, ...gap }) => ({ iri: iriOf(type, gap), ...gap, ...counts })) };
        return respondPersonal(request, pathOf(principal, 'gaps'), 'CollectionGaps', attributes, ignored);
      },
    }),
  ];
}

function respondPersonal(request: Request, path: string, type: string, attributes: object, ignored: Ignored): Response {
  return respond(request, { data: { id: path, type, attributes, links: { self: path } }, ...metaOf(ignored) }, 200, personalCaching);
}

const pathOf = ({ userId }: Principal, name: string): string => `/api/users/${userId}/collection/${name}`;

const iriOf = (type: CompletedType, { id, label }: Pick<Gap, 'id' | 'label'>): string =>
  `${kinds[type].path.replace(/:\w+/, label?.id ?? '')}/${id}`;

/** Follows merges. */
function findCompleted({ reader }: Store, record: string): Completed & { readonly record: string } {
  const type = typeAt(record) as CompletedType;
  const { table, noun } = kinds[type];
  const look = (id: string) => reader.get<{ key: number }>(`SELECT key FROM ${table} WHERE id = :id`, { id });
  const found = followMerges(reader, type, record.slice(-36), look);
  if (!found) throw noRecord('no_record_at', { kind: noun, iri: record });
  return { type, key: found.found.key, record: record.slice(0, -36) + found.id };
}

type Found = Completeness & Completed & { readonly record: string };

function attributesOf({ type, record, counts, scores, role, counted, numbers }: Found): CompletenessAttributes {
  const list = type === 'Artist' || type === 'Franchise' ? '/api/productions' : '/api/releases';
  const all = scores.map(({ id, release, ...score }) => ({
    iri: `${list}/${id}`,
    id,
    ...score,
    release: release && `/api/releases/${release}`,
  }));
  return { record, ...counts, role, counted: [...counted], numbers, scores: all, is_whole: scores.length < maximumScores };
}
