import { useRequestContext } from '../../http/request-context';
import { Section } from '../../ui/section';
import { errorFor } from '../error-summary';
import { ChoiceField } from '../fields';
import { LockedField } from '../locked-field';
import type { FormState } from './form-state';
import { ReleaseRows, TextField } from './release-rows';

/** Labels, barcode and packaging. */
export function NumbersPart({ state }: { readonly state: FormState }) {
  const { t } = useRequestContext();
  const words = t.releaseForm;
  const { draft, fieldErrors, edited, options } = state;
  const { texts } = draft;
  const [title, aside] = words.parts.numbers;
  return (
    <Section id="numbers" title={title} aside={aside}>
      <ReleaseRows list="labels" part="numbers" startsShort state={state} />
      <div class="form grid">
        <TextField name="barcode" label={words.barcode} inputMode="numeric" hint={words.barcodeHelp} state={state} />
        <ChoiceField
          name="packaging"
          label={words.packaging}
          value={texts.packaging}
          options={options.packaging.map((name) => [name, t.words.packaging[name] ?? name] as const)}
          problem={errorFor(fieldErrors, 'packaging')}
          mayBeEmpty
        />
        <LockedField name="barcode" locks={edited.locks} what={words.barcode} />
        <LockedField name="packaging_type" locks={edited.locks} what={words.packaging} />
      </div>
    </Section>
  );
}

export function CreditsPart({ state }: { readonly state: FormState }) {
  const [title, aside] = useRequestContext().t.releaseForm.parts.credits;
  return (
    <Section id="credits" title={title} aside={aside}>
      <ReleaseRows list="credits" part="credits" state={state} />
      <datalist id="roles">
        {state.options.roles.map((role) => (
          <option key={role} value={role} />
        ))}
      </datalist>
    </Section>
  );
}

export function ProductionsPart({ state }: { readonly state: FormState }) {
  const [title, aside] = useRequestContext().t.releaseForm.parts.productions;
  return (
    <Section id="productions" title={title} aside={aside}>
      <ReleaseRows list="productions" part="productions" startsShort state={state} />
    </Section>
  );
}
