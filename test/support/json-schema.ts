import Ajv, { type ValidateFunction } from 'ajv';
import Ajv2020 from 'ajv/dist/2020';
import draft06 from 'ajv/dist/refs/json-schema-draft-06.json';
import addFormats from 'ajv-formats';
import jsonApiSchema from 'jsonapi-validator/lib/schema.json';
import type { TestServer } from './server';

/** What is wrong with a value, one line for each fault; nothing where it fits. */
export type Check = (value: unknown) => string[];

const checkOf =
  (validate: ValidateFunction): Check =>
  (value) => {
    validate(value);
    return (validate.errors ?? []).map(({ instancePath, message, params }) => `${instancePath} ${message} ${JSON.stringify(params)}`);
  };

/** The schema that JSON:API publishes for its documents. */
export function jsonApiCheck(): Check {
  // The schema states no type beside some of its keywords, which strict mode would refuse.
  const ajv = addFormats(new Ajv({ allErrors: true, strictTypes: false }));
  ajv.addMetaSchema(draft06);
  return checkOf(ajv.compile(jsonApiSchema));
}

/** The schemas of an OpenAPI 3.1 document, each by the path that leads to it. */
export function openApiChecks(document: object): (path: readonly string[]) => Check {
  // Not strict: the document around the schemas has keywords of its own.
  const ajv = addFormats(new Ajv2020({ allErrors: true, strict: false }));
  ajv.addFormat('partial-date', isPartialDate);
  ajv.addFormat('iri-reference', (text) => !/\s/.test(text) && URL.canParse(text, 'http://localhost'));
  ajv.addSchema(document, 'openapi.json');
  // Compiling one takes milliseconds, and most parameters and answers have a schema that others have as well.
  const checks = new Map<string, Check>();
  return (path) => {
    const pointer = path.map((segment) => encodeURIComponent(segment.replaceAll('~', '~0').replaceAll('/', '~1'))).join('/');
    const text = JSON.stringify(valueAt(document, path));
    const check = checks.get(text) ?? checkOf(ajv.compile({ $ref: `openapi.json#/${pointer}` }));
    checks.set(text, check);
    return check;
  };
}

const valueAt = (document: object, path: readonly string[]): unknown =>
  path.reduce<unknown>((value, name) => (value as Record<string, unknown> | undefined)?.[name], document);

/** YYYY, YYYY-MM or YYYY-MM-DD, of the calendar. */
function isPartialDate(text: string): boolean {
  if (!/^\d{4}(-\d{2}(-\d{2})?)?$/.test(text)) return false;
  const whole = text + '-01-01'.slice(text.length - 4);
  const time = Date.parse(`${whole}T00:00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(whole);
}

/** Checks answers to a GET of a path with status 200 against the OpenAPI document that a server publishes. */
export async function answerCheck({ request }: Pick<TestServer, 'request'>, path: string): Promise<Check> {
  const document = (await (await request('/api/openapi.json')).json()) as object;
  return openApiChecks(document)(['paths', path, 'get', 'responses', '200', 'content', 'application/vnd.api+json', 'schema']);
}
