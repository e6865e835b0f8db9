import type { ComponentChildren } from 'preact';
import type { Problems } from '../http/form';
import { useRequestContext } from '../http/request-context';
import { AllProblems, Form, Submit } from '../ui/form';
import { Section } from '../ui/section';
import type { Settings } from './documents';
import type { ServerPage } from './frame';
import { fieldsOf, type SettingSection, settingSections } from './setting-fields';

/** Settings of a section as they were sent, and why they were refused. */
export interface RefusedSettings {
  readonly section: SettingSection;
  readonly values: Partial<Settings['values']>;
  readonly problems: Problems;
}

interface SettingsPartsProps {
  readonly page: ServerPage;
  readonly settings: Settings;
  readonly refused: RefusedSettings | undefined;
}

/** The sections of a page, each a form. */
export const SettingsParts = ({ page, settings, refused }: SettingsPartsProps) => (
  <>
    {Object.entries(settingSections).map(
      ([section, shownOn]) =>
        shownOn === page && <SettingsPart key={section} section={section as SettingSection} settings={settings} refused={refused} />,
    )}
  </>
);

interface SettingsPartProps extends Omit<SettingsPartsProps, 'page'> {
  readonly section: SettingSection;
  readonly aside?: string;
  /** Below the form. */
  readonly children?: ComponentChildren;
}

/** Values fixed by the operator are shown, not editable. */
export function SettingsPart({ section, settings: { values, fixed }, refused, aside, children }: SettingsPartProps) {
  const { t, to } = useRequestContext();
  const words = t.administration.settings;
  const fields = fieldsOf(section);
  const { values: entered, problems } = refused?.section === section ? refused : {};
  return (
    <Section title={words.sections[section]} aside={aside} id={section}>
      <Form class="form" action={`${to.serverSettings(section)}#${section}`}>
        <AllProblems problems={problems?.all ?? []} />
        {fields.map(([name, { Input }]) => (
          <Input
            key={name}
            name={name}
            label={words.labels[name]}
            value={entered?.[name] ?? values[name]}
            problem={problems?.fields[name]}
            fixedBy={fixed[name]}
          />
        ))}
        {fields.some(([name]) => fixed[name] === undefined) && <Submit text={words.send} />}
      </Form>
      {children}
    </Section>
  );
}
