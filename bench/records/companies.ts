import type { Random } from '../random';
import { createdAt, type Made, partialDate } from './record';
import { companyName, countries, labelName, workTitle } from './words';

const releasesForOneLabel = 20;
const releasesForOneOrganization = 60;
const shareOfLabelsWithSeries = 0.2;

/** Labels and their series, and other companies: a few for that many releases. */
export function* companyRecords(random: Random, made: Made, releases: number): Generator<object> {
  for (let number = 0; number < releases / releasesForOneLabel; number++) {
    const id = `/api/labels/${random.uuid()}`;
    made.labels.push(id);
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
    if (random.chance(shareOfLabelsWithSeries)) for (const position of [1, 2]) yield series(random, made, id, position);
  }
  for (let number = 0; number < releases / releasesForOneOrganization; number++) {
    const id = `/api/organizations/${random.uuid()}`;
    made.organizations.push(id);
    yield { type: 'Organization', id, attributes: { name: companyName(random), country: random.pick(countries) } };
  }
}

function series(random: Random, made: Made, label: string, position: number): object {
  const id = `${label}/series/${random.uuid()}`;
  made.series.push(id);
  return { type: 'LabelSeries', id, attributes: { name: workTitle(random), position, created_at: createdAt } };
}
