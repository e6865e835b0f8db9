import { onlineSources, sourceNames } from '../../config';
import type { Problems } from '../http/form';
import { useRequestContext } from '../http/request-context';
import { AllProblems, Field, Form, Radios } from '../ui/form';
import { Section } from '../ui/section';
import type { Settings } from './documents';

interface SettingsPartProps {
  readonly settings: Settings;
  readonly problems: Problems;
}

/** Values fixed by the operator are shown, not editable. */
export function SettingsPart({ settings: { values, fixed }, problems }: SettingsPartProps) {
  const { t, to } = useRequestContext();
  const words = t.administration.settings;
  const { contact, discogs_token, ...others } = problems.fields;
  const isAllFixed = [
    'registration',
    'catalog_visibility',
    'search_engines',
    'editing',
    'online_sources',
    'contact',
    'discogs_token',
  ].every((name) => fixed[name] !== undefined);
  return (
    <Section title={words.title} id="settings">
      <Form class="form" action={`${to.serverSettings()}#settings`}>
        <AllProblems problems={[...Object.values(others), ...problems.all]} />
        <Radios
          name="registration"
          legend={words.register}
          options={(['closed', 'invitation', 'open'] as const).map((value) => withRule(value, words.registrations[value]))}
          chosen={values.registration}
          disabled={fixed.registration !== undefined}
        >
          <Fixed by={fixed.registration} />
        </Radios>
        <fieldset>
          <legend>{words.see}</legend>
          <Answer
            name="public"
            says={words.public}
            rule={words.publicRule}
            isChosen={values.catalog_visibility === 'public'}
            fixed={fixed.catalog_visibility}
          />
          <Answer
            name="indexed"
            says={words.indexed}
            rule={words.indexedRule}
            isChosen={values.search_engines === 'yes'}
            fixed={fixed.search_engines}
          />
        </fieldset>
        <Radios
          name="editing"
          legend={words.edit}
          options={(['editors', 'users', 'off'] as const).map((value) => withRule(value, words.editors[value]))}
          chosen={values.editing}
          disabled={fixed.editing !== undefined}
        >
          <Fixed by={fixed.editing} />
        </Radios>
        <OnlineFields settings={{ values, fixed }} problems={{ contact, discogs_token }} />
        {!isAllFixed && <button type="submit">{words.send}</button>}
      </Form>
    </Section>
  );
}

const withRule = (value: string, [text = '', rule]: readonly string[]) => [value, text, rule] as const;

interface OnlineFieldsProps {
  readonly settings: Settings;
  readonly problems: Readonly<Record<'contact' | 'discogs_token', string | undefined>>;
}

/** Says what each site learns. */
function OnlineFields({ settings: { values, fixed }, problems }: OnlineFieldsProps) {
  const { t, user } = useRequestContext();
  const words = t.administration.settings;
  return (
    <fieldset id="online">
      <legend>{words.online}</legend>
      {onlineSources.map((source) => (
        <Answer
          key={source}
          name={source}
          says={source === 'cover_art_archive' ? 'Cover Art Archive' : sourceNames[source]}
          rule={words.onlineRules[source]}
          isChosen={values.online_sources.includes(source)}
          fixed={fixed.online_sources}
        />
      ))}
      <Field
        name="discogs_token"
        label={words.discogsToken}
        problem={problems.discogs_token}
        hint={withFixed(words.discogsTokenRule, fixed.discogs_token)}
        maxLength={100}
        autocomplete="off"
        value={values.discogs_token}
        disabled={fixed.discogs_token !== undefined}
      />
      <Field
        name="contact"
        label={words.contact}
        problem={problems.contact}
        hint={withFixed(words.contactRule, fixed.contact)}
        maxLength={255}
        value={values.contact || (user?.email ?? '')}
        disabled={fixed.contact !== undefined}
      />
    </fieldset>
  );
}

interface AnswerProps {
  readonly name: string;
  readonly says: string;
  readonly rule: string;
  readonly isChosen: boolean;
  readonly fixed: string | undefined;
}

const Answer = ({ name, says, rule, isChosen, fixed }: AnswerProps) => (
  <label class="check">
    <input type="checkbox" name={name} value="yes" checked={isChosen} disabled={fixed !== undefined} /> <span>{says}</span>
    <small>{withFixed(rule, fixed)}</small>
  </label>
);

const withFixed = (rule: string, fixed: string | undefined) => (
  <>
    {rule} <FixedText by={fixed} />
  </>
);

export const Fixed = ({ by }: { readonly by: string | undefined }) =>
  by === undefined ? null : (
    <small>
      <FixedText by={by} />
    </small>
  );

function FixedText({ by }: { readonly by: string | undefined }) {
  const { t } = useRequestContext();
  return by === undefined ? null : <b>{t.administration.settings.fixed({ by })}</b>;
}
