import { callbackPath } from '../../accounts/provider/identities';
import { onlineSources, readInterval, sourceNames } from '../../config';
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

/** Parts of the retention policy. */
const spans = [
  ['days', 'd'],
  ['weeks', 'w'],
  ['months', 'm'],
] as const;

/** A custom value is added. */
const intervals = ['6h', '12h', '1d', '7d', 'off'];

/** Empty without any part, which is invalid. */
export const retentionText = (entered: (name: string) => string): string =>
  spans
    .map(([name, unit]) => [entered(name), unit] as const)
    .filter(([count]) => count !== '' && !/^0+$/.test(count))
    .map(([count, unit]) => count + unit)
    .join(',');

export function IntervalInput({ name, label, value, problem, fixedBy }: SettingInputProps) {
  const { t, format } = useRequestContext();
  const textOf = (interval: string): string => {
    const hours = readInterval(interval);
    if (hours === 0) return t.administration.settings.never;
    return hours === undefined ? interval : format.duration(hours * 3600);
  };
  return (
    <label>
      {label}
      <select name={name} disabled={fixedBy !== undefined}>
        {[...new Set([...intervals, value])].map((one) => (
          <option key={one} value={one} selected={one === value}>
            {textOf(one)}
          </option>
        ))}
      </select>
      <FieldProblem name={name} problem={problem} />
      {fixedBy !== undefined && <Hint name={name} fixedBy={fixedBy} />}
    </label>
  );
}

/** A field for each part. */
export function RetentionInput({ name, label, value, problem, fixedBy }: SettingInputProps) {
  const { spans: names } = useRequestContext().t.administration.settings;
  const parts = value.split(',');
  return (
    <fieldset disabled={fixedBy !== undefined}>
      <legend>{label}</legend>
      <div class="form spans">
        {spans.map(([span, unit]) => (
          <Field
            key={span}
            name={span}
            label={names[span]}
            type="number"
            min={0}
            max={999}
            value={parts.find((part) => part.endsWith(unit))?.slice(0, -1) ?? '0'}
            inputMode="numeric"
          />
        ))}
      </div>
      <Hint name={name} fixedBy={fixedBy} />
      <FieldProblem name={name} problem={problem} />
    </fieldset>
  );
}
