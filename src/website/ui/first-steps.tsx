import { dirname, resolve } from 'node:path';
import { quoted } from '../../config/paths';
import { inMemory } from '../../store/database/open';
import { useRequestContext } from '../http/request-context';
import { Code } from './code';

interface BeginningProps {
  /** The file of the database, as the server says of itself to administrators. */
  readonly database: string;
}

/** How an empty catalog gets its first records, for whoever may enter commands at the server. */
export function Beginning({ database }: BeginningProps) {
  const { t, to } = useRequestContext();
  const words = t.administration.beginning;
  return (
    <>
      {/* What is in memory is out of reach of another command. */}
      {database === inMemory ? (
        <p class="prose">{words.inMemory}</p>
      ) : (
        <>
          <p class="prose">{words.demo}</p>
          <Code id="begin-command" code={`leitmotif seed --demo --data ${quoted(resolve(dirname(database)))}`} copy={t.words.copy} />
        </>
      )}
      <p class="row">
        <a class="button" href={to.documentation('importing')}>
          {t.home.howToImport}
        </a>
      </p>
    </>
  );
}
