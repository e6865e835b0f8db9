import { Table } from '../table';

export interface FoldedTexts {
  readonly summary: string;
  readonly caption: string;
  /** Of its columns, the first of which names the rows. */
  readonly heads: readonly string[];
}

export interface Row {
  readonly head: string;
  readonly cells: readonly string[];
}

/** The numbers of a chart as a table, folded away. */
export const Folded = ({ texts, rows }: { readonly texts: FoldedTexts; readonly rows: readonly Row[] }) => (
  <details class="more">
    <summary>{texts.summary}</summary>
    <Table isBare caption={texts.caption} heads={texts.heads}>
      {rows.map(({ head, cells }) => (
        <tr key={head}>
          <th scope="row">{head}</th>
          {cells.map((cell) => (
            <td key={cell}>{cell}</td>
          ))}
        </tr>
      ))}
    </Table>
  </details>
);
