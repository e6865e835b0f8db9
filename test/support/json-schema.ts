import Ajv, { type ValidateFunction } from 'ajv';
import Ajv2020 from 'ajv/dist/2020';
import draft06 from 'ajv/dist/refs/json-schema-draft-06.json';
import addFormats from 'ajv-formats';
import jsonApiSchema from 'jsonapi-validator/lib/schema.json';
import type { TestServer } from './server';

/** Violations of a value, one per line; empty if it is valid. */
export type Check = (value: unknown) => string[];

const checkOf =
  (validate: ValidateFunction): Check =>
  (value) => {
    validate(value);
    return (validate.errors ?? []).map(({ instancePath, message, params }) => `${instancePath} ${message} ${JSON.stringify(params)}`);
  };

/** The schema of documents published by JSON:API. */
export function jsonApiCheck(): Check {
  ofJsonApi ??= compiledJsonApi();
  return ofJsonApi;
}

let ofJsonApi: Check | undefined;

function compiledJsonApi(): Check {
  // Strict mode would refuse the schema's keywords without a type.
  const ajv = addFormats(new Ajv({ allErrors: true, strictTypes: false }));
  ajv.addMetaSchema(draft06);
  return checkOf(ajv.compile(jsonApiSchema));
}

/** Copy of a document whose objects have no members but those described, so that tests find undescribed ones. */
function closed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(closed);
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.fromEntries(Object.entries(value).map(([name, member]) => [name, name === 'example' ? member : closed(member)]));
  const isSchema = members.type === 'object' && typeof members.properties === 'object';
  return isSchema && members.additionalProperties === undefined ? { ...members, additionalProperties: false } : members;
}

/** Schemas of an OpenAPI 3.1 document by JSON pointer; those of responses are open to clients, but closed here. */
export function openApiChecks(open: object): (path: readonly string[]) => Check {
  const document = closed(open) as object;
  // Not strict, since the document around the schemas has its own keywords.
  const ajv = addFormats(new Ajv2020({ allErrors: true, strict: false }));
  ajv.addFormat('partial-date', isPartialDate);
  ajv.addFormat('iri-reference', (text) => !/\s/.test(text) && URL.canParse(text, 'http://localhost'));
  ajv.addSchema(document, 'openapi.json');
  // Compiling a schema takes milliseconds, and most are used repeatedly.
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

/** A valid YYYY, YYYY-MM or YYYY-MM-DD. */
function isPartialDate(text: string): boolean {
  if (!/^\d{4}(-\d{2}(-\d{2})?)?$/.test(text)) return false;
  const whole = text + '-01-01'.slice(text.length - 4);
  const time = Date.parse(`${whole}T00:00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(whole);
}

/** Validates 200 responses to a GET of a path against the OpenAPI document of a server. */
export async function answerCheck({ request }: Pick<TestServer, 'request'>, path: string): Promise<Check> {
  const document = (await (await request('/api/openapi.json')).json()) as object;
  return openApiChecks(document)(['paths', path, 'get', 'responses', '200', 'content', 'application/vnd.api+json', 'schema']);
}
