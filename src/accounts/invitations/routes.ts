import { Type as t } from '@sinclair/typebox';
import { documentOf, documentWith, failure, invalid, requestOf } from '../../api/openapi/answers';
import { defineRoute } from '../../api/route';
import { writableField } from '../../api/schema/fields';
import { defineResource } from '../../api/schema/registry';
import { moment } from '../../api/schema/schemas';
import { readDocument } from '../../api/write/write';
import { conflict, notFound } from '../../errors';
import { message } from '../../messages/message';
import type { Store } from '../../store/database/open';
import { now } from '../../store/values/dates';
import type { Guard } from '../access';
import { adminWrites, createdAnswer, deleteRoute, getRoute, guardedBody, listRoute, needsAdministrator, uuidParameter } from '../answers';
import { OneTimeCodes } from '../codes/one-time-codes';
import { AccountDocuments, nothingLeft } from '../documents';
import { emailField } from '../users/input';

const maximumNoteLength = 255;

/** Plenty of open invitations for one administrator. */
export const maximumInvitations = 100;

/** An invitation without its code. */
export const invitations = defineResource({
  type: 'Invitation',
  table: 'one_time_code',
  path: '/api/invitations',
  noun: 'invitation',
  nouns: 'invitations',
  description: 'A registration code for one account, created by an administrator.',
  attributes: t.Object({
    note: t.Union([t.String(), t.Null()], { description: 'Note, such as the name of the person' }),
    created_by: t.String({ description: 'The administrator who made it' }),
    created_at: moment(),
    expires_at: moment(),
  }),
  rows: (db) =>
    db
      .selectFrom('one_time_code')
      .innerJoin('user', 'user.key', 'one_time_code.maker_key')
      .where('one_time_code.kind', '=', 'invitation')
      .select(['one_time_code.key', 'one_time_code.id as _id', 'one_time_code.note', 'user.username as created_by'])
      .select(['one_time_code.created_at', 'one_time_code.expires_at']),
  example: {
    note: 'Bert, from the record fair',
    created_by: 'anna',
    created_at: '2026-01-15T09:30:00.000+00:00',
    expires_at: '2026-01-22T09:30:00.000+00:00',
  },
});

export const newInvitations = {
  ...invitations,
  writes: adminWrites({
    note: writableField({
      schema: t.String({ minLength: 1, maxLength: maximumNoteLength }),
      expected: message('wrong_length', { min: 1, max: maximumNoteLength }),
      isAllowed: (value) => typeof value === 'string' && value !== '' && [...value].length <= maximumNoteLength,
    }),
    email: emailField('Mails the invitation to this address'),
  }),
};

const tags = ['Administration'];
const newestFirst = 'one_time_code.created_at DESC, one_time_code.key DESC';
const pathParameters = { id: uuidParameter('The UUID of the invitation') };
const ofId = 'one_time_code.id = :id';

const noInvitation = (id: string) => notFound('no_invitation', { id });

/** Mails invitations. */
interface InvitationMail {
  readonly isMailOn: boolean;
  readonly addMail: (event: 'invitation', to: { readonly address: string }, body: object) => unknown;
}

export function invitationRoutes(guard: Guard, store: Store, mail: InvitationMail) {
  const documents = new AccountDocuments(store, invitations, noInvitation);
  const codes = new OneTimeCodes(store);
  const openInvitations = () => documents.rows('one_time_code.expires_at > :now', { now: now() }, newestFirst);
  const ofAll = { tags, access: guard.administrator, path: '/api/invitations' as const };
  const ofOne = { ...ofAll, pathParameters, path: '/api/invitations/:id' as const };
  return [
    defineRoute({
      ...ofAll,
      ...listRoute(invitations, 'Invitations without their codes'),
      operationId: 'invitationList',
      summary: 'List open invitations',
      description: `Newest first, without used or expired ones. ${needsAdministrator}`,
      handle: ({ request }) => documents.list(request, openInvitations()),
    }),
    defineRoute({
      ...ofAll,
      method: 'post',
      operationId: 'createInvitation',
      summary: 'Create an invitation',
      description: `The response has the code once: \`invitation_code\` of \`POST /api/users\`, for one account within 7 days, unless registration is closed. With \`email\`, it is mailed to that address and not in the response. ${needsAdministrator}`,
      body: requestOf(newInvitations, { note: 'Bert, from the record fair' }),
      answers: {
        201: createdAnswer('invitation', documentWith(invitations, { code: t.Optional(t.String()) }, { code: '0'.repeat(32) })),
        ...guardedBody,
        409: failure(
          'The body has another type, too many invitations are open, or there is no mail server',
          409,
          message('many_invitations', { count: maximumInvitations }),
        ),
        422: invalid('note', message('wrong_length', { min: 1, max: 255 })),
      },
      handle: async ({ request, principal: { userKey }, body }) => {
        documents.requireAnswerable(request);
        const { values, ignored } = readDocument(newInvitations, body);
        const { note = null, email = null } = values as { readonly note?: string | null; readonly email?: string | null };
        if (email !== null && !mail.isMailOn) throw conflict('mail_off');
        const { id, code } = await store.write(() => {
          if (openInvitations().length >= maximumInvitations) throw conflict('many_invitations', { count: maximumInvitations });
          const invitation = codes.make('invitation', { makerKey: userKey, note: note ?? email });
          if (email !== null) mail.addMail('invitation', { address: email }, { invitation: invitation.id, sender: userKey });
          return invitation;
        });
        const headers = { location: invitations.iri({ id }), 'cache-control': 'no-store' };
        return documents.present(request, ofId, { id }, { status: 201, headers, more: email === null ? { code } : {}, ignored });
      },
    }),
    defineRoute({
      ...ofOne,
      ...getRoute('The invitation without its code', documentOf(invitations)),
      operationId: 'invitation',
      summary: 'Get an invitation',
      description: needsAdministrator,
      handle: ({ request, params }) => documents.present(request, ofId, params),
    }),
    defineRoute({
      ...ofOne,
      ...deleteRoute('Invitation withdrawn'),
      operationId: 'withdrawInvitation',
      summary: 'Withdraw an invitation',
      description: `Its code stops working immediately. ${needsAdministrator}`,
      handle: async ({ request, params: { id } }) => {
        if (!(await codes.withdraw(id.toLowerCase()))) throw noInvitation(id.slice(0, 100));
        return nothingLeft(request);
      },
    }),
  ];
}
