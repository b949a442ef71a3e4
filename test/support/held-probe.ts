// Loaded into a command before it starts: tells the test, whenever it asks, how many bytes the command holds.
import { heldBytes } from './held-memory.ts';

process.on('message', () => process.send?.(heldBytes()));
// The command ends when its own work is done.
process.channel?.unref();
