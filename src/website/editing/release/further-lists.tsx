import { useVisit } from '../../http/request-context';
import { wrongAt } from '../error-summary';
import { LineField } from '../fields';
import { HeldByHand } from '../locked-field';
import { NameField } from '../name-field';
import { RowList, spareRows } from '../row-list';
import type { Row } from './draft';
import type { FormState } from './form-state';

const emptyCompany = { company: '', companyIs: '', companyRole: '', companyNumber: '' };

/** The lists that few releases have: who had part in it, series, what is printed on it, when it came out elsewhere. */
export function FurtherLists({ state }: { readonly state: FormState }) {
  const { t } = useVisit();
  const words = t.releaseForm;
  return (
    <>
      <Companies state={state} />
      <Lines
        state={state}
        list="printedSeries"
        attribute="series"
        fields={{ seriesName: words.printedSeries, seriesNumber: words.seriesNumber }}
      />
      <Lines
        state={state}
        list="identifiers"
        attribute="identifiers"
        fields={{ identifierType: words.identifierType, identifier: words.identifier, identifierNote: words.identifierNote }}
      />
      <Lines state={state} list="events" attribute="events" fields={{ eventDate: words.eventDate, eventCountry: words.eventCountry }} />
    </>
  );
}

function Companies({ state: { draft, wrongs, names, edited, more } }: { readonly state: FormState }) {
  const { t, to } = useVisit();
  const words = t.releaseForm;
  return (
    <RowList
      rows={draft.lists.companies}
      empty={emptyCompany}
      spare={spareRows('companies', more)}
      isThree
      more="companies"
      action={`${to.editRelease(edited.release.attributes)}#more`}
      below={<HeldByHand name="companies" held={edited.held} />}
    >
      {({ company, companyIs, companyRole, companyNumber }, at, isRepeated) => (
        <>
          <NameField
            name="company"
            kind="organization"
            at={at}
            isRepeated={isRepeated}
            label={words.company}
            value={{ typed: company, known: companyIs }}
            resolved={names?.at('company', Number(at))}
            problem={wrongAt(wrongs, 'company', at)}
          />
          <LineField
            name="companyRole"
            at={at}
            isRepeated={isRepeated}
            label={words.companyRole}
            value={companyRole}
            problem={wrongAt(wrongs, 'companyRole', at)}
          />
          <LineField
            name="companyNumber"
            at={at}
            isRepeated={isRepeated}
            label={words.companyNumber}
            value={companyNumber}
            problem={wrongAt(wrongs, 'companyNumber', at)}
          />
        </>
      )}
    </RowList>
  );
}

type PlainList = 'printedSeries' | 'identifiers' | 'events';

interface LinesProps<L extends PlainList> {
  readonly state: FormState;
  readonly list: L;
  /** The attribute of the release that the list is. */
  readonly attribute: string;
  /** What its fields are called, in their order. */
  readonly fields: Row<L>;
}

/** A list of rows that name no records. */
function Lines<L extends PlainList>({ state: { draft, wrongs, edited, more }, list, attribute, fields }: LinesProps<L>) {
  const { to } = useVisit();
  const names = Object.entries<string>(fields);
  const rows = draft.lists[list] as readonly Readonly<Record<string, string>>[];
  return (
    <RowList
      rows={rows}
      empty={{} as Readonly<Record<string, string>>}
      spare={spareRows(list, more)}
      isThree={names.length === 3}
      more={list}
      action={`${to.editRelease(edited.release.attributes)}#more`}
      below={<HeldByHand name={attribute} held={edited.held} />}
    >
      {(row, at, isRepeated) =>
        names.map(([name, label]) => (
          <LineField
            key={name}
            name={name}
            at={at}
            isRepeated={isRepeated}
            label={label}
            value={row[name] ?? ''}
            problem={wrongAt(wrongs, name, at)}
          />
        ))
      }
    </RowList>
  );
}
