// Push: a built dataset, or files with their card and manifest, into a dataset repository of the hub. Calls no model.

import { z } from 'zod';
import { isRepoName } from '../../datasets/hub/hub-address.ts';
import { LateBenchError } from '../../errors.ts';
import { formatCounted } from '../../report/format.ts';
import { defineJob } from '../define-job.ts';
import { option, switchOption } from '../described-option.ts';

const options = z.strictObject({
  folder: option(
    z.string().min(1).optional(),
    'folder of the dataset, relative to the working folder; by default that of the previous stage',
    { flag: false },
  ),
  files: option(
    z.array(z.string().min(1)).default([]),
    'files instead of a dataset, relative to the working folder',
    { flag: false },
  ),
  repo: option(z.string().min(1), 'the dataset repository of the hub, OWNER/NAME', {
    value: 'OWNER/NAME',
    spelling: 'repository',
    group: 'Output',
  }),
  to: option(z.string().default(''), 'folder in the repository for the files', {
    value: 'FOLDER',
    group: 'Output',
  }),
  card: option(z.string().min(1).optional(), 'the dataset card, README.md in the repository', {
    value: 'FILE',
    group: 'Output',
  }),
  manifest: option(
    z.string().min(1).optional(),
    'the manifest of the files, manifest.json in the repository',
    { value: 'FILE', group: 'Output' },
  ),
  branch: option(z.string().min(1).default('main'), 'branch to commit to', {
    value: 'NAME',
    group: 'Output',
  }),
  replace: switchOption('delete files of the branch that no release of this dataset added', {
    group: 'Output',
  }),
  message: option(z.string().min(1).optional(), 'title of the commit', { value: 'TEXT', group: 'Output' }),
  create: switchOption('create the repository or the branch if it does not exist', {
    group: 'Output',
  }),
  private: switchOption('push only to a private repository; a new one is private', {
    group: 'Output',
  }),
});

export type PushOptions = z.output<typeof options>;

export const push = defineJob({
  name: 'push',
  summary: 'release a dataset on the hub, or add files to a repository, in one commit',
  usage: 'DIR|FILE… --repo OWNER/NAME [OPTIONS]',
  examples: [
    'latebench push late-errors --repo me/late-errors --create',
    'latebench push train.parquet test.parquet --repo me/late-errors --card README.md --create --private',
    'latebench push records.parquet --repo me/late-errors --to data --manifest runs/first/manifest.json',
  ],
  about:
    'DIR is a folder that latebench dataset build made. Pushing it is a release: after one commit the branch ' +
    'has exactly the files of its manifest, and the version is its tag. Other files are added to the branch. ' +
    'Others see all files or none. The token is read from HF_TOKEN, the address of the hub from HF_ENDPOINT. ' +
    'Everybody can read a public repository: --dry-run shows what would be uploaded.',
  docs: 'docs/hub.md',
  options,
  ports: { in: 'dataset', main: 'none' },
  takes: 'folder',
  others: 'files',
  units: 'files',
  seeded: false,
  leavesFiles: false,
  async check({ repo }, { dry, hub }) {
    if (!isRepoName(repo)) {
      throw new LateBenchError('LB_CONFIG', `push: ${repo} is not a repository; write OWNER/NAME`);
    }
    if (dry) return;
    const { checkMaySend } = await import('../../datasets/hub/push.ts');
    checkMaySend(await hub());
  },
  async checkTaken({ folder }) {
    if (folder === undefined) return;
    const { datasetFiles } = await import('../../publish/dataset-files.ts');
    await datasetFiles(folder);
  },
  async estimate(asked) {
    const { placedFiles, placeLines, sizeText } = await import('./placed-files.ts');
    const placed = await placedFiles(asked);
    return [
      ...placeLines(placed, asked),
      `dry run: 0 calls; ${sizeText(placed)}; nothing was sent (--dry-run)`,
    ];
  },
  async run(asked, { hub, say }) {
    const [{ push: send, preparePush }, { placedFiles, placeLines, sizeText }] = await Promise.all([
      import('../../datasets/hub/push.ts'),
      import('./placed-files.ts'),
    ]);
    const placed = await placedFiles(asked);
    for (const line of placeLines(placed, asked)) say(line);
    const { repo, branch, create, private: hidden, message = placed.title } = asked;
    const plan = { repo, branch, files: placed.files, create, private: hidden, title: message };
    const tell = (line: string): void => say(`latebench push: ${line}`);
    const client = await hub();
    if (placed.dataset !== null) {
      const { release } = await import('../../publish/release.ts');
      const released = await release(
        client,
        { ...plan, folder: placed.dataset, replace: asked.replace },
        tell,
      );
      const { tag, commit, url, sent, deleted } = released;
      for (const path of deleted) tell(`deleted ${path}`);
      tell(
        `version ${tag} is commit ${commit} of ${branch} (${formatCounted(sent, 'file')} sent, ${deleted.length} deleted): ${url}`,
      );
      return { value: released };
    }
    await preparePush(client, plan, tell);
    const pushed = await send(client, plan, tell);
    tell(`${sizeText(placed)}, in commit ${pushed.commit} of ${branch}: ${pushed.url}`);
    return { value: pushed };
  },
});
