import { maximumPictureBytes } from '../../http/body';
import { useRequestContext } from '../http/request-context';
import { Field, Form } from '../ui/form';
import { Section } from '../ui/section';
import type { KnownRates } from './documents';

interface RatesPartProps {
  readonly rates: KnownRates;
  readonly problem: string | undefined;
}

export function RatesPart({ rates: { currencies, first_day: first, last_day: last }, problem }: RatesPartProps) {
  const { t, to, format } = useRequestContext();
  const words = t.administration.rates;
  return (
    <Section title={words.title} aside={words.aside} id="rates">
      <p>
        {first !== null && last !== null
          ? words.known({ count: format.counted(currencies.length), first: format.day(first), last: format.day(last) })
          : words.none}
      </p>
      <Form class="form" action={to.rates()} encType="multipart/form-data">
        <Field
          name="rates"
          label={words.file}
          type="file"
          accept=".xml"
          required
          problem={problem}
          hint={words.fileHint({ maximum: format.bytes(maximumPictureBytes) })}
        />
        <p class="row">
          <button type="submit">{words.importNow}</button>
        </p>
      </Form>
    </Section>
  );
}
