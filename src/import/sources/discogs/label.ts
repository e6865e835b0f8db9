import { RecordError } from '../../../records/write/record';
import type { Known } from '../../source';
import { countryCodeOf } from './countries';
import { emit, type Output, primary } from './records';
import { idOf, nameOf, ownLabelId, ownOrganizationId } from './values';
import { textOf, type Value } from './xml';

/** A label of Discogs is a label, a company or both: as each it is a document of its own, which something may name later. */
export const documentsOfLabel = (id: string): readonly string[] => [id, company + id];

const company = 'company:';

export function isNamedLabel(document: string, known: Known): boolean {
  return document.startsWith(company)
    ? known.knows('Organization', ownOrganizationId(document.slice(company.length)))
    : known.knows('Label', ownLabelId(document));
}

/**
 * The record of a `<label>` as the one or the other. Of what Discogs tells of labels, a catalog has a place for the name
 * and the country, which ends the postal address.
 */
export function readLabel(element: Value, _: unknown, to: Output, __: unknown, document = ''): void {
  const id = idOf(textOf(element, 'id'));
  const name = nameOf(textOf(element, 'name'));
  if (id === undefined) throw new RecordError('The label has no valid id (a whole number of up to 15 digits).');
  if (name === '') throw new RecordError('The label has no name.');
  const country = countryOf(textOf(element, 'contactinfo'));
  const attributes = { name, ...(country && { country }) };
  if (document.startsWith(company)) emit(to, primary, 'Organization', [ownOrganizationId(id)], attributes);
  else emit(to, primary, 'Label', [ownLabelId(id)], attributes);
}

/** Telephone numbers and the like may follow the address: the last line that is a country's name and nothing else. */
function countryOf(contact: string): string | undefined {
  const lines = contact.slice(0, 5_000).split(/[\r\n]+/);
  return lines.map((line) => countryCodeOf(line.replace(/[.,]\s*$/, ''))).findLast((code) => code !== undefined);
}
