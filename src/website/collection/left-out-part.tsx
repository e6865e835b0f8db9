import { Part } from '../components/part';
import { useVisit } from '../visit';
import { type LeftOut, whyLeftOut } from './left-out';
import { FileSays, LineNumber } from './preview-rows';

/** Rows that the page lists; the file has all of them. */
const listed = 100;

/** What was left out of the file that was put in last, with why. */
export function LeftOutPart({ left }: { readonly left: LeftOut }) {
  const visit = useVisit();
  const { t, to, format } = visit;
  const words = t.collection.import;
  return (
    <Part title={words.leftOut} aside={words.lines(...format.counted(left.rows.length))}>
      <p class="row">
        <a href={to.leftOut({ left: left.name })} download>
          {words.leftOutFile}
        </a>
        <span class="soft tiny">{words.leftOutKept}</span>
      </p>
      <div class="scroll">
        <table class="owned">
          <caption class="hidden">{words.leftOut}</caption>
          <thead>
            <tr>
              {[words.fileSays, words.line, words.whyNot].map((head) => (
                <th key={head} scope="col">
                  {head}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {left.rows.slice(0, listed).map((row) => (
              <tr key={row.line}>
                <FileSays row={row} />
                <LineNumber row={row} />
                <td class="keep">{whyLeftOut(row, visit)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {left.rows.length > listed && <p class="soft">{t.words.more(format.number(left.rows.length - listed))}</p>}
    </Part>
  );
}
