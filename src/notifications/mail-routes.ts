import { type Static, Type as t } from '@sinclair/typebox';
import type { Guard } from '../accounts/access';
import { guarded, guardedAction, needsAdministrator } from '../accounts/answers';
import { plainAnswer, plainBody } from '../accounts/plain-json';
import type { LiveSettings } from '../accounts/settings/live-settings';
import { signInRefusals } from '../accounts/token-routes';
import { failure, json, jsonApi, readAnswers } from '../api/openapi/answers';
import { defineRoute } from '../api/route';
import { memberFault } from '../api/schema/checks';
import { closed, list, moment, objectDocument, orNull, text, word } from '../api/schema/schemas';
import { longestMailAddress, mailAddress } from '../config';
import type { Context } from '../context';
import { conflict, forbidden } from '../errors';
import { addressGroup } from '../http/client-address';
import { type AddressOf, budgetOf, type RateLimitPolicy } from '../http/rate-limit';
import { personalCaching, respond } from '../http/respond';
import { message } from '../messages/message';
import { mailServerOf } from './mail';
import { type MailEvent, mailEvents } from './mail-texts';
import type { Notifications } from './notifications';

const path = '/api/mail';

const attributes = closed({
  server: orNull(text('Host and port; null without a mail server and a sender')),
  links: text('Where links in mails lead'),
  last: list(
    closed({ event: word(mailEvents), attempted_at: orNull(moment()), is_delivered: t.Boolean(), answer: orNull(text()) }),
    'The last mail of each kind',
  ),
});

export type MailStatus = Static<typeof attributes>;

const status = jsonApi(objectDocument('Mail', attributes, {}), {
  data: {
    id: path,
    type: 'Mail',
    attributes: {
      server: 'mail.example.org:587',
      links: 'https://music.example.org',
      last: [{ event: 'test', attempted_at: '2026-01-15T09:30:00.000+00:00', is_delivered: true, answer: '250 OK' }],
    },
    links: { self: path },
  },
});

/** As strict as sign-in. */
const policy: RateLimitPolicy = { name: 'reset-request', quota: 10, windowSeconds: 60, counted: 'requests for a link' };

interface LastMail {
  readonly event: MailEvent;
  readonly attempted_at: string | null;
  readonly is_delivered: 0 | 1;
  readonly answer: string | null;
}

const confirmation = t.Object({ message: t.String() });

const requested = 'If there is such an account with an e-mail address, a link is on its way.';

const lastMails = `
  SELECT event, attempted_at, is_delivered, answer, max(key) FROM delivery WHERE webhook_key IS NULL GROUP BY event ORDER BY event`;

/** The mail server, and the reset links that people request for themselves. */
export function mailRoutes(guard: Guard, context: Context, live: LiveSettings, notifications: Notifications, addressOf: AddressOf) {
  const { store } = context;
  const spend = budgetOf(context, policy);
  const present = (request: Request): Response => {
    const server = notifications.isMailOn ? mailServerOf(live.values()) : undefined;
    const last = store.reader.all<LastMail>(lastMails).map(({ event, attempted_at, is_delivered, answer }) => ({
      ...{ event, attempted_at, answer },
      is_delivered: is_delivered === 1,
    }));
    const attributes: MailStatus = { server: server ? `${server.host}:${server.port}` : null, links: notifications.home, last };
    return respond(request, { data: { id: path, type: 'Mail', attributes, links: { self: path } } }, 200, personalCaching);
  };
  const administration = { tags: ['Administration'], access: guard.administrator };
  return [
    defineRoute({
      ...administration,
      method: 'get',
      path,
      operationId: 'mail',
      summary: 'Get the state of mail',
      description: needsAdministrator,
      answers: { 200: { description: 'The mail server and the last mails', media: status }, ...readAnswers, ...guarded },
      otherParameters: 'ignore',
      handle: ({ request }) => present(request),
    }),
    defineRoute({
      ...administration,
      method: 'post',
      path: '/api/mail/test',
      operationId: 'mailTest',
      summary: 'Send a test mail',
      description: `Waits for the result, up to 30 seconds; it is the last mail of the kind \`test\`. Limited to twenty tests a minute, and ten mails an hour to an address. ${needsAdministrator}`,
      body: plainBody(t.Object({ to: t.String() }), { to: 'anna@example.org' }),
      answers: {
        200: { description: 'The mail server and the last mails', media: status },
        ...guardedAction,
        400: failure('The body is invalid, or has no address', 400, message('required')),
        409: failure('There is no mail server', 409, message('mail_off')),
      },
      otherParameters: 'refuse',
      handle: async ({ request, principal: { userKey, userId }, body: { to } }) => {
        if (!mailAddress.test(to)) throw memberFault('/to', message('invalid_email', { max: longestMailAddress }));
        if (!notifications.isMailOn) throw conflict('mail_off');
        notifications.spendAttempt(userId);
        await notifications.attempt(await store.write(() => notifications.addMail('test', { address: to }, { sender: userKey })));
        return present(request);
      },
    }),
    defineRoute({
      method: 'post',
      path: '/api/password-reset/request',
      operationId: 'requestPasswordReset',
      tags: ['Tokens'],
      summary: 'Request a link to reset a password by e-mail',
      description:
        'Needs no token, but a mail server (`passwordResetByMail` in `/api`). Mails a code for `POST /api/password-reset` to each account with the address or name, if it has an address: at most one an hour, or three if its address changes meanwhile. One address gets at most ten an hour. The response is always the same. Limited to ten requests a minute per address.',
      body: plainBody(t.Object({ account: t.String({ minLength: 1, maxLength: 254 }) }), { account: 'anna@example.org' }),
      answers: {
        202: { description: 'Accepted', media: json(confirmation, { message: requested }) },
        400: { ...signInRefusals[400], description: 'The body is invalid' },
        403: { ...signInRefusals[400], description: 'There is no mail server' },
        429: signInRefusals[429],
        503: signInRefusals[503],
      },
      handle: ({ request, body: { account } }) => {
        spend(addressGroup(addressOf(request)));
        if (!notifications.isMailOn) throw forbidden('mail_off');
        if (live.values().passwords === 'no') throw forbidden('passwords_off');
        notifications.requestReset(account.trim());
        return plainAnswer(request, 202, { message: requested });
      },
    }),
  ];
}
