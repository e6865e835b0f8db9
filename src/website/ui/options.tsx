interface OptionsProps {
  readonly value: string;
  /** What is sent, and what is read. */
  readonly options: readonly (readonly [value: string, text: string])[];
  /** The words for choosing nothing, where that may be. */
  readonly none?: string | undefined;
}

/** What may be chosen from a closed list; a value that is not on it stays what it is. */
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
