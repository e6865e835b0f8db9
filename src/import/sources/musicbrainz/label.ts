import type { Mapping } from './context';
import { child, requireId, text } from './json';
import { licensedValues } from './licence';
import { given, iri } from './records';
import { country, partialDate, short } from './text';

/** A label that releases named. */
export const mapLabel: Mapping = (document) => {
  const id = requireId(document);
  const life = child(document, 'life-span');
  return {
    records: [
      given('partial', 'Label', iri.label(id), {
        name: short(text(document, 'name')) ?? '[unknown]',
        country: country(text(document, 'country')),
        begin_date: partialDate(text(life, 'begin')),
        end_date: partialDate(text(life, 'end')),
      }),
    ],
    licensed: licensedValues('Label', document),
  };
};
