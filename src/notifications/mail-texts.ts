import { OneTimeCodes } from '../accounts/codes/one-time-codes';
import type { Message } from '../messages/message';
import type { ReadinessReport } from '../operations/readiness';
import type { Store } from '../store/database/open';
import { isLanguage, languages } from '../website/i18n';
import { problemText } from '../website/i18n/api-errors';
import { formatsOf } from '../website/i18n/formats';
import type { Mail } from './mail';

export const mailEvents = ['password.reset', 'invitation', 'backup.failed', 'check.failed', 'test'] as const;

export type MailEvent = (typeof mailEvents)[number];

/** Why a backup, or its copy, was not made. */
export interface FailedBackup {
  readonly detail: string;
  readonly problem: Message | undefined;
}

export interface MailOrder {
  readonly event: MailEvent;
  readonly userKey: number | null;
  readonly address: string | null;
  /** JSON of the parameters of the event. */
  readonly body: string;
  readonly home: string;
}

interface Person {
  readonly username: string;
  readonly email: string | null;
  readonly language: string | null;
}

/** A mail in the language of its recipient; undefined if it has become pointless. */
export async function composeMail(store: Store, { event, userKey, address, body, home }: MailOrder): Promise<Omit<Mail, 'id'> | undefined> {
  const find = (key: number | null) =>
    store.reader.get<Person>('SELECT username, email, language FROM user WHERE key = :key AND disabled_at IS NULL', { key });
  const user = find(userKey);
  const to = address ?? user?.email;
  const parameters = JSON.parse(body);
  // Only so many mails go to an address, and this one was counted for another.
  if (!to || (event === 'password.reset' && to !== parameters.address)) return undefined;
  const sender = find(parameters.sender ?? null);
  const written = user?.language ?? sender?.language ?? 'en';
  const t = languages[isLanguage(written) ? written : 'en'];
  const format = formatsOf(t === languages.en ? 'en' : written);
  const words = t.mail;
  const server = { server: new URL(home).host };
  switch (event) {
    case 'password.reset': {
      const order = { makerKey: userKey ?? 0, userKey: userKey ?? 0 };
      const { code } = await store.write(() => new OneTimeCodes(store).make('password_reset', order));
      const names = { ...server, username: user?.username ?? '', link: `${home}/reset-password?code=${code}` };
      return { to, subject: words.reset.subject, text: words.reset.text(names) };
    }
    case 'invitation': {
      const code = await store.write(() => new OneTimeCodes(store).renewInvitation(parameters.invitation));
      const names = { ...server, by: sender?.username ?? '', link: `${home}/register?invitation=${code}&email=${encodeURIComponent(to)}` };
      return code === undefined ? undefined : { to, subject: words.invitation.subject(names), text: words.invitation.text(names) };
    }
    case 'backup.failed': {
      const { detail, problem } = parameters as FailedBackup;
      const reason = problemText({ t, format }, { detail, code: problem?.code ?? '', meta: { params: problem?.params ?? {} } });
      return { to, subject: words.backup.subject(server), text: words.backup.text({ reason, link: `${home}/administration/backups` }) };
    }
    case 'check.failed': {
      const { checks } = parameters as Pick<ReadinessReport, 'checks'>;
      const details: Readonly<Record<string, string>> = t.administration.health.details;
      const reasons = Object.entries(checks).map(([name, { detail = name }]) => details[name] ?? detail);
      return {
        to,
        subject: words.check.subject(server),
        text: words.check.text({ reasons: reasons.join('\n'), link: `${home}/administration/health` }),
      };
    }
    case 'test':
      return { to, subject: words.test.subject, text: words.test.text(server) };
  }
}
