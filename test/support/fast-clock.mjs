// A process in which ten minutes of waiting pass in seconds: loaded before a command whose limits are that long.
import { syncBuiltinESMExports } from 'node:module';
import timers from 'node:timers/promises';

const factor = 300;
const sleep = timers.setTimeout;
timers.setTimeout = (milliseconds, ...more) => sleep(milliseconds / factor, ...more);
const now = performance.now.bind(performance);
performance.now = () => now() * factor;
syncBuiltinESMExports();
