import { bodyOf } from './bodies';
import type { Dice } from './dice';
import type { Grammar, Operation, Parameter } from './grammar';
import { headersOf, hostOf } from './headers';
import type { Known } from './known';
import { brokenEscapes, encoded, textFor, trouble } from './values';

export interface Request {
  readonly operation: string;
  readonly method: string;
  readonly target: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: Uint8Array<ArrayBuffer>;
  /** For the share whose `Host` is not that of the server: these go over a socket of their own. */
  readonly host?: string;
}

export interface Material {
  readonly grammar: Grammar;
  readonly known: Known;
  /** The first is a user's and may do all; the others from an administrator's to one that nobody has. `undefined` stands for none. */
  readonly tokens: readonly (string | undefined)[];
  readonly etags: readonly string[];
}

const otherMethods = ['HEAD', 'OPTIONS', 'PUT', 'POST', 'PATCH', 'DELETE', 'GET'];

/** Requests over a socket of their own cost a connection each. */
const shareOfOwnSockets = 0.06;

const shareOfPasswords = 0.05;

export function requestOf(material: Material, dice: Dice): Request {
  const operation = operationOf(material.grammar, dice);
  const body = operation.bodies.length > 0 || dice.errs(0.02) ? bodyOf(operation, material, dice) : undefined;
  const method = dice.errs(0.03) ? dice.pick(otherMethods) : operation.method;
  const isSent = method !== 'GET' && method !== 'HEAD';
  return {
    operation: operation.id,
    method,
    target: targetOf(operation, material, dice),
    headers: headersOf(operation, material, dice, isSent ? body?.mediaType : undefined),
    ...(isSent && body && { body: body.bytes }),
    ...(dice.errs(shareOfOwnSockets) && { host: hostOf(dice) }),
  };
}

function operationOf({ operations }: Grammar, dice: Dice): Operation {
  const operation = dice.pick(operations);
  return operation.hasPassword && !dice.chance(shareOfPasswords) ? dice.pick(operations) : operation;
}

function targetOf(operation: Operation, material: Material, dice: Dice): string {
  const path = dice.errs(0.02) ? spoilt(pathOf(operation, material, dice), dice) : pathOf(operation, material, dice);
  const query = queryOf(operation, material, dice);
  return query === '' && !dice.errs(0.01) ? path : `${path}?${query}`;
}

function pathOf({ path, parameters }: Operation, { known, grammar }: Material, dice: Dice): string {
  const paths = path.includes('{') ? known.paths(path) : [];
  const found = paths.length > 0 && !dice.errs(0.2) ? dice.pick(paths) : path;
  return found.replace(/\{(\w+)\}/g, (_, name) => {
    const parameter = parameters.find((one) => one.in === 'path' && one.name === name);
    if (dice.errs(0.1)) return dice.pick(brokenEscapes);
    if (dice.chance(0.3)) return known.uuid(dice);
    return encoded(textFor(parameter?.schema ?? {}, dice, grammar.words), dice) || 'x';
  });
}

function spoilt(path: string, dice: Dice): string {
  const parts = path.split('/');
  const at = dice.between(1, parts.length - 1);
  const part = parts[at] ?? '';
  parts[at] = dice.pick([
    `${part}/`,
    '',
    part.toUpperCase(),
    `${part}${dice.pick(brokenEscapes)}`,
    '..',
    '.',
    `${part};a=b`,
    encoded(trouble(dice), dice),
  ]);
  return parts.join('/') || '/';
}

function queryOf({ parameters }: Operation, { grammar: { words } }: Material, dice: Dice): string {
  const inQuery = parameters.filter((parameter) => parameter.in === 'query');
  const pairs: string[] = [];
  const count = dice.pick([0, 1, 1, 2, 2, 3, 5]);
  for (let index = 0; index < count && inQuery.length > 0; index++) pairs.push(...pairsOf(dice.pick(inQuery), dice, words));
  if (dice.errs(0.1)) pairs.push(`${encoded(nameLike(dice.pick(words), dice), dice)}=${encoded(trouble(dice), dice)}`);
  if (dice.errs(0.02)) pairs.push(dice.pick(['', '=', '&', '=a', 'a', '[]', '[', '%5B%5D=1', ...brokenEscapes]));
  if (dice.errs(0.01)) pairs.push(...Array.from({ length: 300 }, () => pairs[0] ?? 'a=b'));
  return pairs.join('&');
}

/** One value, or several where the parameter is a list or its sender does not know better. */
function pairsOf({ name, schema }: Parameter, dice: Dice, words: readonly string[]): string[] {
  const count = schema.type === 'array' ? dice.pick([1, 2, 3, 5, dice.errs(0.1) ? 101 : 1]) : dice.errs(0.15) ? 2 : 1;
  const written = dice.errs(0.08) ? nameLike(name, dice) : name;
  const escaped = dice.chance(0.5) ? encoded(written, dice) : written;
  return Array.from({ length: count }, () => `${escaped}=${encoded(textFor(schema, dice, words), dice)}`);
}

function nameLike(name: string, dice: Dice): string {
  return dice.pick([
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
