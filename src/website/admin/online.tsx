import { maximumPictureBytes } from '../../http/body';
import { withFlash } from '../http/addresses';
import { notTaken, problemsOf, type SentForm } from '../http/form';
import { type Page, type PageAnswer, seeOther } from '../http/page';
import { type RequestContext, useRequestContext } from '../http/request-context';
import { Field, Form, SubmitRow } from '../ui/form';
import { Section } from '../ui/section';
import { type KnownRates, ratesPath, readRates, readSettings, readStatus } from './documents';
import { serverPage } from './frame';
import { type RefusedSettings, SettingsParts } from './settings-form';

export const get = (context: RequestContext) => onlinePage(context);

/** @param problem of the file with rates */
export async function onlinePage(context: RequestContext, refused?: RefusedSettings, problem?: string): Promise<Page> {
  const { api } = context;
  const [status, settings, rates] = await Promise.all([readStatus(api), readSettings(api), readRates(api)]);
  const parts = (
    <>
      <SettingsParts page="online" settings={settings} refused={refused} />
      <RatesPart rates={rates} problem={problem} />
    </>
  );
  return serverPage(context, 'online', status, parts);
}

export const rates = {
  async post(context: RequestContext, _: unknown, form: SentForm): Promise<PageAnswer> {
    const { api, to } = context;
    const bytes = (await form.file('rates')?.bytes()) ?? new Uint8Array();
    const sent = await api.send('POST', ratesPath, bytes, { 'content-type': 'application/xml' });
    if (sent.ok) return seeOther(withFlash(`${to.administration('online')}#rates`, 'rates-imported'));
    return { ...(await onlinePage(context, undefined, problemsOf(context, sent).all.join(' '))), ...notTaken(sent) };
  },
};

interface RatesPartProps {
  readonly rates: KnownRates;
  readonly problem: string | undefined;
}

function RatesPart({ rates: { currencies, first_day: first, last_day: last }, problem }: RatesPartProps) {
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
        <SubmitRow text={words.importNow} />
      </Form>
    </Section>
  );
}
