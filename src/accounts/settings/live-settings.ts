import { Invalid, violation } from '../../api/schema/checks';
import { text, word } from '../../api/schema/schemas';
import { accessWords, type ConfiguredSettings, hidden, type Setting, type Settings, settings } from '../../config';
import type { Context } from '../../context';
import { conflict, type DomainError } from '../../errors';
import { type Message, message } from '../../messages/message';
import type { Store } from '../../store/database/open';
import { RevisionCache } from '../../store/database/revision-cache';
import { isLocked, rules } from './rules';

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

type CamelCase<Name extends string> = Name extends `${infer First}_${infer Rest}` ? `${First}${Capitalize<CamelCase<Rest>>}` : Name;

export type LiveName = CamelCase<LiveSettingName>;

export type LiveValues = Pick<Settings, LiveName>;

export type SettingTexts = Readonly<Record<LiveSettingName, string>>;

export const settingNames = Object.keys(settingAttributes) as LiveSettingName[];

export const liveNameOf = (name: LiveSettingName): LiveName =>
  name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase()) as LiveName;

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

/** The normalized text of a value: equivalent values have the same text. Secrets are hidden. */
export function normalText(name: LiveName, value: unknown): string {
  const { show, isSecret } = settings[name] as Setting<unknown>;
  if (isSecret && value !== '') return hidden;
  return show ? show(value) : String(value);
}

export const normalTexts = (find: (name: LiveName) => unknown): SettingTexts =>
  Object.fromEntries(settingNames.map((name) => [name, normalText(liveNameOf(name), find(liveNameOf(name)))])) as SettingTexts;

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
      const found = Object.keys(values).some((name) => about.test(name)) && fault(change);
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
