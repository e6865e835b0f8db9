import type { CreateSite } from './server';

export declare const createSite: CreateSite;
