// How many traces of one problem a pool may hold, and a working set.
import { z } from 'zod';

export const traceCount = z.int().min(1).max(1_000_000);
