// 20 problems x 256 samples by three workers on a real redis-server, while one is killed, one is stopped beyond its lock
// and woken, and Redis is emptied.
import { mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import { queueStorm } from '../../test/support/queue-storm.ts';
import { withoutRedis } from '../../test/support/redis.ts';
import { atMost, equal, type Soak } from './soak.ts';

export const soakQueue: Soak = {
  title: 'A pool of 20 x 256 samples over three workers: a kill, a stop, a flush',
  minutes: 15,
  async run(folder) {
    if (withoutRedis !== false) {
      console.log(`skipped: ${withoutRedis}`);
      return [];
    }
    const inside = await mkdtemp(join(folder, 'queue-'));
    const report = await queueStorm({ folder: inside, problems: 20, samples: 256, latencyMs: 50 });
    return [
      equal('exit codes', [report.single.code, report.queued.code], [0, 0]),
      equal('files that differ from the pool of one process', report.different.length, 0),
      equal('files', report.parts, 20 * 2 * 2 + 2),
      atMost('calls', report.calls, report.expected + report.inFlight, ''),
    ];
  },
};
