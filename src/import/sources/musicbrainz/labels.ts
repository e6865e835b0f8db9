import type { Gathering } from './context';
import { child, childOfEach, children, compareText, idOf, type Json, text } from './json';
import { given, iri, named, reference } from './records';
import { short } from './text';

/** "[no label]", which stands where a release has none. */
const noLabel = '157afde4-4bf5-4039-8ad2-5a15acc85176';

interface LabelOfRelease {
  readonly iri: string | null;
  readonly catalog_number: string | null;
}

/** Labels with catalog numbers, as they stand in a record of a release; labels are gathered. */
export function gatherLabels(document: Json, gathering: Gathering): LabelOfRelease[] {
  const labels = new Map<string, LabelOfRelease>();
  for (const info of children(document, 'label-info')) {
    const label = child(info, 'label');
    const id = idOf(label);
    const name = short(text(label, 'name'));
    const isLabel = id !== undefined && id !== noLabel && name !== undefined;
    const printed = short(text(info, 'catalog-number'));
    const item = { iri: isLabel ? iri.label(id) : null, catalog_number: printed === '[none]' ? null : (printed ?? null) };
    if (isLabel) gathering.add(given(named, 'Label', iri.label(id), { name }));
    if (item.iri !== null || item.catalog_number !== null) labels.set(`${item.iri} ${item.catalog_number}`, item);
  }
  return [...labels.values()];
}

/** The series that a release is part of. Ours belong to a label, so it needs one, and only one. */
export function gatherSeries(document: Json, labels: readonly LabelOfRelease[], gathering: Gathering) {
  const owners = new Set(labels.flatMap((label) => label.iri ?? []));
  const partsOf = children(document, 'relations').filter((relation) => text(relation, 'type') === 'part of');
  const [series] = childOfEach(partsOf, 'series').sort((a, b) => compareText(idOf(a) ?? '', idOf(b) ?? ''));
  const [id, name, label] = [idOf(series), short(text(series, 'name')), [...owners][0]?.split('/').pop()];
  if (id === undefined || name === undefined || label === undefined || owners.size !== 1) return undefined;
  gathering.add(given(named, 'LabelSeries', iri.series(label, id), { name }));
  return reference('LabelSeries', iri.series(label, id));
}
