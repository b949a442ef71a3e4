// How many replicates a bootstrap may have: each is a number in memory for each sum that is looked at.
import { z } from 'zod';

/** 0: no bootstrap. */
export const replicateCount = z.int().min(0).max(100_000);
