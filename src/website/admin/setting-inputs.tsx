import { callbackPath } from '../../accounts/provider/identities';
import { onlineSources, sourceNames } from '../../config';
import { useRequestContext } from '../http/request-context';
import { Field, FieldProblem, Radios } from '../ui/form';
import type { SettingName } from './documents';

export interface SettingInputProps {
  readonly name: SettingName;
  readonly label: string;
  readonly value: string;
  readonly problem: string | undefined;
  /** Where the operator has set it. */
  readonly fixedBy: string | undefined;
}

export function RadioInput({ name, label, value, problem, fixedBy, values }: SettingInputProps & { readonly values: readonly string[] }) {
  const choices: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> =
    useRequestContext().t.administration.settings.choices;
  const options = values.map((one) => {
    const [text = one, rule] = choices[name]?.[one] ?? [];
    return [one, text, rule] as const;
  });
  return (
    <Radios name={name} legend={label} options={options} chosen={value} disabled={fixedBy !== undefined}>
      <FieldProblem name={name} problem={problem} />
      {fixedBy !== undefined && <Hint name={name} fixedBy={fixedBy} />}
    </Radios>
  );
}

/** `yes` or `no`. */
export const CheckInput = (props: SettingInputProps) => (
  <div>
    <Check {...props} isChosen={props.value === 'yes'} />
    <FieldProblem name={props.name} problem={props.problem} />
  </div>
);

interface TextInputProps extends SettingInputProps {
  readonly maxLength: number;
  readonly autocomplete?: string;
}

export const TextInput = ({ fixedBy, ...field }: TextInputProps) => (
  <Field {...field} hint={<HintText name={field.name} fixedBy={fixedBy} />} disabled={fixedBy !== undefined} />
);

/** With the address that the provider asks for first. */
export function IssuerInput(props: SettingInputProps) {
  const { t, origin } = useRequestContext();
  const words = t.administration.provider;
  return (
    <>
      <TextInput {...props} maxLength={500} autocomplete="off" />
      <label>
        {words.redirect}
        <input readonly value={`${origin}${callbackPath}`} />
        <small>{words.redirectRule}</small>
      </label>
    </>
  );
}

/** Says what each site learns. */
export function SourcesInput({ name, label, value, problem, fixedBy }: SettingInputProps) {
  const { onlineRules } = useRequestContext().t.administration.settings;
  return (
    <fieldset>
      <legend>{label}</legend>
      {onlineSources.map((source) => {
        const text = source === 'cover_art_archive' ? 'Cover Art Archive' : sourceNames[source];
        return (
          <Check key={source} name={source} label={text} hint={onlineRules[source]} isChosen={value.includes(source)} fixedBy={fixedBy} />
        );
      })}
      <FieldProblem name={name} problem={problem} />
    </fieldset>
  );
}

interface CheckProps extends HintProps {
  readonly label: string;
  readonly isChosen: boolean;
}

const Check = ({ name, label, isChosen, hint, fixedBy }: CheckProps) => (
  <label class="check">
    <input type="checkbox" name={name} value="yes" checked={isChosen} disabled={fixedBy !== undefined} /> <span>{label}</span>
    <Hint name={name} hint={hint} fixedBy={fixedBy} />
  </label>
);

interface HintProps {
  readonly name: string;
  /** Defaults to that of the setting. */
  readonly hint?: string | undefined;
  readonly fixedBy: string | undefined;
}

export const Hint = (props: HintProps) => (
  <small>
    <HintText {...props} />
  </small>
);

function HintText({ name, hint, fixedBy }: HintProps) {
  const { hints, fixed } = useRequestContext().t.administration.settings;
  const ofSettings: Readonly<Record<string, string>> = hints;
  return (
    <>
      {hint ?? ofSettings[name]} {fixedBy !== undefined && <b>{fixed({ by: fixedBy })}</b>}
    </>
  );
}
