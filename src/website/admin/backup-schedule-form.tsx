import { readInterval, readKeeping } from '../../config';
import { useRequestContext } from '../http/request-context';
import { AllProblems, Field, Form } from '../ui/form';
import type { Settings } from './documents';
import { Fixed } from './settings-form';

export interface RefusedSchedule {
  readonly entered: Readonly<Record<string, string>>;
  readonly problems: readonly string[];
}

/** Parts of the retention policy. */
const spans = [
  ['days', 'd'],
  ['weeks', 'w'],
  ['months', 'm'],
] as const;

type Span = (typeof spans)[number][0];

const spanNames: readonly Span[] = spans.map(([name]) => name);

export const scheduleFields = ['every', ...spanNames] as const;

/** A custom value is added. */
const intervals = ['6h', '12h', '1d', '7d', 'off'];

/** Empty without any part, which is invalid. */
export const retentionText = (entered: (name: Span) => string): string =>
  spans
    .map(([name, unit]) => [entered(name), unit] as const)
    .filter(([count]) => count !== '' && !/^0+$/.test(count))
    .map(([count, unit]) => count + unit)
    .join(',');

interface ScheduleFormProps {
  readonly settings: Settings;
  readonly refused: RefusedSchedule | undefined;
}

export function ScheduleForm({ settings: { values, fixed }, refused }: ScheduleFormProps) {
  const { t, to } = useRequestContext();
  const words = t.administration.backups.schedule;
  const entered = refused?.entered ?? enteredOf(values);
  const { every = values.backup_every } = entered;
  const isAllFixed = fixed.backup_every !== undefined && fixed.backup_keep !== undefined;
  return (
    <Form class="form" action={`${to.backupSchedule()}#schedule`}>
      <AllProblems problems={refused?.problems ?? []} />
      <label>
        {words.every}
        <select name="every" disabled={fixed.backup_every !== undefined}>
          {[...new Set([...intervals, every])].map((value) => (
            <option key={value} value={value} selected={value === every}>
              <Interval value={value} />
            </option>
          ))}
        </select>
        <Fixed by={fixed.backup_every} />
      </label>
      <fieldset disabled={fixed.backup_keep !== undefined}>
        <legend>{words.keep}</legend>
        <div class="form spans">
          {spanNames.map((name) => (
            <Field
              key={name}
              name={name}
              label={words.spans[name]}
              type="number"
              min={0}
              max={999}
              value={entered[name]}
              inputMode="numeric"
            />
          ))}
        </div>
        <small>{words.keepRule}</small>
        <Fixed by={fixed.backup_keep} />
      </fieldset>
      {!isAllFixed && <button type="submit">{words.send}</button>}
    </Form>
  );
}

/** A setting split into the fields of the form. */
function enteredOf({ backup_every: every, backup_keep: keep }: Settings['values']): Readonly<Record<string, string>> {
  const keeping = readKeeping(keep);
  return { every, ...Object.fromEntries(spanNames.map((name) => [name, String(keeping?.[name] ?? 0)])) };
}

/** `6h` in words. */
function Interval({ value }: { readonly value: string }) {
  const { t, format } = useRequestContext();
  const hours = readInterval(value);
  if (hours === 0) return <>{t.administration.backups.schedule.never}</>;
  return <>{hours === undefined ? value : format.duration(hours * 3600)}</>;
}
