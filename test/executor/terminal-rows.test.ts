// The rows of live lines at the foot of a terminal: a process draws in its own and leaves those of others alone.
import assert from 'node:assert/strict';
import { constants, existsSync } from 'node:fs';
import { chmod, mkdir, open, readdir, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { type TestContext, test } from 'node:test';
import { takeRow } from '../../src/executor/terminal-rows.ts';
import { createScreen } from '../support/screen.ts';
import { temporaryFolder } from '../support/temporary.ts';
import { writtenText } from '../support/written-text.ts';

/** Of a process that lives, which is not this one. */
const other = process.ppid;
const older = `000000000000001-${other}`;
const newer = `999999999999999-${other}`;

/** A terminal of six lines, and the folder of its rows. */
async function terminal(t: TestContext) {
  const folder = await temporaryFolder(t);
  const before = process.env.TMPDIR;
  process.env.TMPDIR = folder;
  const file = await open(join(folder, 'screen'), constants.O_RDWR | constants.O_CREAT);
  t.after(async () => {
    if (before === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = before;
    await file.close();
  });
  const { dev, rdev } = await file.stat();
  const rows = join(folder, `latebench-rows-${process.getuid!()}-${dev}-${rdev}`);
  const screen = createScreen(40, 6);
  const stream = Object.assign(new PassThrough(), { fd: file.fd });
  const lines = (): string[] => {
    screen.write(writtenText(stream));
    return screen.lines();
  };
  // The prompt is in the last line.
  screen.write('\n\n\n\n\n');
  return { folder, rows, stream, screen, lines };
}

test('only rows of ended processes are removed, and a folder that leads elsewhere is left alone', async (t) => {
  const { folder, rows, stream } = await terminal(t);
  const kept = ['letter-to-anna.txt', 'notes.txt', '000000000000001-x', 'x000000000000001-99999999'];
  const gone = ['000000000000001-99999999', '0000000000000012-99999999'];
  const fill = (path: string) =>
    Promise.all([...kept, ...gone, `${gone[0]}.txt`].map((name) => writeFile(join(path, name), '')));

  const elsewhere = join(folder, 'elsewhere');
  await mkdir(elsewhere, { mode: 0o700 });
  await fill(elsewhere);
  await symlink(elsewhere, rows);
  takeRow(stream).end();
  assert.equal((await readdir(elsewhere)).length, kept.length + 3, 'a link is not followed');

  await rm(rows);
  await mkdir(rows, { mode: 0o700 });
  await fill(rows);
  takeRow(stream).end();
  assert.deepEqual(
    (await readdir(rows)).sort(),
    [...kept, `${gone[0]}.txt`].toSorted(),
    'of what is no row nothing is removed',
  );
});

test('a folder of rows is private, and one that others can read is not used', async (t) => {
  const { rows, stream, lines } = await terminal(t);
  const row = takeRow(stream);
  assert.equal((await stat(rows)).mode & 0o777, 0o700);
  const [name] = await readdir(rows);
  assert.match(name!, new RegExp(`^\\d{15,}-${process.pid}$`));
  const { mode, size } = await stat(join(rows, name!));
  assert.deepEqual([mode & 0o777, size], [0o600, 0]);
  row.end();
  assert.deepEqual(await readdir(rows), []);
  for (const mode of [0o750, 0o705]) {
    await chmod(rows, mode);
    await writeFile(join(rows, older), '');
    const alone = takeRow(stream);
    assert.deepEqual(await readdir(rows), [older], `mode ${mode.toString(8)}`);
    alone.draw('alone');
    assert.equal(lines()[5], 'alone');
    alone.end();
    assert.equal(lines()[5], '');
  }
});

test('a process that comes later draws below the other one, and its text leaves that row as it was', async (t) => {
  const { rows, stream, screen, lines } = await terminal(t);
  await mkdir(rows, { mode: 0o700 });
  await writeFile(join(rows, older), '');
  screen.write('theirs, a long line\r');
  const row = takeRow(stream);
  row.draw('mine, also long');
  assert.deepEqual(lines().slice(3), ['', 'theirs, a long line', 'mine, also long']);
  row.draw('mine');
  assert.deepEqual(lines().slice(3), ['', 'theirs, a long line', 'mine']);
});

test('a process that was there first draws above those that came later', async (t) => {
  const { rows, stream, screen, lines } = await terminal(t);
  const row = takeRow(stream);
  row.draw('mine');
  assert.deepEqual(lines().slice(4), ['', 'mine']);
  for (const [at, name] of [newer, '9999999999999999-1'].entries()) {
    await writeFile(join(rows, name), '');
    // As the other process writes it.
    screen.write(`\n\r\x1b[2Ktheirs ${at}\r`);
  }
  row.draw('mine again');
  assert.deepEqual(lines().slice(2), ['', 'mine again', 'theirs 0', 'theirs 1']);
});

test('what is printed appears above all rows, which are free to be drawn again below it', async (t) => {
  const { rows, stream, screen, lines } = await terminal(t);
  await mkdir(rows, { mode: 0o700 });
  await writeFile(join(rows, older), '');
  screen.write('theirs\r');
  const row = takeRow(stream);
  row.draw('mine');
  await writeFile(join(rows, newer), '');
  screen.write('\n\r\x1b[2Klast\r');
  row.print('a message\n');
  assert.deepEqual(lines(), ['', '', 'a message', '', '', '']);
  row.draw('mine');
  assert.deepEqual(lines(), ['', '', 'a message', '', 'mine', '']);
});

test('a row that is given back leaves the cursor where the rows of others are drawn next', async (t) => {
  const { rows, stream, screen, lines } = await terminal(t);
  await mkdir(rows, { mode: 0o700 });
  await writeFile(join(rows, older), '');
  const row = takeRow(stream);
  row.draw('mine');
  await writeFile(join(rows, newer), '');
  lines();
  screen.write('\n\r\x1b[2Klast\r');
  row.end();
  assert.deepEqual((await readdir(rows)).sort(), [older, newer]);
  assert.deepEqual(lines(), ['', '', '', '', '', '']);
  // Two are left: they are drawn in the fourth and the fifth line, where three were from the fourth on.
  screen.write('cursor');
  assert.equal(screen.lines()[4], 'cursor');
});

test('a process alone gives back an empty line, in which the prompt appears', async (t) => {
  const { rows, stream, screen, lines } = await terminal(t);
  const row = takeRow(stream);
  assert.equal(stream.read(), null, 'no line is added');
  row.draw('mine');
  row.print('a message\n');
  assert.deepEqual(lines().slice(3), ['', 'a message', '']);
  row.draw('mine');
  row.end();
  lines();
  screen.write('$');
  assert.deepEqual(screen.lines().slice(3), ['', 'a message', '$']);
  assert.deepEqual(await readdir(rows), []);
});

test('a row whose file somebody has removed is the last one, and is given back all the same', async (t) => {
  const { rows, stream, lines } = await terminal(t);
  const row = takeRow(stream);
  row.draw('mine');
  await rm(rows, { recursive: true });
  row.draw('mine again');
  assert.deepEqual(lines().slice(4), ['', 'mine again']);
  row.end();
  assert.deepEqual(lines().slice(4), ['', '']);
});

test('a stream without a descriptor, and a terminal whose folder cannot be made, have the last row', async (t) => {
  const { folder, rows, stream, lines } = await terminal(t);
  await writeFile(rows, 'a file where the folder would be');
  const blocked = takeRow(stream);
  blocked.draw('mine');
  assert.deepEqual(lines().slice(4), ['', 'mine']);
  blocked.end();
  assert.ok(existsSync(rows));
  const plain = new PassThrough();
  const row = takeRow(plain);
  row.draw('mine');
  assert.equal(writtenText(plain), '\r\x1b[2Kmine\r');
  row.end();
  assert.equal(writtenText(plain), '\r\x1b[J');
  assert.deepEqual((await readdir(folder)).sort(), [rows.slice(folder.length + 1), 'screen'].sort());
});

test('a folder whose parents are missing is made for its rows', async (t) => {
  const { folder, stream } = await terminal(t);
  process.env.TMPDIR = join(folder, 'not', 'yet', 'there');
  const row = takeRow(stream);
  const [made] = await readdir(process.env.TMPDIR);
  assert.deepEqual((await readdir(join(process.env.TMPDIR, made!))).length, 1);
  row.end();
});

test('where the system does not say who its user is, the last row is used', async (t) => {
  const { getuid } = process;
  const known = await terminal(t);
  Object.assign(process, { getuid: undefined });
  try {
    takeRow(known.stream).draw('mine');
    assert.equal(existsSync(known.rows), false, 'whose folder it is cannot be told');
    assert.deepEqual(known.lines().slice(4), ['', 'mine']);
  } finally {
    Object.assign(process, { getuid });
  }
});
