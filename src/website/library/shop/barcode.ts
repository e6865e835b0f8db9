import { barcodeFault } from '../../../database/identifiers';

/** Whether a number is as long as a barcode, and its last digit does not fit the others. */
export const misread = (code: string): boolean => barcodeFault(code) === 'check digit';
