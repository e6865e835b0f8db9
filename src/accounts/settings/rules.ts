import { existsSync } from 'node:fs';
import { type ConfiguredSettings, isWithin } from '../../config';
import { type Message, message } from '../../messages/message';
import type { Store } from '../../store/database/open';
import type { LiveSettingName, SettingTexts } from './live-settings';

export interface SettingsChange {
  readonly store: Store;
  readonly configured: ConfiguredSettings;
  readonly now: SettingTexts;
  readonly next: SettingTexts;
}

/** A rule of several settings, checked when one whose name matches is sent. */
interface SettingsRule {
  readonly about: RegExp;
  readonly fault: (change: SettingsChange) => readonly [name: LiveSettingName, problem: Message] | false;
}

export const rules: readonly SettingsRule[] = [
  {
    about: /^(?:online_sources|contact|discogs_token)$/,
    fault: ({ configured, next }) =>
      next.online_sources !== 'off' && next.contact === '' && configured.publicUrl === '' && ['contact', message('contact_needed')],
  },
  {
    about: /^(?:online_sources|contact|discogs_token)$/,
    fault: ({ next }) => next.online_sources.includes('discogs') && next.discogs_token === '' && ['discogs_token', message('token_needed')],
  },
  {
    about: /^(?:passwords$|oidc_)/,
    fault: (change) => isLocked(change) && ['passwords', message('passwords_needed')],
  },
  {
    about: /^backup_target$/,
    fault: ({ next: { backup_target: target, backup_s3_key_id: id, backup_s3_secret: secret } }) =>
      target.startsWith('s3://') &&
      (id === '' || secret === '') && [id === '' ? 'backup_s3_key_id' : 'backup_s3_secret', message('access_key_needed')],
  },
  { about: /^backup_target$/, fault: unusableFolder },
  {
    about: /^smtp_/,
    fault: ({ next }) => next.smtp_url !== '' && next.smtp_from === '' && ['smtp_from', message('sender_needed')],
  },
];

/** A folder that is set already may be of a disk that is not mounted now. */
function unusableFolder({ configured, now, next: { backup_target: target } }: SettingsChange): ReturnType<SettingsRule['fault']> {
  if (target === '' || target.startsWith('s3://') || target === now.backup_target) return false;
  if (isWithin(target, configured.data)) return ['backup_target', message('copy_folder_in_data', { folder: target })];
  return !existsSync(`${target}/`) && ['backup_target', message('copy_folder_missing', { folder: target })];
}

/**
 * Whether passwords are off and no administrator gets in without one. A passkey does not count, since it is soon lost. Another id of this
 * server at the provider is that of another client, which nobody has signed in by yet.
 */
export function isLocked({ store, configured, now, next }: Omit<SettingsChange, 'now'> & { readonly now?: SettingTexts }): boolean {
  if (next.passwords === 'yes' || configured.authProxyHeader !== '') return false;
  const isOtherClient = now?.passwords === 'no' && next.oidc_client_id !== now.oidc_client_id;
  if (next.oidc_issuer === '' || next.oidc_client_id === '' || isOtherClient) return true;
  const linked = `SELECT credential.host FROM credential JOIN user ON user.key = credential.user_key
    WHERE credential.kind = 'provider' AND user.role = 'admin' AND user.disabled_at IS NULL LIMIT 100`;
  const issuers = store.reader.all<{ host: string }>(linked).map(({ host }) => URL.parse(host)?.href);
  return !issuers.includes(new URL(next.oidc_issuer).href);
}
