import { existsSync } from 'node:fs';
import { text, word } from '../../api/schema/schemas';
import { accessWords, type ConfiguredSettings, isWithin } from '../../config';
import { type Message, message } from '../../messages/message';
import type { Connection } from '../../store/database/connection';
import type { Store } from '../../store/database/open';
import { hasPassword } from '../users/passwords';

const { registration, catalogVisibility, searchEngines, editing, secondFactor, passwords, oidcRegistration } = accessWords;

/** Settings that an administrator can change at runtime. */
export const settingAttributes = {
  registration: word(registration, 'Who can register: everyone, people with an invitation, or nobody'),
  catalog_visibility: word(catalogVisibility, 'Who can see the catalog on the website: signed-in users or everyone'),
  search_engines: word(searchEngines, 'Whether search engines may index a public catalog'),
  editing: word(editing, 'Who can edit the catalog: editors and administrators, all users, or nobody'),
  second_factor: word(secondFactor, 'Who needs an authenticator app: nobody, or administrators'),
  passwords: word(passwords, 'Whether people sign in with passwords'),
  oidc_issuer: text('Address of the OpenID Connect provider; empty for none'),
  oidc_client_id: text('Id of this server at the provider'),
  oidc_client_secret: text('Its secret; (hidden) if there is one'),
  oidc_scopes: text('Scopes to ask for, such as openid profile email groups'),
  oidc_role_claim: text('Claim that gives roles, such as groups; empty for none'),
  oidc_registration: word(oidcRegistration, 'Whether somebody new at the provider gets an account'),
  backup_every: text('Interval between automatic backups, such as 6h, 1d or 1w, up to 90 days; or off'),
  backup_keep: text('Retention: the newest backup of each of the last days, weeks and months, such as 7d,4w,12m'),
  backup_target: text('Where each backup is copied to: s3://bucket/folder, or the absolute path of a folder; empty for nowhere'),
  backup_recipient: text('age public key that copies are encrypted to; empty for copies that are not encrypted'),
  backup_s3_endpoint: text('Address of the S3-compatible server; empty for Amazon S3'),
  backup_s3_region: text('Region of the bucket; empty for that in the endpoint'),
  backup_s3_key_id: text('Id of the access key of the bucket'),
  backup_s3_secret: text('Secret access key of the bucket; (hidden) if there is one'),
  online_sources: text('Sites asked about discs that are not in the catalog, such as musicbrainz,cover_art_archive,discogs; or off'),
  contact: text('E-mail or web address sent as your contact to other sites; may be empty'),
  discogs_token: text('Personal access token for Discogs; (hidden) if there is one'),
  smtp_url: text('Mail server such as smtps://NAME:PASSWORD@mail.example.org; (hidden) if there is one'),
  smtp_from: text('Sender of mail, such as Leitmotif <leitmotif@example.org>'),
  webhook_networks: text('Addresses and CIDR ranges of the local network that webhooks may reach, such as 192.168.1.0/24; may be empty'),
};

/** In the API, settings file and database. */
export type LiveSettingName = keyof typeof settingAttributes;

export type SettingTexts = Readonly<Record<LiveSettingName, string>>;

/** What a text that is not one of a few words must be. */
export const expectations: Readonly<Partial<Record<LiveSettingName, Message>>> = {
  oidc_issuer: message('invalid_issuer'),
  oidc_client_id: message('invalid_line_of_signs', { max: 200 }),
  oidc_client_secret: message('invalid_line_of_signs', { max: 500 }),
  oidc_scopes: message('invalid_scopes'),
  oidc_role_claim: message('invalid_line_of_signs', { max: 100 }),
  backup_every: message('invalid_interval'),
  backup_keep: message('invalid_keep'),
  backup_target: message('invalid_backup_target'),
  backup_recipient: message('invalid_recipient'),
  backup_s3_endpoint: message('invalid_endpoint'),
  backup_s3_region: message('invalid_region'),
  backup_s3_key_id: message('invalid_access_key'),
  backup_s3_secret: message('invalid_access_key'),
  online_sources: message('invalid_sources'),
  contact: message('invalid_contact'),
  discogs_token: message('invalid_token'),
  smtp_url: message('invalid_smtp_url'),
  smtp_from: message('invalid_sender'),
  webhook_networks: message('invalid_networks'),
};

export interface SettingsChange {
  readonly store: Store;
  readonly configured: ConfiguredSettings;
  readonly now: SettingTexts;
  readonly next: SettingTexts;
}

/** A rule of several settings, checked when one of these is sent. */
interface SettingsRule {
  readonly about: readonly LiveSettingName[];
  readonly fault: (change: SettingsChange) => readonly [name: LiveSettingName, problem: Message] | false;
}

const online = ['online_sources', 'contact', 'discogs_token'] as const;

export const rules: readonly SettingsRule[] = [
  {
    about: online,
    fault: ({ configured, next }) =>
      next.online_sources !== 'off' && next.contact === '' && configured.publicUrl === '' && ['contact', message('contact_needed')],
  },
  {
    about: online,
    fault: ({ next }) => next.online_sources.includes('discogs') && next.discogs_token === '' && ['discogs_token', message('token_needed')],
  },
  {
    about: ['passwords', 'oidc_issuer', 'oidc_client_id'],
    fault: (change) => !findAdministrators(change).some(({ signsIn }) => signsIn === 1) && ['passwords', message('passwords_needed')],
  },
  {
    about: ['backup_target'],
    fault: ({ next: { backup_target: target, backup_s3_key_id: id, backup_s3_secret: secret } }) =>
      target.startsWith('s3://') &&
      (id === '' || secret === '') && [id === '' ? 'backup_s3_key_id' : 'backup_s3_secret', message('access_key_needed')],
  },
  { about: ['backup_target'], fault: unusableFolder },
  {
    about: ['smtp_url', 'smtp_from'],
    fault: ({ next }) => next.smtp_url !== '' && next.smtp_from === '' && ['smtp_from', message('sender_needed')],
  },
];

/** A folder that is set already may be of a disk that is not mounted now. */
function unusableFolder({ configured, now, next: { backup_target: target } }: SettingsChange): ReturnType<SettingsRule['fault']> {
  if (target === '' || target.startsWith('s3://') || target === now.backup_target) return false;
  if (isWithin(target, configured.data)) return ['backup_target', message('copy_folder_in_data', { folder: target })];
  return !existsSync(`${target}/`) && ['backup_target', message('copy_folder_missing', { folder: target })];
}

type SettingsInForce = Omit<SettingsChange, 'now'> & { readonly now?: SettingTexts };

/**
 * Condition on `user`: whether they can sign in under {@link waysIn}, other than by a passkey, which is soon lost. Providers name
 * themselves with or without a slash at the end.
 */
const signsIn = `(:isBehindProxy OR (:arePasswordsOn AND ${hasPassword}) OR EXISTS (
  SELECT 1 FROM credential WHERE user_key = user.key AND kind = 'provider' AND rtrim(host, '/') = rtrim(:issuer, '/')))`;

function waysIn({ configured, now, next }: SettingsInForce) {
  const { authProxyHeader, trustedProxies, socket } = configured;
  // Another id of this server at the provider is that of another client, which nobody has signed in by yet.
  const isOtherClient = now?.passwords === 'no' && next.oidc_client_id !== now.oidc_client_id;
  return {
    isBehindProxy: Number(authProxyHeader !== '' && (trustedProxies !== '' || socket !== '')),
    arePasswordsOn: Number(next.passwords === 'yes'),
    issuer: next.oidc_client_id === '' || isOtherClient ? '' : next.oidc_issuer,
  };
}

/**
 * Enabled administrators, those who can sign in first: two suffice to know whether there is another. Where nobody can, those of a
 * provider come first: a command does not know one that is given to the server at its start.
 */
export const findAdministrators = (settings: SettingsInForce, connection: Connection = settings.store.writer) =>
  connection.all<{ readonly key: number; readonly signsIn: 0 | 1; readonly isLinked: 0 | 1 }>(
    `SELECT key, ${signsIn} AS signsIn, EXISTS (SELECT 1 FROM credential WHERE user_key = user.key AND kind = 'provider') AS isLinked
    FROM user WHERE role = 'admin' AND disabled_at IS NULL ORDER BY signsIn DESC, isLinked DESC LIMIT 2`,
    waysIn(settings),
  );

/** Whether somebody can sign in, or get back in with their password. */
export const hasWayIn = (settings: SettingsInForce, user: number): boolean =>
  settings.store.writer.get(
    `SELECT 1 FROM user WHERE key = :user AND (${hasPassword} OR ${signsIn}
      OR EXISTS (SELECT 1 FROM credential WHERE user_key = user.key AND kind = 'passkey'))`,
    { ...waysIn(settings), user },
  ) !== undefined;
