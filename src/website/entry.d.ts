import type { CreateSite } from './http/server';

export declare const createSite: CreateSite;
