import type { Visit } from '../http/request-context';
import { administrationPage } from './overview';

export const get = (visit: Visit) => administrationPage(visit);
