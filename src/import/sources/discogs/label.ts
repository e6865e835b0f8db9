import { RecordError } from '../../../records/record';
import { countryCodeOf } from './countries';
import { byItself, type Given, give } from './give';
import { ownLabelId, ownOrganizationId } from './own-ids';
import type { References } from './references';
import { idOf, nameOf } from './values';
import { textOf, type Value } from './xml';

/**
 * The records of a `<label>` that the catalog has, as a label, as a company or as both. Of what Discogs tells of
 * labels, a catalog has a place for the name and the country, which ends the postal address.
 */
export function readLabel(element: Value, { known }: References, to: Given): void {
  const id = idOf(textOf(element, 'id'));
  const name = nameOf(textOf(element, 'name'));
  if (id === undefined) throw new RecordError('The label has no id.');
  if (name === '') throw new RecordError('The label has no name.');
  const country = countryOf(textOf(element, 'contactinfo'));
  const attributes = { name, ...(country && { country }) };
  const [label, organization] = [ownLabelId(id), ownOrganizationId(id)];
  if (known.knows('Label', label)) give(to, byItself, 'Label', [label], attributes);
  if (known.knows('Organization', organization)) give(to, byItself, 'Organization', [organization], attributes);
}

/** Telephone numbers and the like may follow the address: the last line that is a country's name and nothing else. */
function countryOf(contact: string): string | undefined {
  const lines = contact.slice(0, 5_000).split(/[\r\n]+/);
  return lines.map((line) => countryCodeOf(line.replace(/[.,]\s*$/, ''))).findLast((code) => code !== undefined);
}
