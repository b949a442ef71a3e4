// Tells what form text is in: CSV by its name or its header; a JSON array by its first sign; JSONL and JSON objects over
// several lines, which both begin with "{", by their first line.
import { parseJson } from '../records/parse-json.ts';
import { openBrace, openBracket } from './json-marks.ts';
import { isBomByte, isSpace } from './json-scan.ts';

export type TextForm = 'csv' | 'array' | 'objects' | 'lines';

const newline = 0x0a;
/** A first line longer than this is not waited for: in a .json file it is taken for the whole document. */
const maxLineBytes = 256 * 1024;

function isWholeJson(bytes: Buffer): boolean {
  try {
    parseJson(bytes.toString('utf8'));
    return true;
  } catch {
    return false;
  }
}

/** The place of the first byte from `at` on that is neither blank nor one of `also`; -1 when there is none. */
function firstMark(bytes: Buffer, at: number, isBlank = isSpace): number {
  let place = at;
  while (place < bytes.length && isBlank(bytes[place]!)) place += 1;
  return place < bytes.length ? place : -1;
}

/** A .json file is JSONL only when its first line is whole and others follow it: many such files are. */
function formOfJsonFile(bytes: Buffer, mark: number, ended: boolean): TextForm | undefined {
  const end = bytes.indexOf(newline, mark);
  if (end === -1) return ended || bytes.length > maxLineBytes ? 'objects' : undefined;
  const next = firstMark(bytes, end);
  if (next === -1 && !ended) return bytes.length > maxLineBytes ? 'objects' : undefined;
  return next !== -1 && isWholeJson(bytes.subarray(mark, end)) ? 'lines' : 'objects';
}

/** Files that people take for text, or hold it compressed or in another encoding: how they begin, where, and what to do. */
const others = [
  [0, 'PK\x03\x04', 'a ZIP archive, as .zip and .xlsx files are: unpack it, or save the sheet as CSV'],
  [0, '%PDF-', 'a PDF: extract its records into a text file'],
  [0, 'PAR1', 'Parquet: read it from a file whose name ends in .parquet'],
  [0, 'ARROW1', 'Arrow: read it from a file whose name ends in .arrow'],
  [0, '\x28\xb5\x2f\xfd', 'compressed with Zstandard: decompress it with zstd -d, or compress it with gzip'],
  [4, '1AY&SY', 'compressed with bzip2: decompress it with bzip2 -d, or compress it with gzip'],
  [0, '\xfd7zXZ\x00', 'compressed with xz: decompress it with xz -d, or compress it with gzip'],
  [0, '\x04\x22\x4d\x18', 'compressed with LZ4: decompress it with lz4 -d, or compress it with gzip'],
  [0, '7z\xbc\xaf\x27\x1c', 'a 7z archive: unpack it'],
  [0, '\x1f\x8b', 'compressed with gzip (again, if its name ends in .gz): decompress it with gzip -d'],
  [0, 'version https://git-lfs', 'a pointer of Git LFS and not the file itself: fetch it with git lfs pull'],
  [0, '\xff\xfe\0\0', 'UTF-32 text: convert it with iconv -f UTF-32 -t UTF-8'],
  [
    0,
    '\xff\xfe',
    'UTF-16 text: convert it with iconv -f UTF-16 -t UTF-8 (in PowerShell, Out-File -Encoding utf8)',
  ],
  [0, '\xfe\xff', 'UTF-16 text: convert it with iconv -f UTF-16 -t UTF-8'],
  [
    257,
    'ustar',
    'a tar archive: unpack it, or check it with latebench verify-run if it is the bundle of a run',
  ],
] as const;

/** What a file is that is not text, and what to do; null for text. */
export function otherForm(beginning: Buffer): string | null {
  const found = others.find(([at, mark]) => beginning.toString('latin1', at, at + mark.length) === mark);
  if (found !== undefined) return found[2];
  const wide = /^(?:[\x01-\x7f]\0){2}|^(?:\0[\x01-\x7f]){2}/.exec(beginning.toString('latin1', 0, 4));
  if (wide === null) return null;
  const name = wide[0].startsWith('\0') ? 'UTF-16BE' : 'UTF-16LE';
  return `UTF-16 text without a byte order mark: convert it with iconv -f ${name} -t UTF-8`;
}

const columnName = /^(?:[A-Za-z_][\w.-]*|"[A-Za-z_][\w .-]*")$/;

/** Several plain names and nothing else: no line of JSON, and no message of a program. Undefined: its end is not there. */
function isCsvHeader(bytes: Buffer, mark: number, ended: boolean): boolean | undefined {
  const end = bytes.indexOf(newline, mark);
  if (end === -1 && !ended) return bytes.length > maxLineBytes ? false : undefined;
  const line = bytes.toString('utf8', mark, end === -1 ? bytes.length : end).trimEnd();
  const names = line.split(/[,;\t]/);
  return names.length > 1 && names.every((name) => columnName.test(name));
}

/** `beginning`: what has been read so far, `ended`: all there is. Undefined when more must be read to tell. */
export function textFormOf(beginning: Buffer, name: string, ended: boolean): TextForm | undefined {
  if (/\.csv(\.gz)?$/i.test(name)) return 'csv';
  const mark = firstMark(beginning, 0, (byte) => isSpace(byte) || isBomByte(byte));
  if (mark === -1) return ended || beginning.length > maxLineBytes ? 'lines' : undefined;
  if (beginning[mark] === openBracket) return 'array';
  if (/\.(jsonl|ndjson)(\.gz)?$/i.test(name)) return 'lines';
  if (beginning[mark] !== openBrace) {
    const isCsv = isCsvHeader(beginning, mark, ended);
    return isCsv === undefined ? undefined : isCsv ? 'csv' : 'lines';
  }
  if (/\.json(\.gz)?$/i.test(name)) return formOfJsonFile(beginning, mark, ended);
  // A line of JSONL is never a mere "{".
  const next = firstMark(beginning, mark + 1, (byte) => isSpace(byte) && byte !== newline);
  if (next === -1) return ended ? 'lines' : undefined;
  return beginning[next] === newline ? 'objects' : 'lines';
}
