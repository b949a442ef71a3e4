// Looks at the two meta pages of an lmdb data file before lmdb maps it: a damaged meta page or a file that was cut
// off makes lmdb read outside the map, which ends the process. Damage further inside gives errors, or values whose
// checksum fails, and is met where it is read.
import { appendFile, type FileHandle, open } from 'node:fs/promises';
import { endianness } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';

const magic = 0xbeefc0de;
/** Offsets in a meta page of a 64-bit build: header (24 bytes), magic, …, page size, main root, last page, transaction. */
const at = {
  magic: 0x18,
  pageSize: 0x30,
  mainRoot: 0x88,
  lastPage: 0x90,
  transaction: 0x98,
  end: 0xa0,
} as const;
const noRoot = 0xffff_ffff_ffff_ffffn;
/** Another process may be making the file at this moment. */
const looks = 4;
const betweenLooksMs = 25;

interface Meta {
  readonly pageSize: number;
  readonly mainRoot: bigint;
  readonly lastPage: bigint;
  readonly transaction: bigint;
}

async function metaAt(file: FileHandle, offset: number): Promise<Meta | null> {
  const bytes = Buffer.alloc(at.end);
  const { bytesRead } = await file.read(bytes, 0, bytes.length, offset);
  if (bytesRead < at.end || bytes.readUInt32LE(at.magic) !== magic) return null;
  return {
    pageSize: bytes.readUInt32LE(at.pageSize),
    mainRoot: bytes.readBigUInt64LE(at.mainRoot),
    lastPage: bytes.readBigUInt64LE(at.lastPage),
    transaction: bytes.readBigUInt64LE(at.transaction),
  };
}

/** Pages at the end that were taken and freed in one transaction are never written: so many may be missing. */
const maxUnwritten = 8;

/** True once the missing pages are there, as zeros, so that nothing is mapped beyond the end. */
async function extended(path: string, missing: number, pageSize: number): Promise<boolean> {
  if (missing % pageSize !== 0 || missing > maxUnwritten * pageSize) return false;
  // Appended in one write: what another process has added meanwhile stays where it is.
  await appendFile(path, Buffer.alloc(missing));
  return true;
}

async function damageIn(path: string, file: FileHandle, last: boolean): Promise<string | null> {
  if ((await file.stat()).size === 0) return null;
  const first = await metaAt(file, 0);
  if (first === null) return 'its first page is not that of a store';
  const { pageSize } = first;
  if (pageSize < 512 || pageSize > 65_536 || (pageSize & (pageSize - 1)) !== 0)
    return `its page size is ${pageSize}`;
  const second = await metaAt(file, pageSize);
  if (second === null) return 'its second page is not that of a store';
  const newest = second.transaction > first.transaction ? second : first;
  if (newest.mainRoot !== noRoot && newest.mainRoot > newest.lastPage) return 'its root is outside the file';
  // The size is read after the pages: another process may be adding to the file.
  const { size } = await file.stat();
  const expected = (newest.lastPage + 1n) * BigInt(pageSize);
  if (BigInt(size) >= expected) return null;
  if (last && (await extended(path, Number(expected) - size, pageSize))) return null;
  return `it has ${size} bytes of ${expected}`;
}

const isKnownLayout = endianness() === 'LE' && ['x64', 'arm64', 'riscv64', 'loong64'].includes(process.arch);

/** There is a data file, and nothing is wrong with it. One that another process is making may not be whole yet. */
export async function isWholeDataFile(path: string): Promise<boolean> {
  let file: FileHandle;
  try {
    file = await open(path, 'r');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false;
    throw error;
  }
  try {
    if ((await file.stat()).size === 0) return false;
    return !isKnownLayout || (await damageIn(path, file, false)) === null;
  } finally {
    await file.close();
  }
}

/** What is wrong with an lmdb data file, in words, or null. A file that is absent or empty is a new store. */
export async function dataFileDamage(path: string): Promise<string | null> {
  if (!isKnownLayout) return null;
  for (let look = 1; ; look += 1) {
    let file: FileHandle;
    try {
      file = await open(path, 'r');
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
      throw error;
    }
    try {
      const damage = await damageIn(path, file, look === looks);
      if (damage === null || look === looks) return damage;
    } finally {
      await file.close();
    }
    await sleep(betweenLooksMs);
  }
}
