/** Width in bold narrow letters, in hundredths of the size. */
export function textWidth(text: string): number {
  let hundredths = 0;
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (code > 126) return widthInAnyScript(text);
    hundredths += widths[code - 32] ?? 0;
  }
  return hundredths;
}

/** Combining marks count zero, CJK an em, other scripts their usual width. */
function widthInAnyScript(text: string): number {
  let hundredths = 0;
  for (const sign of text.normalize('NFD')) hundredths += signWidth(sign.codePointAt(0) ?? 0);
  return hundredths;
}

function signWidth(code: number): number {
  if (code < 127) return widths[code - 32] ?? 0;
  if (code < 0x300) return 52;
  if (code < 0x370) return 0;
  if (code < 0x590) return 60;
  if (code < 0x2000) return 54;
  return code < 0x2e80 ? 60 : 100;
}

/** Advance widths of Archivo Narrow Bold, U+0020 to U+007E. */
const widths: readonly number[] = [
  23, 27, 39, 46, 46, 73, 59, 20, 27, 27, 32, 48, 23, 27, 23, 23, 46, 46, 46, 46, 46, 46, 46, 46, 46, 46, 27, 27, 48, 48, 48, 50, 80, 59,
  59, 59, 59, 55, 50, 64, 59, 23, 46, 59, 50, 68, 59, 64, 55, 64, 59, 55, 50, 59, 55, 77, 55, 55, 50, 27, 23, 27, 48, 46, 0, 46, 50, 46, 50,
  46, 27, 50, 50, 23, 23, 46, 23, 73, 50, 50, 50, 50, 32, 46, 27, 50, 46, 64, 46, 46, 41, 32, 23, 32, 48,
];
