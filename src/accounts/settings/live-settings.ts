import { Invalid, violation } from '../../api/schema/checks';
import { type ConfiguredSettings, hidden, type Setting, type Settings, settings } from '../../config';
import type { Context } from '../../context';
import { conflict, type DomainError } from '../../errors';
import type { Connection } from '../../store/database/connection';
import type { Store } from '../../store/database/open';
import { RevisionCache } from '../../store/database/revision-cache';
import { findAdministrators, hasWayIn, type LiveSettingName, rules, type SettingTexts, settingAttributes } from './runtime-settings';

type CamelCase<Name extends string> = Name extends `${infer First}_${infer Rest}` ? `${First}${Capitalize<CamelCase<Rest>>}` : Name;

export type LiveName = CamelCase<LiveSettingName>;

export type LiveValues = Pick<Settings, LiveName>;

export const settingNames = Object.keys(settingAttributes) as LiveSettingName[];

export const liveNameOf = (name: LiveSettingName): LiveName =>
  name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase()) as LiveName;

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

  get #inForce() {
    return { store: this.#store, configured: this.#configured, next: this.texts() };
  }

  /**
   * Whether there are administrators, and none can sign in.
   * @param connection the writer inside a transaction; a server of read-only files has none
   */
  isLocked(connection: Connection = this.#store.reader): boolean {
    return findAdministrators(this.#inForce, connection)[0]?.signsIn === 0;
  }

  /** Whether a user is the only administrator who can sign in, or the only one at all. */
  isOnlyAdministrator({ key }: { readonly key: number }): boolean {
    const [one, another] = findAdministrators(this.#inForce);
    if (one?.key !== key || another?.signsIn === 1) return false;
    return another === undefined || one.signsIn === 1 || another.isLinked < one.isLinked;
  }

  /**
   * Removes a credential of a user inside a transaction.
   * @throws {DomainError} conflict, if the user, or all administrators, could not sign in any more
   */
  keepingWayIn<T>(user: number, remove: () => T): T {
    const { writer } = this.#store;
    const wasLocked = this.isLocked(writer);
    const result = remove();
    if (!wasLocked && this.isLocked(writer)) throw conflict('passwords_needed', {});
    if (!hasWayIn(this.#inForce, user)) throw conflict('only_way_in', {});
    return result;
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
      const found = about.some((name) => name in values) && fault(change);
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
