/** Whether a number is as long as a barcode, and its last digit does not fit the others (GS1 General Specifications, section 7.9). */
export function misread(code: string): boolean {
  const digits = code.replace(/[\s-]/g, '');
  if (!/^(?:\d{8}|\d{12}|\d{13})$/.test(digits)) return false;
  const sum = [...digits].toReversed().reduce((total, digit, index) => total + Number(digit) * (index % 2 === 0 ? 1 : 3), 0);
  return sum % 10 !== 0;
}
