import { Type as t } from '@sinclair/typebox';
import { json, listOf, notAcceptable, notFound, nothing, pageParameters, readAnswers, serviceUnavailable } from '../../jsonapi/answers';
import { listOwner } from '../../jsonapi/openapi-shared';
import { endpoint } from '../../jsonapi/route';
import { text } from '../../jsonapi/schemas';
import { guarded } from '../answers';
import { signIn } from '../token-endpoints';
import { sessionIdleDays, sessionLifetimeDays } from './lifetimes';
import { currentSession, sessions } from './resource';

const needs = 'Needs a token without limits, or with the scope `admin`.';

export const createSession = endpoint({
  method: 'post',
  path: '/api/sessions',
  operationId: 'createSession',
  tags: ['Tokens'],
  summary: 'Sign in as a browser does',
  description: `Needs no token. A session’s token ends once it was not used for ${sessionIdleDays} days, and ${sessionLifetimeDays} days after the sign-in at the latest. Where another session’s token is sent in \`Authorization\`, that one ends. The limits are those of \`POST /api/token\`, and shared with it.`,
  isPublic: true,
  body: signIn.body,
  answers: {
    201: {
      description: 'The session',
      media: json(t.Object({ session_token: t.String(), expires_in: t.Integer({ description: 'Seconds, unless it is used before' }) }), {
        session_token: `lm_st_${'x'.repeat(36)}`,
        expires_in: 2_592_000,
      }),
    },
    400: signIn.answers[400],
    401: signIn.answers[401],
    429: signIn.answers[429],
    503: signIn.answers[503],
  },
});

export const listSessions = endpoint({
  method: 'get',
  path: '/api/users/:userId/sessions',
  operationId: 'sessionList',
  tags: ['Users'],
  summary: 'List one’s sign-ins',
  description: `Those of browsers and of programs that have not ended, the one that was used last before the others. ${needs}`,
  pathParameters: { userId: listOwner },
  query: pageParameters,
  answers: { 200: { description: 'The sign-ins', media: listOf(sessions) }, ...readAnswers, ...guarded, 404: notFound },
});

export const endSession = endpoint({
  method: 'delete',
  path: '/api/users/:userId/sessions/:id',
  operationId: 'endSession',
  tags: ['Users'],
  summary: 'End a sign-in',
  description: `All its tokens stop working at once. ${needs}`,
  pathParameters: {
    userId: listOwner,
    id: { description: `The UUID of the sign-in, or \`${currentSession}\` for the one that the request’s token is of`, schema: text() },
  },
  answers: { 204: nothing('It has ended'), ...guarded, 404: notFound, 406: notAcceptable, 503: serviceUnavailable },
});

export const endOtherSessions = endpoint({
  method: 'delete',
  path: '/api/users/:userId/sessions',
  operationId: 'endOtherSessions',
  tags: ['Users'],
  summary: 'End all other sign-ins',
  description: `All but the one that the request’s token is of. API access tokens stay good. ${needs}`,
  pathParameters: { userId: listOwner },
  answers: { 204: nothing('They have ended'), ...guarded, 404: notFound, 406: notAcceptable, 503: serviceUnavailable },
});
