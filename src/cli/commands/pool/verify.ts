// `latebench pool verify`: checks a pool down to its numbers.
import { defineCommand } from '../../command.ts';
import { poolOption } from '../../pool-options.ts';

export const poolVerifyCommand = defineCommand({
  name: 'pool verify',
  summary: 'check every part of a pool against its hash and its numbers',
  usage: 'DIR',
  examples: ['latebench pool verify data/pools/aime25'],
  about:
    'Recomputes confidences from the alternatives, scores from the confidences and answers from the texts, ' +
    'and compares all of them bit by bit. The exit code is 1 if anything differs.',
  options: [poolOption],
  docs: 'docs/deepconf.md',
  run: async (call) => (await import('../../pool-verify.ts')).runPoolVerify(call),
});
