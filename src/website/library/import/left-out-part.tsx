import { useVisit } from '../../http/request-context';
import { type LeftOut, whyLeftOut } from './left-out';
import { FileSays, LineNumber, Rows } from './preview-rows';

/** Rows that the page lists; the file has all of them. */
const listed = 100;

/** What was left out of the file that was put in last, with why. */
export function LeftOutPart({ left }: { readonly left: LeftOut }) {
  const visit = useVisit();
  const { t, to, format } = visit;
  const words = t.collection.import;
  return (
    <Rows
      title={words.leftOut}
      aside={words.lines(...format.counted(left.rows.length))}
      heads={[words.fileSays, words.line, words.whyNot]}
      rows={left.rows.slice(0, listed)}
      total={left.rows.length}
      isCut={false}
      cells={(row) => [
        <FileSays key="said" row={row} />,
        <LineNumber key="line" row={row} />,
        <td key="why" class="keep whole">
          {whyLeftOut(row, visit)}
        </td>,
      ]}
    >
      <p class="row">
        <a href={to.leftOut({ left: left.name })} download>
          {words.leftOutFile}
        </a>
        <span class="soft tiny">{words.leftOutKept}</span>
      </p>
    </Rows>
  );
}
