import { useVisit } from '../../http/request-context';
import { Part } from '../../ui/section';
import { wrongAt } from '../error-summary';
import { ChoiceField, LineField } from '../fields';
import { HeldByHand } from '../locked-field';
import { NameField } from '../name-field';
import { RowList, spareRows } from '../row-list';
import type { FormState } from './form-state';

const empty = { label: '', labelIs: '', number: '' };

/** Labels with their numbers, the barcode, and how it is packed. */
export function NumbersPart({ state: { draft, wrongs, names, edited, options, more } }: { readonly state: FormState }) {
  const { t, to } = useVisit();
  const words = t.releaseForm;
  const { texts, lists } = draft;
  const [title, aside] = words.parts.numbers;
  return (
    <Part id="numbers" title={title} aside={aside}>
      <RowList
        rows={lists.labels}
        empty={empty}
        spare={spareRows('labels', more)}
        more={lists.labels.length > 2 ? 'labels' : undefined}
        action={`${to.editRelease(edited.release.attributes)}#numbers`}
        below={<HeldByHand name="labels" held={edited.held} />}
      >
        {({ label, labelIs, number }, at, isRepeated) => (
          <>
            <NameField
              name="label"
              kind="label"
              at={at}
              isRepeated={isRepeated}
              label={words.label}
              value={{ typed: label, known: labelIs }}
              resolved={names?.at('label', Number(at))}
              problem={wrongAt(wrongs, 'label', at)}
            />
            <LineField
              name="number"
              at={at}
              isRepeated={isRepeated}
              label={words.number}
              value={number}
              problem={wrongAt(wrongs, 'number', at)}
            />
          </>
        )}
      </RowList>
      <div class="form grid">
        <LineField
          name="barcode"
          label={words.barcode}
          value={texts.barcode}
          inputMode="numeric"
          hint={words.barcodeHelp}
          problem={wrongAt(wrongs, 'barcode')}
        />
        <ChoiceField
          name="packaging"
          label={words.packaging}
          value={texts.packaging}
          options={options.packaging.map((name) => [name, t.words.packaging[name] ?? name] as const)}
          problem={wrongAt(wrongs, 'packaging')}
          mayBeEmpty
        />
        <HeldByHand name="barcode" held={edited.held} what={words.barcode} />
        <HeldByHand name="packaging_type" held={edited.held} what={words.packaging} />
      </div>
    </Part>
  );
}
