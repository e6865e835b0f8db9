/** The items of languages that most films are in, with their codes as labels have them. */
const codes = new Map(
  `Q1860:en Q150:fr Q188:de Q652:it Q1321:es Q7737:ru Q5287:ja Q7850:zh Q9192:zh Q9176:ko Q5146:pt Q7411:nl Q9027:sv Q9035:da
   Q9043:nb Q1412:fi Q809:pl Q9056:cs Q9067:hu Q9129:el Q256:tr Q1568:hi Q9288:he Q9168:fa Q13955:ar`
    .split(/\s+/)
    .map((entry) => entry.split(':') as [string, string]),
);

/** The codes of the languages that items are, of those that are known here. */
export const languagesOf = (items: readonly string[]): readonly string[] => items.flatMap((item) => codes.get(item) ?? []);
