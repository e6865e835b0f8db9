import { existsSync } from 'node:fs';
import { Invalid, violation } from '../../api/schema/checks';
import { type ConfiguredSettings, hidden, isWithin, settings } from '../../config';
import type { Context } from '../../context';
import { conflict, type DomainError } from '../../errors';
import { type Message, message } from '../../messages/message';
import type { Store } from '../../store/database/open';
import { RevisionCache } from '../../store/database/revision-cache';
import {
  type LiveName,
  type LiveSettingName,
  type LiveValues,
  liveNameOf,
  normalText,
  normalTexts,
  type SettingTexts,
  settingNames,
} from './runtime-settings';

export type { LiveValues };

/**
 * Current settings. Precedence: values given at startup, then values set by administrators on any server of the catalog, then
 * defaults.
 */
export class LiveSettings {
  readonly #store: Store;
  readonly #configured: ConfiguredSettings;
  readonly #values: RevisionCache<LiveValues>;

  constructor({ store, settings }: Pick<Context, 'store' | 'settings'>) {
    this.#store = store;
    this.#configured = settings;
    this.#values = new RevisionCache(store, 1);
  }

  /** As text, by API name. */
  texts(): SettingTexts {
    const values = this.values();
    return normalTexts((name) => values[name]);
  }

  values(): LiveValues {
    return this.#values.find('all', () => this.#read()) as LiveValues;
  }

  /** Settings given at startup and where, such as `--registration`, by API name. */
  fixed(): Partial<SettingTexts> {
    const { givenBy } = this.#configured;
    return Object.fromEntries(settingNames.map((name) => [name, givenBy?.[liveNameOf(name)]]).filter(([, source]) => source !== undefined));
  }

  /** Whether no administrator could sign in any more. */
  get isLocked(): boolean {
    return isLocked({ store: this.#store, configured: this.#configured, next: this.texts() });
  }

  /**
   * @param texts valid, by API name
   * @throws {DomainError} conflict, for a setting that was given at startup
   * @throws {Invalid} if it breaks one of the {@link rules}
   */
  async change(texts: Partial<SettingTexts>): Promise<void> {
    // What is hidden stays.
    const values: { [N in LiveSettingName]?: string } = Object.fromEntries(Object.entries(texts).filter(([, value]) => value !== hidden));
    const { writer, write } = this.#store;
    const fixed = this.fixed();
    const now = this.texts();
    for (const name of settingNames) {
      const [value, source] = [values[name], fixed[name]];
      if (value !== undefined && source !== undefined && now[name] !== normal(name, value)) throw fixedSetting(name, source);
    }
    // A secret goes to the provider that it was entered for, and to no other.
    const { oidc_client_secret: ofSecret, oidc_issuer: ofIssuer } = fixed;
    const isOtherIssuer = values.oidc_issuer !== undefined && normal('oidc_issuer', values.oidc_issuer) !== now.oidc_issuer;
    if (ofSecret !== undefined && ofIssuer === undefined && isOtherIssuer) throw fixedSetting('oidc_issuer', ofSecret);
    if (isOtherIssuer && ofSecret === undefined) values.oidc_client_secret ??= '';
    const change = { store: this.#store, configured: this.#configured, now, next: { ...now, ...values } };
    for (const { about, fault } of rules) {
      const found = about.some((name) => values[name] !== undefined) && fault(change);
      if (found) throw new Invalid([violation(...found)]);
    }
    const set = Object.entries(values).filter(([name]) => !(name in fixed));
    await write(() => {
      for (const [name, value] of set)
        writer.change('INSERT INTO setting VALUES (:name, :value) ON CONFLICT DO UPDATE SET value = :value', { name, value });
    });
  }

  #read(): LiveValues {
    const rows = this.#store.reader.all<{ name: string; value: string }>('SELECT name, value FROM setting');
    const set = new Map(rows.map(({ name, value }) => [name, value]));
    const values: Partial<Record<LiveName, LiveValues[LiveName]>> = {};
    for (const name of settingNames) {
      const setting = liveNameOf(name);
      const value = this.#configured.givenBy?.[setting] === undefined ? set.get(name) : undefined;
      // Values of other versions are ignored.
      values[setting] = (value === undefined ? undefined : settings[setting].read(value)) ?? this.#configured[setting];
    }
    return values as LiveValues;
  }
}

/** Host of the sign-in provider; undefined without one. */
export const providerHost = ({ oidcIssuer, oidcClientId }: LiveValues): string | undefined =>
  oidcIssuer === '' || oidcClientId === '' ? undefined : new URL(oidcIssuer).host;

/** `24h` is `1d`. */
function normal(name: LiveSettingName, value: string): string {
  const setting = liveNameOf(name);
  const read = settings[setting].read(value);
  return read === undefined ? value : normalText(setting, read);
}

const fixedSetting = (name: LiveSettingName, source: string): DomainError =>
  conflict('fixed_setting', { name, source }, { pointer: `/data/attributes/${name}` });

interface SettingsChange {
  readonly store: Store;
  readonly configured: ConfiguredSettings;
  readonly now: SettingTexts;
  readonly next: SettingTexts;
}

/** A rule of several settings, checked when one of them is sent. */
interface SettingsRule {
  readonly about: readonly LiveSettingName[];
  readonly fault: (change: SettingsChange) => readonly [name: LiveSettingName, problem: Message] | false;
}

const rules: readonly SettingsRule[] = [
  {
    about: ['online_sources', 'contact', 'discogs_token'],
    fault: ({ configured, next }) =>
      next.online_sources !== 'off' && next.contact === '' && configured.publicUrl === '' && ['contact', message('contact_needed')],
  },
  {
    about: ['online_sources', 'contact', 'discogs_token'],
    fault: ({ next }) => next.online_sources.includes('discogs') && next.discogs_token === '' && ['discogs_token', message('token_needed')],
  },
  {
    about: ['passwords', ...settingNames.filter((name) => name.startsWith('oidc_'))],
    fault: (change) => isLocked(change) && ['passwords', message('passwords_needed')],
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

/**
 * Whether passwords are off and no administrator gets in without one. A passkey does not count, since it is soon lost. Another id of this
 * server at the provider is that of another client, which nobody has signed in by yet.
 */
function isLocked({ store, configured, now, next }: Omit<SettingsChange, 'now'> & { readonly now?: SettingTexts }): boolean {
  if (next.passwords === 'yes' || configured.authProxyHeader !== '') return false;
  const isOtherClient = now?.passwords === 'no' && next.oidc_client_id !== now.oidc_client_id;
  if (next.oidc_issuer === '' || next.oidc_client_id === '' || isOtherClient) return true;
  const linked = `SELECT credential.host FROM credential JOIN user ON user.key = credential.user_key
    WHERE credential.kind = 'provider' AND user.role = 'admin' AND user.disabled_at IS NULL LIMIT 100`;
  const issuers = store.reader.all<{ host: string }>(linked).map(({ host }) => URL.parse(host)?.href);
  return !issuers.includes(new URL(next.oidc_issuer).href);
}
