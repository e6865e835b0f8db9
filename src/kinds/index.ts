// Building blocks of declarations in src/catalog/.

export { whereIs } from './address';
export type { Attribute } from './attribute';
export { arrayOf, nullable, optionalText, wordInput } from './attribute';
export { defineKind, type Kind, Kinds, relatedRecord } from './kind';
export { linkedRecord, linkedRecords, namedRecord, titledRecord } from './linked-records';
export { creditLine, credits, names, terms, texts, words } from './lists';
export { partsOf } from './parts';
export { belongsTo, hasMany, rowsFirst } from './relationships';
export {
  countFromOne,
  country,
  date,
  derived,
  derivedTogether,
  flag,
  integer,
  isrc,
  iswc,
  language,
  name,
  otherwise,
  partialDate,
  prose,
  requiredPosition,
  requiredText,
  shown,
  slug,
  sortTitle,
  text,
  times,
  url,
  word,
  wordOr,
  wordOrNone,
} from './texts';
