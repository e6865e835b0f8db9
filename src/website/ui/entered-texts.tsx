interface EnteredProps {
  readonly caption: string;
  readonly texts: readonly (readonly [label: string, text: string])[];
}

/** Input that could not be saved. */
export function EnteredTexts({ caption, texts }: EnteredProps) {
  return (
    <table class="versus">
      <caption class="hidden">{caption}</caption>
      <tbody>
        {texts.map(([label, text]) => (
          <tr key={label}>
            <th scope="row">{label}</th>
            <td class="lines">{text}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
