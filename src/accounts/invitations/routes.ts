import { Type as t } from '@sinclair/typebox';
import {
  bodyAnswers,
  documentOf,
  documentWith,
  failure,
  invalid,
  listOf,
  notFound as noRecord,
  notAcceptable,
  nothing,
  pageParameters,
  readAnswers,
  requestOf,
  serviceUnavailable,
} from '../../api/openapi/answers';
import { defineRoute } from '../../api/route';
import { readDocument } from '../../api/write/write';
import { conflict, notFound } from '../../errors';
import { message } from '../../messages/message';
import type { Store } from '../../store/database/open';
import { now } from '../../store/values/dates';
import type { Guard } from '../access';
import { guarded, needsAdministrator, uuidParameter } from '../answers';
import { OneTimeCodes } from '../codes/one-time-codes';
import { AccountDocuments, type Differences, nothingLeft, recordRows } from '../documents';
import { invitations, maximumInvitations, newInvitations } from './resource';

const tags = ['Administration'];
const newestFirst = 'one_time_code.created_at DESC, one_time_code.key DESC';
const pathParameters = { id: uuidParameter('The UUID of the invitation') };

/** Mails invitations. */
interface InvitationMail {
  readonly isMailOn: boolean;
  readonly addMail: (event: 'invitation', to: { readonly address: string }, body: object) => unknown;
}

export function invitationRoutes(guard: Guard, store: Store, mail: InvitationMail) {
  const documents = new AccountDocuments(store, invitations);
  const codes = new OneTimeCodes(store);
  const present = (request: Request, id: string, differences?: Differences): Response => {
    const [row] = recordRows(store, invitations, 'one_time_code.id = :id', { id: id.toLowerCase() });
    if (!row) throw noInvitation(id);
    return documents.single(request, row, differences);
  };
  const openInvitations = () => recordRows(store, invitations, 'one_time_code.expires_at > :now', { now: now() }, newestFirst);
  return [
    defineRoute({
      method: 'get',
      path: '/api/invitations',
      operationId: 'invitationList',
      tags,
      summary: 'List open invitations',
      description: `Newest first, without used or expired ones. ${needsAdministrator}`,
      query: pageParameters,
      answers: { 200: { description: 'Invitations without their codes', media: listOf(invitations) }, ...readAnswers, ...guarded },
      access: guard.administrator,
      handle: ({ request }) => documents.list(request, openInvitations()),
    }),
    defineRoute({
      method: 'post',
      path: '/api/invitations',
      operationId: 'createInvitation',
      tags,
      summary: 'Create an invitation',
      description: `The response has the code once: \`invitation_code\` of \`POST /api/users\`, for one account within 7 days, unless registration is closed. With \`email\`, it is mailed to that address and not in the response. ${needsAdministrator}`,
      body: requestOf(newInvitations, { note: 'Bert, from the record fair' }),
      answers: {
        201: {
          description: 'The invitation',
          headers: { Location: 'Address of the invitation' },
          media: documentWith(invitations, { code: t.Optional(t.String()) }, { code: '0'.repeat(32) }),
        },
        ...bodyAnswers,
        ...guarded,
        406: notAcceptable,
        409: failure(
          'The body has another type, too many invitations are open, or there is no mail server',
          409,
          message('many_invitations', { count: maximumInvitations }),
        ),
        422: invalid('note', message('wrong_length', { min: 1, max: 255 })),
      },
      access: guard.administrator,
      handle: async ({ request, principal: { userKey }, body }) => {
        documents.requireAnswerable(request);
        const { values, ignored } = readDocument(newInvitations, body);
        const { note = null, email = null } = values as { readonly note?: string | null; readonly email?: string | null };
        if (email !== null && !mail.isMailOn) throw conflict('mail_off');
        const { id, code } = await store.write(() => {
          if (openInvitations().length >= maximumInvitations) throw conflict('many_invitations', { count: maximumInvitations });
          const made = codes.make('invitation', { makerKey: userKey, note: note ?? email });
          if (email !== null) mail.addMail('invitation', { address: email }, { invitation: made.id, sender: userKey });
          return made;
        });
        const headers = { location: invitations.iri({ id }), 'cache-control': 'no-store' };
        return present(request, id, { status: 201, headers, more: email === null ? { code } : {}, ignored });
      },
    }),
    defineRoute({
      method: 'get',
      path: '/api/invitations/:id',
      operationId: 'invitation',
      tags,
      summary: 'Get an invitation',
      description: needsAdministrator,
      pathParameters,
      answers: {
        200: { description: 'The invitation without its code', media: documentOf(invitations) },
        ...readAnswers,
        ...guarded,
        404: noRecord,
      },
      access: guard.administrator,
      handle: ({ request, params: { id } }) => present(request, id),
    }),
    defineRoute({
      method: 'delete',
      path: '/api/invitations/:id',
      operationId: 'withdrawInvitation',
      tags,
      summary: 'Withdraw an invitation',
      description: `Its code stops working immediately. ${needsAdministrator}`,
      pathParameters,
      answers: { 204: nothing('Invitation withdrawn'), ...guarded, 404: noRecord, 406: notAcceptable, 503: serviceUnavailable },
      access: guard.administrator,
      handle: async ({ request, params: { id } }) => {
        if (!(await codes.withdraw(id.toLowerCase()))) throw noInvitation(id);
        return nothingLeft(request);
      },
    }),
  ];
}

const noInvitation = (id: string) => notFound('no_invitation', { id: id.slice(0, 100) });
