import { isEmptyCatalog } from '../../import/seed-state';
import { pluralize } from '../../pluralize';
import { command, withNewOrOldStore } from '../terminal/options';
import { print } from '../terminal/output';

export const seedCommand = () =>
  command('seed', 'add the vocabularies (roles, packaging types); existing ones stay', { mayCreate: true })
    .option('--demo', 'also load the demo into an empty catalog')
    .action((flags) =>
      withNewOrOldStore(flags, async (store) => {
        const { seedDemo, seedVocabularies } = await import('../../import/seed');
        const wasEmpty = isEmptyCatalog(store);
        const { added, changed } = await seedVocabularies(store);
        print(`Vocabularies: ${added} added, ${changed} changed.`);
        if (!flags.demo) return;
        if (wasEmpty) print(`Added the demo catalog: ${pluralize((await seedDemo(store)).added, 'record')}.`);
        else print('The catalog already has data, so the demo was not added.');
      }),
    );
