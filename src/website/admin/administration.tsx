import type { Visit } from '../http/request-context';
import { administrationPage } from './overview';

export const show = (visit: Visit) => administrationPage(visit);
