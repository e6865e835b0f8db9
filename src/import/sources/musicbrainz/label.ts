import { ownLabelId } from '../discogs/values';
import { child, requireId, text } from '../shared/json';
import { partialDateOf } from '../shared/values';
import type { Mapping } from './context';
import { discogsIdsOf, isKnownPage } from './links';
import { countNotTaken, countRelations } from './members';
import { given, iri, isSame, own } from './records';
import { country, licensedValues, short } from './values';

/** A label that releases named. */
export const mapLabel: Mapping = (document, { notTaken }) => {
  const id = requireId(document);
  const life = child(document, 'life-span');
  countNotTaken('label', document, notTaken);
  countRelations(document, isKnownPage, notTaken);
  return {
    records: [
      given(own, 'Label', iri.label(id), {
        name: short(text(document, 'name')) ?? '[unknown]',
        country: country(text(document, 'country')),
        begin_date: partialDateOf(text(life, 'begin')),
        end_date: partialDateOf(text(life, 'end')),
      }),
      ...discogsIdsOf(document, 'label').map((one) => isSame('Label', ownLabelId(one), id)),
    ],
    licensed: licensedValues('Label', document),
  };
};
