// All cases, by topic.
import type { Case } from '../case.ts';
import { callingCases } from './calling.ts';
import { criticCases } from './critic.ts';
import { documentCases } from './documents.ts';
import { filterCases } from './filter.ts';
import { ingestCases } from './ingest.ts';
import { injectCases } from './inject.ts';
import { judgingCases } from './judging.ts';
import { poolCases } from './pools.ts';
import { programCases } from './programs.ts';
import { publishingCases } from './publishing.ts';
import { queueCases } from './queue.ts';
import { runCases } from './runs.ts';
import { toolCases } from './tools.ts';

export const allCases: readonly Case[] = [
  ...documentCases,
  ...runCases,
  ...poolCases,
  ...publishingCases,
  ...queueCases,
  ...callingCases,
  ...ingestCases,
  ...filterCases,
  ...injectCases,
  ...criticCases,
  ...judgingCases,
  ...toolCases,
  ...programCases,
];
