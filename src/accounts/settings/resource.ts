import { Type as t } from '@sinclair/typebox';
import { writableField } from '../../api/schema/fields';
import { defineResource } from '../../api/schema/registry';
import { text, word } from '../../api/schema/schemas';
import { accessWords, settings as everySetting, hidden } from '../../config';
import { message } from '../../messages/message';

/** The id of the only record of this kind. */
export const settingsPath = '/api/settings';

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

export const settingsExample = {
  registration: 'closed',
  catalog_visibility: 'private',
  search_engines: 'no',
  editing: 'editors',
  second_factor: 'optional',
  passwords: 'yes',
  oidc_issuer: '',
  oidc_client_id: '',
  oidc_client_secret: '',
  oidc_scopes: 'openid profile email',
  oidc_role_claim: '',
  oidc_registration: 'no',
  backup_every: '1d',
  backup_keep: '7d',
  backup_target: '',
  backup_recipient: '',
  backup_s3_endpoint: '',
  backup_s3_region: '',
  backup_s3_key_id: '',
  backup_s3_secret: '',
  online_sources: 'off',
  contact: '',
  discogs_token: '',
  smtp_url: '',
  smtp_from: '',
  webhook_networks: '',
} as const;

const wordField = <W extends string>(words: readonly W[]) =>
  writableField(
    {
      schema: t.Unsafe<W>({ type: 'string', enum: [...words] }),
      expected: message('invalid_word', { values: words }),
      isAllowed: (value) => words.some((word) => word === value),
    },
    '',
  );

const expectations = {
  oidcIssuer: message('invalid_issuer'),
  oidcClientId: message('invalid_line_of_signs', { max: 200 }),
  oidcClientSecret: message('invalid_line_of_signs', { max: 500 }),
  oidcScopes: message('invalid_scopes'),
  oidcRoleClaim: message('invalid_line_of_signs', { max: 100 }),
  backupEvery: message('invalid_interval'),
  backupKeep: message('invalid_keep'),
  backupTarget: message('invalid_backup_target'),
  backupRecipient: message('invalid_recipient'),
  backupS3Endpoint: message('invalid_endpoint'),
  backupS3Region: message('invalid_region'),
  backupS3KeyId: message('invalid_access_key'),
  backupS3Secret: message('invalid_access_key'),
  onlineSources: message('invalid_sources'),
  contact: message('invalid_contact'),
  discogsToken: message('invalid_token'),
  smtpUrl: message('invalid_smtp_url'),
  smtpFrom: message('invalid_sender'),
  webhookNetworks: message('invalid_networks'),
};

const textField = (name: keyof typeof expectations) =>
  writableField(
    {
      schema: t.String(),
      expected: expectations[name],
      isAllowed: (value): value is string =>
        typeof value === 'string' && (value === hidden || everySetting[name].read(value) !== undefined),
    },
    '',
  );

/** Used to parse documents only; there are no rows. */
export const settingsResource = defineResource({
  type: 'Settings',
  table: 'setting',
  path: settingsPath,
  noun: 'settings',
  nouns: 'settings',
  description: 'Settings that an administrator can change at runtime.',
  attributes: t.Object(settingAttributes),
  rows: () => {
    throw new Error('Settings are no rows.');
  },
  writes: {
    fields: {
      registration: wordField(registration),
      catalog_visibility: wordField(catalogVisibility),
      search_engines: wordField(searchEngines),
      editing: wordField(editing),
      second_factor: wordField(secondFactor),
      passwords: wordField(passwords),
      oidc_issuer: textField('oidcIssuer'),
      oidc_client_id: textField('oidcClientId'),
      oidc_client_secret: textField('oidcClientSecret'),
      oidc_scopes: textField('oidcScopes'),
      oidc_role_claim: textField('oidcRoleClaim'),
      oidc_registration: wordField(oidcRegistration),
      backup_every: textField('backupEvery'),
      backup_keep: textField('backupKeep'),
      backup_target: textField('backupTarget'),
      backup_recipient: textField('backupRecipient'),
      backup_s3_endpoint: textField('backupS3Endpoint'),
      backup_s3_region: textField('backupS3Region'),
      backup_s3_key_id: textField('backupS3KeyId'),
      backup_s3_secret: textField('backupS3Secret'),
      online_sources: textField('onlineSources'),
      contact: textField('contact'),
      discogs_token: textField('discogsToken'),
      smtp_url: textField('smtpUrl'),
      smtp_from: textField('smtpFrom'),
      webhook_networks: textField('webhookNetworks'),
    },
    references: {},
    scopes: { read: 'admin', write: 'admin' },
  },
  example: settingsExample,
});
