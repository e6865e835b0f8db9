import type { Random } from '../random';
import { createdAt, type GeneratedIris, partialDate } from './record';
import { companyName, countries, labelName, workTitle } from './words';

const releasesPerLabel = 20;
const releasesPerOrganization = 60;
const shareOfLabelsWithSeries = 0.2;

/** Labels with series, and organizations, in proportion to the number of releases. */
export function* companyRecords(random: Random, iris: GeneratedIris, releases: number): Generator<object> {
  for (let number = 0; number < releases / releasesPerLabel; number++) {
    const id = `/api/labels/${random.uuid()}`;
    iris.labels.push(id);
    yield {
      type: 'Label',
      id,
      attributes: {
        name: labelName(random),
        country: random.pick(countries),
        begin_date: random.chance(0.5) ? partialDate(random, random.between(1920, 2015)) : null,
        created_at: createdAt,
      },
    };
    if (random.chance(shareOfLabelsWithSeries)) for (const position of [1, 2]) yield series(random, iris, id, position);
  }
  for (let number = 0; number < releases / releasesPerOrganization; number++) {
    const id = `/api/organizations/${random.uuid()}`;
    iris.organizations.push(id);
    yield { type: 'Organization', id, attributes: { name: companyName(random), country: random.pick(countries) } };
  }
}

function series(random: Random, iris: GeneratedIris, label: string, position: number): object {
  const id = `${label}/series/${random.uuid()}`;
  iris.series.push(id);
  return { type: 'LabelSeries', id, attributes: { name: workTitle(random), position, created_at: createdAt } };
}
