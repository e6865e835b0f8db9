import { counted } from '../../counted';
import { isEmptyCatalog } from '../../import/seed-state';
import { command, withNewOrOldStore } from '../terminal/options';
import { print } from '../terminal/output';

export const seedCommand = () =>
  command('seed', 'put the vocabularies (roles, packaging types) into the catalog; what is there stays', { mayCreate: true })
    .option('--demo', 'fill an empty catalog with the demo as well')
    .action((flags) =>
      withNewOrOldStore(flags, async (store) => {
        const { seedDemo, seedVocabularies } = await import('../../import/seed');
        const wasEmpty = isEmptyCatalog(store);
        const { added, changed } = await seedVocabularies(store);
        print(`Vocabularies: ${added} added, ${changed} changed.`);
        if (!flags.demo) return;
        if (wasEmpty) print(`Added the demo catalog: ${counted((await seedDemo(store)).added, 'record')}.`);
        else print('The catalog already has data, so the demo was not added.');
      }),
    );
