// Names of sinks: files of the final records, in the run folder and beside those that every run makes there.

/** What runs make of the formats of a sink. A record among events or batches would be read as one of these. */
const made = /^(records\.parquet|grid\.csv|(events(-\d+)?|batches|quarantine|schedule)\.jsonl)$/i;

/** What is wrong with the name of a sink; null for one that is fine. `earlier`: the sinks before it. */
export function sinkProblem(file: string, earlier: readonly string[]): string | null {
  if (!/^[^/\\.][^/\\]*$/.test(file))
    return `${file} is not a plain name; sinks are in the run folder itself`;
  if (made.test(file)) return `${file} is a file that the run makes itself; choose another name`;
  // Some file systems do not tell capitals from small letters.
  const same = earlier.some((one) => one.toLowerCase() === file.toLowerCase());
  return same ? `two sinks are called ${file}; each needs its own name` : null;
}
