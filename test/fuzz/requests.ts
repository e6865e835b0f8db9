import { bodyOf } from './bodies';
import type { Grammar, Operation, Parameter } from './grammar';
import { headersOf, hostOf } from './headers';
import type { KnownRecords } from './known-records';
import type { FuzzRandom } from './random-source';
import { brokenEscapes, encoded, textFor, trouble } from './values';

export interface Request {
  readonly operation: string;
  readonly method: string;
  readonly target: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: Uint8Array<ArrayBuffer>;
  /** Another Host header; such requests are sent over a raw socket. */
  readonly host?: string;
}

export interface Material {
  readonly grammar: Grammar;
  readonly known: KnownRecords;
  /** First an unrestricted token of a user, then those of an administrator, limited, unknown and missing (`undefined`) ones. */
  readonly tokens: readonly (string | undefined)[];
  readonly etags: readonly string[];
}

const otherMethods = ['HEAD', 'OPTIONS', 'PUT', 'POST', 'PATCH', 'DELETE', 'GET'];

/** Each raw socket costs a connection. */
const shareOfOwnSockets = 0.06;

const shareOfPasswords = 0.05;

export function requestOf(material: Material, random: FuzzRandom): Request {
  const operation = operationOf(material.grammar, random);
  const body = operation.bodies.length > 0 || random.errs(0.02) ? bodyOf(operation, material, random) : undefined;
  const method = random.errs(0.03) ? random.pick(otherMethods) : operation.method;
  const isSent = method !== 'GET' && method !== 'HEAD';
  return {
    operation: operation.id,
    method,
    target: targetOf(operation, material, random),
    headers: headersOf(operation, material, random, isSent ? body?.mediaType : undefined),
    ...(isSent && body && { body: body.bytes }),
    ...(random.errs(shareOfOwnSockets) && { host: hostOf(random) }),
  };
}

function operationOf({ operations }: Grammar, random: FuzzRandom): Operation {
  const operation = random.pick(operations);
  return operation.hasPassword && !random.chance(shareOfPasswords) ? random.pick(operations) : operation;
}

function targetOf(operation: Operation, material: Material, random: FuzzRandom): string {
  const path = random.errs(0.02) ? corrupted(pathOf(operation, material, random), random) : pathOf(operation, material, random);
  const query = queryOf(operation, material, random);
  return query === '' && !random.errs(0.01) ? path : `${path}?${query}`;
}

function pathOf({ path, parameters }: Operation, { known, grammar }: Material, random: FuzzRandom): string {
  const paths = path.includes('{') ? known.paths(path) : [];
  const found = paths.length > 0 && !random.errs(0.2) ? random.pick(paths) : path;
  return found.replace(/\{(\w+)\}/g, (_, name) => {
    const parameter = parameters.find((one) => one.in === 'path' && one.name === name);
    if (random.errs(0.1)) return random.pick(brokenEscapes);
    if (random.chance(0.3)) return known.uuid(random);
    return encoded(textFor(parameter?.schema ?? {}, random, grammar.words), random) || 'x';
  });
}

function corrupted(path: string, random: FuzzRandom): string {
  const parts = path.split('/');
  const at = random.between(1, parts.length - 1);
  const part = parts[at] ?? '';
  parts[at] = random.pick([
    `${part}/`,
    '',
    part.toUpperCase(),
    `${part}${random.pick(brokenEscapes)}`,
    '..',
    '.',
    `${part};a=b`,
    encoded(trouble(random), random),
  ]);
  return parts.join('/') || '/';
}

function queryOf({ parameters }: Operation, { grammar: { words } }: Material, random: FuzzRandom): string {
  const inQuery = parameters.filter((parameter) => parameter.in === 'query');
  const pairs: string[] = [];
  const count = random.pick([0, 1, 1, 2, 2, 3, 5]);
  for (let index = 0; index < count && inQuery.length > 0; index++) pairs.push(...pairsOf(random.pick(inQuery), random, words));
  if (random.errs(0.1)) pairs.push(`${encoded(nameLike(random.pick(words), random), random)}=${encoded(trouble(random), random)}`);
  if (random.errs(0.02)) pairs.push(random.pick(['', '=', '&', '=a', 'a', '[]', '[', '%5B%5D=1', ...brokenEscapes]));
  if (random.errs(0.01)) pairs.push(...Array.from({ length: 300 }, () => pairs[0] ?? 'a=b'));
  return pairs.join('&');
}

/** One value, or several for lists and for clients that repeat a parameter. */
function pairsOf({ name, schema }: Parameter, random: FuzzRandom, words: readonly string[]): string[] {
  const count = schema.type === 'array' ? random.pick([1, 2, 3, 5, random.errs(0.1) ? 101 : 1]) : random.errs(0.15) ? 2 : 1;
  const written = random.errs(0.08) ? nameLike(name, random) : name;
  const escaped = random.chance(0.5) ? encoded(written, random) : written;
  return Array.from({ length: count }, () => `${escaped}=${encoded(textFor(schema, random, words), random)}`);
}

function nameLike(name: string, random: FuzzRandom): string {
  return random.pick([
    `${name}[]`,
    `${name}[0]`,
    `${name}[`,
    `${name}]`,
    `[${name}]`,
    `${name}[a][b]`,
    `filter[${name}]`,
    `order[${name}]`,
    `fields[${name}]`,
    name.toUpperCase(),
    name.replace('[]', ''),
    `${name}[__proto__]`,
  ]);
}
