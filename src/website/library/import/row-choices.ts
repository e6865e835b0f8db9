import type { SentForm } from '../../http/form';

/** What was chosen for rows, by their lines, in the words of the API. */
export type RowChoices = ReadonlyMap<number, string>;

/** The name of the field for the row of a line. */
export const fieldOf = (line: number): string => `row-${line}`;

/** What was chosen in the fields of a form; what was left as it is says nothing. */
export const readRowChoices = (form: SentForm): RowChoices =>
  new Map(
    form.texts.flatMap(([name, text]): [number, string][] => {
      const line = /^row-(\d{1,7})$/.exec(name)?.[1];
      return line === undefined || text === '' ? [] : [[Number(line), text]];
    }),
  );

/** As the API takes them; `undefined` for none. */
export const writtenChoices = (choices: RowChoices): string | undefined =>
  choices.size === 0 ? undefined : [...choices].map(([line, choice]) => `${line}:${choice}`).join(',');
