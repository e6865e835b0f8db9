import { type Answer, seeOther } from '../../http/page';
import { renderFragment } from '../../http/render';
import type { Visit } from '../../http/request-context';
import { lookUp, readCode } from './look-up';
import { ownerHeaders } from './owner';
import { ShopAnswer } from './shop-answer';

/** The answer to a number alone, for the script of the shop page. */
export async function get(visit: Visit): Promise<Answer> {
  const code = readCode(visit.query.get('code') ?? '');
  if (code === '') return seeOther(visit.to.shop());
  const found = await lookUp(visit, code, visit.query.get('release') ?? undefined);
  const response = renderFragment(<ShopAnswer found={found} />, visit);
  for (const [name, value] of Object.entries(ownerHeaders(visit))) response.headers.set(name, value);
  return response;
}
