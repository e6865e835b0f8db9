import type { ComponentProps } from 'preact';
import { useRequestContext } from '../../http/request-context';
import { errorFor } from '../error-summary';
import { LineField } from '../fields';
import type { FieldTexts } from '../kinds/draft';
import { RecordField } from '../kinds/field';
import { isChoice, isNames } from '../kinds/inputs';
import { LockedField } from '../locked-field';
import { idFieldOf } from '../name-field';
import { RowList, spareRows } from '../row-list';
import type { TextName } from './draft';
import type { FormState } from './form-state';
import { placeOf } from './names-of-draft';
import { fieldsOf, type ListName, releaseLists } from './release-schema';

interface ReleaseRowsProps {
  readonly list: Exclude<ListName, 'artists' | 'discs'>;
  /** Anchor to return to. */
  readonly part: string;
  /** Whether empty rows appear only after the first. */
  readonly startsShort?: boolean;
  readonly state: FormState;
}

export function ReleaseRows({ list, part, startsShort, state }: ReleaseRowsProps) {
  const { t, to } = useRequestContext();
  const { draft, names, edited, more } = state;
  const rows: readonly FieldTexts[] = draft.lists[list];
  const fields = fieldsOf(list);
  const labels = t.releaseForm as Readonly<Record<string, unknown>>;
  const attribute = list === 'productions' ? undefined : releaseLists[list].attribute;
  return (
    <RowList
      rows={rows}
      empty={Object.fromEntries(fields.flatMap(({ name, input }) => (isChoice(input) ? [[name, input.words[0] ?? '']] : [])))}
      spare={spareRows(list, more)}
      isThree={fields.filter(({ input }) => input !== 'hidden').length === 3}
      more={startsShort && rows.length <= 2 ? undefined : list}
      action={`${to.editRelease(edited.release.attributes)}#${part}`}
      below={attribute !== undefined && <LockedField name={attribute} locks={edited.locks} />}
    >
      {(row, at, isRepeated) =>
        fields.map((field) => (
          <RecordField
            key={field.name}
            field={field}
            value={row[field.name] ?? ''}
            label={String(labels[field.name])}
            state={state}
            row={{
              name: field.name,
              at,
              isRepeated,
              known: isNames(field.input) ? (row[idFieldOf(field.name)] ?? '') : '',
              resolved: names?.get(placeOf(field.name, at)),
            }}
          />
        ))
      }
    </RowList>
  );
}

interface TextFieldProps extends Omit<ComponentProps<typeof LineField>, 'value' | 'problem' | 'name'> {
  readonly name: TextName;
  readonly state: FormState;
}

export const TextField = ({ name, state: { draft, fieldErrors }, ...field }: TextFieldProps) => (
  <LineField name={name} value={draft.texts[name]} problem={errorFor(fieldErrors, name)} {...field} />
);
