// All cases, by topic.
import type { Case } from '../case.ts';
import { criticCases } from './critic.ts';
import { filterCases } from './filter.ts';
import { ingestCases } from './ingest.ts';
import { injectCases } from './inject.ts';

export const allCases: readonly Case[] = [...ingestCases, ...filterCases, ...injectCases, ...criticCases];
