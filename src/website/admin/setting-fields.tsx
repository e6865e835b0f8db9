import type { VNode } from 'preact';
import { accessWords, onlineSources } from '../../config';
import type { SentForm } from '../http/form';
import { useRequestContext } from '../http/request-context';
import type { SettingName, Settings } from './documents';
import type { ServerPage } from './frame';
import {
  CheckInput,
  IntervalInput,
  IssuerInput,
  RadioInput,
  RetentionInput,
  retentionText,
  type SettingInputProps,
  SourcesInput,
  TextInput,
} from './setting-inputs';

/** Sections of settings, each a form, with the page that shows it. */
export const settingSections = {
  access: 'overview',
  registration: 'sign-in',
  provider: 'sign-in',
  passwords: 'sign-in',
  'second-factor': 'sign-in',
  online: 'online',
  schedule: 'backups',
  copies: 'backups',
  mail: 'notifications',
  networks: 'notifications',
} as const satisfies Readonly<Record<string, ServerPage>>;

export type SettingSection = keyof typeof settingSections;

interface SettingField {
  readonly section: SettingSection;
  readonly Input: (props: SettingInputProps) => VNode;
  /** The value in a form; defaults to the field of its name. */
  readonly read?: (form: SentForm) => string;
}

/** In display order. Pages, forms and errors follow from this table; labels, hints and choices are texts of the same names. */
const settingFields: Readonly<Record<SettingName, SettingField>> = {
  catalog_visibility: choice('access', accessWords.catalogVisibility),
  search_engines: { section: 'access', Input: CheckInput, read: (form) => (form.has('search_engines') ? 'yes' : 'no') },
  editing: choice('access', accessWords.editing),
  registration: choice('registration', accessWords.registration.toReversed()),
  oidc_issuer: { section: 'provider', Input: IssuerInput },
  oidc_client_id: { section: 'provider', Input: (props) => <TextInput {...props} maxLength={200} autocomplete="off" /> },
  oidc_client_secret: { section: 'provider', Input: (props) => <TextInput {...props} maxLength={500} autocomplete="off" /> },
  oidc_scopes: { section: 'provider', Input: (props) => <TextInput {...props} maxLength={200} autocomplete="off" /> },
  oidc_role_claim: { section: 'provider', Input: (props) => <TextInput {...props} maxLength={100} autocomplete="off" /> },
  oidc_registration: { section: 'provider', Input: CheckInput, read: (form) => (form.has('oidc_registration') ? 'yes' : 'no') },
  passwords: { section: 'passwords', Input: CheckInput, read: (form) => (form.has('passwords') ? 'yes' : 'no') },
  second_factor: choice('second-factor', accessWords.secondFactor),
  online_sources: {
    section: 'online',
    Input: SourcesInput,
    read: (form) => onlineSources.filter((source) => form.has(source)).join(',') || 'off',
  },
  discogs_token: { section: 'online', Input: (props) => <TextInput {...props} maxLength={100} autocomplete="off" /> },
  contact: {
    section: 'online',
    Input: (props) => <TextInput {...props} value={props.value || (useRequestContext().user?.email ?? '')} maxLength={255} />,
  },
  backup_every: { section: 'schedule', Input: IntervalInput },
  backup_keep: { section: 'schedule', Input: RetentionInput, read: (form) => retentionText((name) => form.text(name)) },
  backup_target: { section: 'copies', Input: (props) => <TextInput {...props} maxLength={1_000} /> },
  backup_s3_endpoint: { section: 'copies', Input: (props) => <TextInput {...props} maxLength={255} /> },
  backup_s3_region: { section: 'copies', Input: (props) => <TextInput {...props} maxLength={50} /> },
  backup_s3_key_id: { section: 'copies', Input: (props) => <TextInput {...props} maxLength={200} autocomplete="off" /> },
  backup_s3_secret: { section: 'copies', Input: (props) => <TextInput {...props} maxLength={200} autocomplete="off" /> },
  smtp_url: { section: 'mail', Input: (props) => <TextInput {...props} maxLength={500} autocomplete="off" /> },
  smtp_from: { section: 'mail', Input: (props) => <TextInput {...props} maxLength={320} autocomplete="off" /> },
  webhook_networks: { section: 'networks', Input: (props) => <TextInput {...props} maxLength={1_000} autocomplete="off" /> },
  backup_recipient: { section: 'copies', Input: (props) => <TextInput {...props} maxLength={100} autocomplete="off" /> },
};

function choice(section: SettingSection, values: readonly string[]): SettingField {
  return { section, Input: (props) => <RadioInput {...props} values={values} /> };
}

export const fieldsOf = (section: SettingSection) =>
  (Object.entries(settingFields) as [SettingName, SettingField][]).filter(([, field]) => field.section === section);

/** The values of a section's form. Browsers omit disabled fields, which are fixed by the operator. */
export const readSection = (section: SettingSection, fixed: Settings['fixed'], form: SentForm): Partial<Settings['values']> =>
  Object.fromEntries(
    fieldsOf(section)
      .filter(([name]) => fixed[name] === undefined)
      .map(([name, { read }]) => [name, read ? read(form) : form.text(name)]),
  );
