import type { Texts } from '../i18n';

/** Value and label. */
export type OptionList = readonly (readonly [value: string, text: string])[];

/** As sellers abbreviate them (Goldmine). */
const grades = { mint: 'M', near_mint: 'NM', very_good_plus: 'VG+', very_good: 'VG', good_plus: 'G+', good: 'G', fair: 'F', poor: 'P' };

export const conditionOptions = ({ words: { conditions } }: Texts): OptionList =>
  Object.entries(grades).map(([grade, sign]) => [grade, `${conditions[grade as keyof typeof grades]} (${sign})`]);
export const formatOptions = ({ words }: Texts): OptionList => Object.entries(words.formatTypes);
export const statusOptions = ({ words }: Texts): OptionList => Object.entries(words.statuses);

interface OptionsProps {
  readonly value: string;
  readonly options: OptionList;
  /** Label of the empty option. */
  readonly none?: string | undefined;
}

/** Includes a current value that is not in the list. */
export function Options({ value, options, none }: OptionsProps) {
  const isKnown = value === '' || options.some(([one]) => one === value);
  return (
    <>
      {none !== undefined && (
        <option value="" selected={value === ''}>
          {none}
        </option>
      )}
      {!isKnown && (
        <option value={value} selected>
          {value}
        </option>
      )}
      {options.map(([one, text]) => (
        <option key={one} value={one} selected={one === value}>
          {text}
        </option>
      ))}
    </>
  );
}
