import { beforeAll, describe, expect, test } from 'bun:test';
import { render } from 'preact-render-to-string';
import { Api } from '../../../src/website/api/client';
import { exampleOf } from '../../../src/website/help/reference/example-answer';
import { referenceLinks } from '../../../src/website/help/reference/links';
import { type ApiReference, findOperation, type Operation, type PlacedOperation } from '../../../src/website/help/reference/model';
import { OperationPage } from '../../../src/website/help/reference/operation-page';
import {
  type OpenApi,
  type OperationObject,
  type ParameterObject,
  type ResponseObject,
  resolve,
} from '../../../src/website/help/reference/schema';
import type { ReferenceTexts } from '../../../src/website/help/reference/texts';
import { reader } from '../../../src/website/help/reference/try';
import { Addresses } from '../../../src/website/http/addresses';
import { languages } from '../../../src/website/i18n';
import { operationIn, placed, servedDocument, servedReference } from '../../support/reference';
import { demoServer } from '../../support/server';

let document: OpenApi;
let reference: ApiReference;
let read: ReturnType<typeof reader>;

beforeAll(async () => {
  document = await servedDocument();
  reference = await servedReference();
  const { app, token } = await demoServer();
  read = reader(new Api((request) => app.handle(request), new Request('http://localhost/api-reference'), token));
});

const frame = {
  origin: 'https://music.example',
  limit: { requests: 300, windowSeconds: 60 },
  links: referenceLinks(new Addresses('/music')),
};

const examples = new Map<Operation, ReturnType<typeof exampleOf>>();
const pages = new Map<ReferenceTexts, Map<Operation, string>>();

/** The page of an operation. Examples are computed once, and pages once per language. */
async function pageOf(found: PlacedOperation, texts: ReferenceTexts = languages.en.reference): Promise<string> {
  const { operation } = found;
  const inLanguage = pages.getOrInsertComputed(texts, () => new Map());
  const example = await examples.getOrInsertComputed(operation, () => exampleOf(operation, read));
  const form = { trial: { values: {}, step: 'fill' as const }, user: 'anna' };
  const page = () => render(<OperationPage {...frame} reference={reference} placed={found} example={example} form={form} texts={texts} />);
  return inLanguage.getOrInsertComputed(operation, page);
}

const visibleIn = (html: string): string =>
  html
    .replace(/<wbr\s*\/?>/g, '')
    .replace(/<\/?(?:code|span|strong|lang)\b[^>]*>/g, '')
    .replace(/<[^>]+>/g, ' ')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&')
    .replace(/\s+/g, ' ');

const plain = (text: string): string => text.replaceAll('`', '').replace(/\.$/, '').replace(/\s+/g, ' ').trim();

/** Texts of an operation in the OpenAPI document, without its examples and the schemas of errors. */
function textsOf(declared: OperationObject): string[] {
  const parameters = (declared.parameters ?? []).map((one) => resolve<ParameterObject>(document, one));
  const responses = Object.entries(declared.responses).map(([status, one]) => ({ status, ...resolve<ResponseObject>(document, one) }));
  return [
    declared.summary,
    ...parameters.flatMap(({ name, description = '', schema = {} }) => [
      name,
      name.endsWith('[]') ? '' : description,
      ...(schema.examples ?? []).map(String),
      ...(schema.anyOf ?? schema.enum ?? []).flatMap((one) =>
        typeof one === 'object' && one !== null && 'const' in one ? [String(one.const)] : [],
      ),
      ...(schema.maximum && schema.maximum < Number.MAX_SAFE_INTEGER ? [String(schema.maximum)] : []),
      ...(schema.default === undefined ? [] : [String(schema.default)]),
    ]),
    ...responses.flatMap(({ status, description, headers = {} }) => [
      status,
      description,
      ...Object.entries(headers).flatMap(([name, header]) => [name, resolve<{ description?: string }>(document, header).description ?? '']),
    ]),
    ...responses.filter(({ status }) => Number(status) < 300).flatMap(({ content = {} }) => Object.keys(content)),
    ...Object.keys(declared.requestBody?.content ?? {}),
  ].map(plain);
}

test('every operation of the OpenAPI document has a page with all its texts', async () => {
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, declared]) => ({ path, method, declared })),
  );
  expect(operations.length).toBeGreaterThan(80);
  expect(reference.operations).toHaveLength(operations.length);
  for (const { path, method, declared } of operations) {
    const visible = visibleIn(await pageOf(placed(reference, declared.operationId)));
    const missing = [...textsOf(declared), `${method.toUpperCase()} ${path}`].filter((text) => !visible.includes(text));
    expect({ operation: declared.operationId, missing }).toEqual({ operation: declared.operationId, missing: [] });
  }
});

test('the page of an operation shows its description, with the scope as a separate fact', async () => {
  const description = document.paths['/api/changes']?.get?.description ?? '';
  const visible = visibleIn(await pageOf(placed(reference, 'changeList')));
  expect(description).toEndWith(' The token needs the scope catalog:read.');
  expect(visible).toContain(description.replace(' The token needs the scope catalog:read.', ''));
  expect(visible).toContain('Requires scope catalog:read');
  expect(visibleIn(await pageOf(placed(reference, 'changeMe')))).toContain('Requires scope admin');
  expect(visibleIn(await pageOf(placed(reference, 'me')))).toContain('Needs a token');
  expect(visibleIn(await pageOf(placed(reference, 'signIn')))).toContain('Needs no token');
});

test('a body is listed down to its last field, and a component once', async () => {
  const visible = visibleIn(await pageOf(placed(reference, 'collectionItemCreate')));
  expect(visible).toContain('data.attributes.purchase_price_cents whole number, from 0 or null');
  expect(visible).toContain('data.relationships.releaseRecord.data.id text · required UUID or IRI.');
  const fields = operationIn(reference, 'artistList').answers[0]?.forms[0]?.fields ?? [];
  const names = fields.map(({ name }) => name);
  const [members, groups] = ['members', 'groups'].map((name) => `data[].relationships.${name}.data[]`) as [string, string];
  expect(names).toContain('data[].attributes.name');
  expect(names).toContain(`${members}.id`);
  expect(fields.find(({ name }) => name === groups)?.component).toBe('Identifier');
  expect(names.filter((name) => name.startsWith(`${groups}.`))).toEqual([]);
});

test('the address of every operation is unique and resolves to it', () => {
  const addresses = reference.operations.map((one) => frame.links.operation(one));
  expect(new Set(addresses).size).toBe(addresses.length);
  expect(addresses).toContain('/music/api-reference/releases/list-releases');
  for (const { resource, operation } of reference.operations)
    expect(findOperation(reference, resource.slug, operation.slug)?.operation).toBe(operation);
});

test('resources are grouped into catalog, yours and server', () => {
  const groups = Object.fromEntries(reference.groups.map(({ name, resources }) => [name, resources.map((one) => one.name)]));
  expect(groups.catalog).toEqual(expect.arrayContaining(['Artists', 'Releases', 'Tracks']));
  expect(groups.yours).toEqual(expect.arrayContaining(['Collection', 'Wishlist', 'Tokens']));
  expect(groups.server).toEqual(expect.arrayContaining(['Search', 'Changes', 'Vocabularies', 'Server']));
});

test('the example of a read is a real answer, shortened as valid JSON', async () => {
  const example = await exampleOf(operationIn(reference, 'artist'), read);
  expect(example.isReal).toBe(true);
  const { data } = JSON.parse(example.answer?.text ?? '');
  expect(example.request.path).toBe(data.id);
  const list = await exampleOf(operationIn(reference, 'releaseList'), read);
  expect(list.answer?.isShortened).toBe(true);
  expect(JSON.parse(list.answer?.text ?? '').data.at(-1)).toMatch(/^… \d+ more$/);
});

test('guests see the examples of the OpenAPI document and no form', async () => {
  const found = placed(reference, 'artist');
  const example = await exampleOf(found.operation, undefined);
  expect(example.isReal).toBe(false);
  const form = { trial: { values: {}, step: 'fill' as const }, user: undefined };
  const html = render(
    <OperationPage {...frame} reference={reference} placed={found} example={example} form={form} texts={languages.en.reference} />,
  );
  expect(html).not.toContain('<form');
  expect(html).toContain('href="/music/sign-in?to=%2Fmusic%2Fapi-reference%2Fartists%2Fget-an-artist"');
});

test('the example of a write refers to an existing release, and to no item of the reader', async () => {
  const make = await exampleOf(operationIn(reference, 'collectionItemCreate'), read);
  const id = /"(\/api\/releases\/[^"]+)"/.exec(JSON.stringify(make.request.body))?.[1] ?? '';
  expect(await read(id)).toBeDefined();
  const change = await exampleOf(operationIn(reference, 'collectionItemDelete'), read);
  expect(change.request.path).toBe('/api/users/me/collection/0b7e3f5c-1d2a-5c4b-9e8f-7a6b5c4d3e2f');
});

describe.each(['en', 'de'] as const)('the reference in %s', (language) => {
  const texts = languages[language].reference;

  test('marks the English texts of the API if the page is not in English', async () => {
    const html = await pageOf(placed(reference, 'artistList'), texts);
    const description = 'People, groups, orchestras and choirs, real and fictional.';
    expect(html.includes(`<p class="prose" lang="en">${description}`)).toBe(language === 'de');
    expect(html).toContain(description);
  });
});
