import { Command } from '@commander-js/extra-typings';
import { pathOf, readNamedFile } from '../config';
import { pluralize } from '../pluralize';
import { command, withStore } from './terminal/options';
import { asJson, json, print } from './terminal/output';

export const ratesCommand = () =>
  new Command('rates')
    .description('the exchange rates that statistics convert prices by')
    .addCommand(importCommand())
    .addCommand(showCommand());

const importCommand = () =>
  command('import', 'import the rates of the European Central Bank: its XML file of the day, or of all days since 1999')
    .argument('<file>', 'eurofxref-daily.xml or eurofxref-hist.xml')
    .action((file, flags) =>
      withStore(flags, async (store) => {
        const [{ importRates }, { Slices }] = await Promise.all([
          import('../collection/rates/exchange-rates'),
          import('../collection/formats/slices'),
        ]);
        print(`Imported ${pluralize(await importRates(store, readNamedFile(pathOf(file)).toString(), new Slices()), 'rate')}.`);
      }),
    );

const showCommand = () =>
  command('show', 'show which currencies and days have rates')
    .option(...asJson)
    .action((flags) =>
      withStore(flags, async (store) => {
        const { knownRates } = await import('../collection/rates/exchange-rates');
        const rates = knownRates(store);
        const text = rates.first_day === null ? 'No rates.' : `${rates.first_day} to ${rates.last_day}: ${rates.currencies.join(', ')}`;
        print(flags.json ? json(rates) : text);
      }),
    );
