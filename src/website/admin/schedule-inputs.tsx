import { readInterval } from '../../config';
import { useRequestContext } from '../http/request-context';
import { Field, FieldProblem } from '../ui/form';
import { Hint, type SettingInputProps } from './setting-inputs';

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
