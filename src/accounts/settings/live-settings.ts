import { Invalid, violation } from '../../api/schema/checks';
import { type ConfiguredSettings, hidden, type Setting, type Settings, settings } from '../../config';
import type { Context } from '../../context';
import { conflict } from '../../errors';
import { message } from '../../messages/message';
import type { Store } from '../../store/database/open';
import { RevisionCache } from '../../store/database/revision-cache';

/** Settings that administrators can change at runtime, by their names in the API and database. */
export const liveNames = {
  registration: 'registration',
  catalog_visibility: 'catalogVisibility',
  search_engines: 'searchEngines',
  editing: 'editing',
  second_factor: 'secondFactor',
  passwords: 'passwords',
  oidc_issuer: 'oidcIssuer',
  oidc_client_id: 'oidcClientId',
  oidc_client_secret: 'oidcClientSecret',
  oidc_scopes: 'oidcScopes',
  oidc_role_claim: 'oidcRoleClaim',
  oidc_registration: 'oidcRegistration',
  backup_every: 'backupEvery',
  backup_keep: 'backupKeep',
  backup_target: 'backupTarget',
  backup_recipient: 'backupRecipient',
  backup_s3_endpoint: 'backupS3Endpoint',
  backup_s3_region: 'backupS3Region',
  backup_s3_key_id: 'backupS3KeyId',
  backup_s3_secret: 'backupS3Secret',
  online_sources: 'onlineSources',
  contact: 'contact',
  discogs_token: 'discogsToken',
  smtp_url: 'smtpUrl',
  smtp_from: 'smtpFrom',
  webhook_networks: 'webhookNetworks',
} as const satisfies Readonly<Record<string, keyof Settings>>;

type LiveName = (typeof liveNames)[keyof typeof liveNames];

export type LiveValues = Pick<Settings, LiveName>;

/** The normalized text of a value: equivalent values have the same text. Secrets are hidden. */
function textOf<K extends LiveName>(name: K, value: Settings[K]): string {
  const { show, isSecret } = settings[name] as Setting<Settings[K]>;
  if (isSecret && value !== '') return hidden;
  return show ? show(value) : String(value);
}

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
  texts(): Readonly<Record<keyof typeof liveNames, string>> {
    const values = this.values();
    return Object.fromEntries(Object.entries(liveNames).map(([name, setting]) => [name, textOf(setting, values[setting])])) as never;
  }

  values(): LiveValues {
    return this.#values.find('all', () => this.#read()) as LiveValues;
  }

  /** Settings given at startup and where, such as `--registration`, by API name. */
  fixed(): Record<string, string> {
    const fixed = Object.entries(liveNames).map(([name, setting]) => [name, this.#configured.givenBy?.[setting]] as const);
    return Object.fromEntries(fixed.filter((entry): entry is readonly [string, string] => entry[1] !== undefined));
  }

  /**
   * @param values valid texts by API name
   * @throws {DomainError} conflict, for a setting that was given at startup
   * @throws {Invalid} if other sites are to be asked without what they require, or nobody could administrate any more
   */
  async change(texts: Readonly<Record<string, string>>): Promise<void> {
    // What is hidden stays.
    const values = Object.fromEntries(Object.entries(texts).filter(([, value]) => value !== hidden));
    const { writer, write } = this.#store;
    const fixed = this.fixed();
    const now = this.texts();
    for (const [name, value] of Object.entries(values)) {
      const givenBy = fixed[name];
      if (givenBy !== undefined && now[name as keyof typeof liveNames] !== normal(name as keyof typeof liveNames, value))
        throw conflict('fixed_setting', { name, source: givenBy }, { pointer: `/data/attributes/${name}` });
    }
    // A secret goes to the provider that it was entered for, and to no other.
    const { oidc_client_secret: ofSecret, oidc_issuer: ofIssuer } = fixed;
    const isOtherIssuer = values.oidc_issuer !== undefined && normal('oidc_issuer', values.oidc_issuer) !== now.oidc_issuer;
    if (ofSecret !== undefined && ofIssuer === undefined && isOtherIssuer)
      throw conflict('fixed_setting', { name: 'oidc_issuer', source: ofSecret }, { pointer: '/data/attributes/oidc_issuer' });
    if (isOtherIssuer && ofSecret === undefined) values.oidc_client_secret ??= '';
    const next = { ...now, ...values };
    const isAbout = ['online_sources', 'contact', 'discogs_token'].some((name) => name in values);
    if (isAbout && next.online_sources !== 'off' && next.contact === '' && this.#configured.publicUrl === '')
      throw new Invalid([violation('contact', message('contact_needed'))]);
    if (isAbout && next.online_sources.includes('discogs') && next.discogs_token === '')
      throw new Invalid([violation('discogs_token', message('token_needed'))]);
    const isAboutSignIn = Object.keys(values).some((name) => name === 'passwords' || name.startsWith('oidc_'));
    if (isAboutSignIn && next.passwords === 'no' && !this.#canSignInOtherwise(next.oidc_client_id === '' ? '' : next.oidc_issuer))
      throw new Invalid([violation('passwords', message('passwords_needed'))]);
    const { backup_target: target, backup_s3_key_id: id, backup_s3_secret: secret } = next;
    if ('backup_target' in values && target.startsWith('s3://') && (id === '' || secret === ''))
      throw new Invalid([violation(id === '' ? 'backup_s3_key_id' : 'backup_s3_secret', message('access_key_needed'))]);
    if (('smtp_url' in values || 'smtp_from' in values) && next.smtp_url !== '' && next.smtp_from === '')
      throw new Invalid([violation('smtp_from', message('sender_needed'))]);
    const set = Object.entries(values).filter(([name]) => fixed[name] === undefined);
    await write(() => {
      for (const [name, value] of set)
        writer.change('INSERT INTO setting VALUES (:name, :value) ON CONFLICT DO UPDATE SET value = :value', { name, value });
    });
  }

  /** Whether an administrator gets in without a password, and not only by a passkey, which is soon lost. */
  #canSignInOtherwise(issuer: string): boolean {
    const linked = `SELECT credential.host FROM credential JOIN user ON user.key = credential.user_key
      WHERE credential.kind = 'provider' AND user.role = 'admin' AND user.disabled_at IS NULL LIMIT 100`;
    const issuers = this.#store.reader.all<{ host: string }>(linked).map(({ host }) => URL.parse(host)?.href);
    return this.#configured.authProxyHeader !== '' || (issuer !== '' && issuers.includes(new URL(issuer).href));
  }

  #read(): LiveValues {
    const rows = this.#store.reader.all<{ name: string; value: string }>('SELECT name, value FROM setting');
    const set = new Map(rows.map(({ name, value }) => [name, value]));
    const values: Partial<Record<LiveName, LiveValues[LiveName]>> = {};
    for (const [name, setting] of Object.entries(liveNames)) {
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
function normal(name: keyof typeof liveNames, value: string): string {
  const setting = liveNames[name];
  const read = settings[setting].read(value);
  return read === undefined ? value : textOf(setting, read);
}
