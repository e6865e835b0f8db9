import { barcodeFault } from '../../database/identifiers';
import { useVisit } from '../http/request-context';

interface BarcodeCautionProps {
  /** The name of the field that the value stands in, or of the fact that it is. */
  readonly field: string;
  readonly value: string;
}

/** Beside a barcode that is taken as it is, though it looks wrong; nothing beside other fields. */
export function BarcodeCaution({ field, value }: BarcodeCautionProps) {
  const { t } = useVisit();
  const fault = faultIn(field, value);
  return fault === undefined ? null : <small class="no">{fault === 'length' ? t.editing.barcodeLength : t.shop.misread}</small>;
}

/** Where a catalogue number may stand as well, only what is as long as a barcode is one. */
function faultIn(field: string, value: string): ReturnType<typeof barcodeFault> {
  if (field !== 'barcode' && field !== 'code') return undefined;
  const fault = barcodeFault(value);
  return field === 'code' && fault === 'length' ? undefined : fault;
}
