import { Type as t } from '@sinclair/typebox';
import { writableField } from '../../api/schema/fields';
import { defineResource } from '../../api/schema/registry';
import { moment } from '../../api/schema/schemas';
import { message } from '../../messages/message';
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
  writes: {
    fields: {
      note: writableField({
        schema: t.String({ minLength: 1, maxLength: maximumNoteLength }),
        expected: message('wrong_length', { min: 1, max: maximumNoteLength }),
        isAllowed: (value) => typeof value === 'string' && value !== '' && [...value].length <= maximumNoteLength,
      }),
      email: emailField('Mails the invitation to this address'),
    },
    references: {},
    scopes: { read: 'admin', write: 'admin' },
  },
};
