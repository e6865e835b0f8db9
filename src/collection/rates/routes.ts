import { type Static, Type as t } from '@sinclair/typebox';
import type { Guard } from '../../accounts/access';
import { guarded, needsAdministrator } from '../../accounts/answers';
import { bodyAnswers, failure, jsonApi, notAcceptable, readAnswers } from '../../api/openapi/answers';
import { metaOf } from '../../api/read/document';
import { defineRoute } from '../../api/route';
import { closed, count, list, objectDocument, orNull, text } from '../../api/schema/schemas';
import { decode, maximumPictureBytes, readBytes, requireMediaType } from '../../http/body';
import { personalCaching, respond } from '../../http/respond';
import { message } from '../../messages/message';
import type { Store } from '../../store/database/open';
import { Slices } from '../formats/slices';

const ratesPath = '/api/exchange-rates';

/** All of the bank's rates since 1999 take eight megabytes. */
const maximumRatesBytes = maximumPictureBytes;

const xmlTypes = ['application/xml', 'text/xml'] as const;

const tags = ['Administration'];

const attributes = closed({
  currencies: list(text('ISO 4217'), 'Currencies that convert'),
  first_day: orNull(text('Of the first published rates; earlier prices convert by these')),
  last_day: orNull(text('Of the latest')),
  imported: t.Optional(count('Rates in the sent file')),
});

const example: ExchangeRates = { currencies: ['EUR', 'USD'], first_day: '1999-01-04', last_day: '2026-01-15' };

/** `imported` is of one import. */
export type ExchangeRates = Static<typeof attributes>;

const documentOf = (values: ExchangeRates) =>
  jsonApi(objectDocument('ExchangeRates', attributes, {}), {
    data: { id: ratesPath, type: 'ExchangeRates', attributes: values, links: { self: ratesPath } },
  });

const exampleFile = '<gesmes:Envelope><Cube><Cube time="2026-01-15"><Cube currency="USD" rate="1.05"/></Cube></Cube></gesmes:Envelope>';

async function readXml(request: Request): Promise<string> {
  requireMediaType(request, xmlTypes);
  return decode(await readBytes(request, maximumRatesBytes));
}

export function ratesRoutes(guard: Guard, store: Store) {
  const present = async (request: Request, more: object, meta: object): Promise<Response> => {
    const { knownRates } = await import('./exchange-rates');
    const values = { ...store.read(() => knownRates(store)), ...more };
    const data = { id: ratesPath, type: 'ExchangeRates', attributes: values, links: { self: ratesPath } };
    return respond(request, { data, ...meta }, 200, personalCaching);
  };
  return [
    defineRoute({
      method: 'get',
      path: ratesPath,
      operationId: 'exchangeRates',
      tags,
      summary: 'Get the exchange rates',
      description: `Which rates statistics convert prices by. ${needsAdministrator}`,
      answers: { 200: { description: 'The currencies and days', media: documentOf(example) }, ...readAnswers, ...guarded },
      access: guard.administrator,
      otherParameters: 'ignore',
      handle: ({ request, ignored }) => present(request, {}, metaOf(ignored)),
    }),
    defineRoute({
      method: 'post',
      path: ratesPath,
      operationId: 'importExchangeRates',
      tags,
      summary: 'Import exchange rates',
      description: `Reference rates of the European Central Bank: its file of the day, or of all days since 1999. They replace those of the same days. ${needsAdministrator}`,
      body: {
        content: Object.fromEntries(xmlTypes.map((type) => [type, { schema: t.String(), example: exampleFile }])),
        read: readXml,
      },
      answers: {
        200: { description: 'The currencies and days', media: documentOf({ ...example, imported: 31 }) },
        ...guarded,
        ...bodyAnswers,
        400: failure('Another file', 400, message('rates_unreadable')),
        406: notAcceptable,
      },
      access: guard.administrator,
      otherParameters: 'ignore',
      handle: async ({ request, body, ignored }) => {
        const { importRates } = await import('./exchange-rates');
        return present(request, { imported: await importRates(store, body, new Slices()) }, metaOf(ignored));
      },
    }),
  ];
}
