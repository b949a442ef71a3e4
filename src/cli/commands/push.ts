// `latebench push`: files, their card and their manifest into a dataset repository of the hub, in one commit.
import type { Command } from '../command.ts';
import { generalOptions } from '../options.ts';

export const pushCommand: Command = {
  name: 'push',
  summary: 'upload files to a dataset repository of the hub, in one commit',
  usage: 'DIR|FILE… --repo OWNER/NAME [OPTIONS]',
  examples: [
    'latebench push late-errors --repo me/late-errors --create',
    'latebench push train.parquet test.parquet --repo me/late-errors --card README.md --create --private',
    'latebench push records.parquet --repo me/late-errors --to data --manifest runs/first/manifest.json',
  ],
  about:
    'DIR is a folder that latebench dataset build made: its card, data, manifest and figures. Readers of the repository see all files or none. The token is read from HF_TOKEN, the address of the hub from ' +
    'HF_ENDPOINT. What is pushed to a public repository can be read by everybody: --dry-run shows what would be sent.',
  options: [
    { name: 'repo', value: 'OWNER/NAME', about: 'the dataset repository', group: 'Output' },
    { name: 'to', value: 'FOLDER', about: 'folder of the repository for the files', group: 'Output' },
    {
      name: 'card',
      value: 'FILE',
      about: 'the dataset card, README.md in the repository',
      group: 'Output',
    },
    {
      name: 'manifest',
      value: 'FILE',
      about: 'what the files were made from, manifest.json in the repository',
      group: 'Output',
    },
    { name: 'branch', value: 'NAME', default: 'main', about: 'branch to commit to', group: 'Output' },
    { name: 'message', value: 'TEXT', about: 'title of the commit', group: 'Output' },
    {
      name: 'create',
      about: 'make the repository, or the branch, when it is not there',
      group: 'Output',
    },
    {
      name: 'private',
      about: 'push only to a private repository; one that is made is private',
      group: 'Output',
    },
    { name: 'dry-run', about: 'say what would be sent, and send nothing', group: 'Output' },
    ...generalOptions,
  ],
  docs: 'docs/hub.md',
  async run(call) {
    const { runPush } = await import('../hub-push.ts');
    return runPush(call);
  },
};
