// 20 problems x 256 samples by two workers and a coordinator that share no disk, over object storage and a real
// redis-server, while any of the three is killed ten times at random.
import { mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import { type FleetOptions, fleetStorm } from '../../test/support/fleet-storm.ts';
import { withoutRedis } from '../../test/support/redis.ts';
import { atMost, equal, type Soak } from './soak.ts';
import { startSwift, withoutSwift } from './swift-storage.ts';

function soakOver(storage: Pick<FleetOptions, 'storage'>, without: string | false): Soak['run'] {
  return async (folder) => {
    if (without !== false) {
      console.log(`skipped: ${without}`);
      return [];
    }
    const inside = await mkdtemp(join(folder, 'fleet-'));
    const seed = Date.now() % 1_000_000;
    const size = { problems: 20, samples: 256, latencyMs: 100, kills: 10 };
    const report = await fleetStorm({ folder: inside, ...size, seed, ...storage });
    console.log(`seed ${seed}: killed ${report.killed.join(', ')}`);
    return [
      equal('exit codes', [report.single.code, report.coordinator.code], [0, 0]),
      equal('files that differ from the pool of one process', report.different.length, 0),
      equal('files', report.files, 20 * 2 * 2 + 2),
      atMost('calls', report.calls, report.expected + report.inFlight, ''),
      equal('objects left in the bucket', report.left.length, 0),
    ];
  };
}

export const soakFleet: Soak = {
  title: 'A pool of 20 x 256 samples over machines without a common disk: ten kills',
  minutes: 20,
  run: soakOver({}, withoutRedis),
};

export const soakFleetSwift: Soak = {
  title: "The same over Debian's Swift and its S3 interface",
  minutes: 30,
  run: soakOver({ storage: startSwift }, withoutRedis || withoutSwift),
};
