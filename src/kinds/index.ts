// Building blocks of declarations in src/catalog/.

export { whereIs } from './address';
export type { Attribute } from './attribute';
export { nullable, optionalText, wordInput } from './attribute';
export { defineKind, type Kind, Kinds } from './kind';
export { linkedRecord, linkedRecords } from './linked-records';
export { creditLine, credits, names, terms, texts, words } from './lists';
export { countFromOne, derived, flag, integer, requiredPosition, shown, times } from './numbers';
export { partsOf } from './parts';
export { belongsTo, hasMany } from './relationships';
export {
  country,
  date,
  isrc,
  iswc,
  name,
  otherwise,
  partialDate,
  prose,
  requiredText,
  slug,
  text,
  url,
  word,
  wordOr,
  wordOrNone,
} from './texts';
