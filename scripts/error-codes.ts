// What each error code means and what to do about it. The type has the codes, so that a code without an entry does not
// compile.
import type { ErrorCode } from '../src/errors.ts';

interface ErrorText {
  readonly cause: string;
  readonly wayOut: string;
}

export const errorTexts: Readonly<Record<ErrorCode, ErrorText>> = {
  LB_USAGE: {
    cause:
      'The command line is not valid: an unknown option, a value out of range, or two options that exclude each other.',
    wayOut:
      'The message names the option and the nearest valid one. `latebench COMMAND --help` lists all of them.',
  },
  LB_CONFIG: {
    cause: 'A setting, pipeline file, spec or template is not valid, or two of them do not fit together.',
    wayOut:
      'The message names the setting and where it came from. `latebench config --explain` prints every setting with its origin.',
  },
  LB_INPUT_MISSING: {
    cause: 'A file, folder or run that the command names does not exist.',
    wayOut: 'Check the path; it is relative to the working folder. `latebench runs list` lists the runs.',
  },
  LB_INPUT_DIRECTORY: {
    cause: 'A folder was named where a file is read.',
    wayOut: 'Name the files in it: `latebench filter data/*.jsonl`.',
  },
  LB_INPUT_READ: {
    cause: 'A file is there and cannot be read: no permission, or an error of the disk.',
    wayOut: 'Check the permissions of the file and the message of the system.',
  },
  LB_JSON: {
    cause: 'A line or document is not valid JSON.',
    wayOut:
      'The message has the file, the line and the byte. The line is in the quarantine file; correct it there and run `latebench retry`.',
  },
  LB_UTF8: {
    cause: 'A line is not valid UTF-8.',
    wayOut: 'Convert the file: `iconv -f latin1 -t utf-8 in.jsonl > out.jsonl`.',
  },
  LB_LINE_TOO_LONG: {
    cause: 'A line is longer than 64 MiB.',
    wayOut: 'Usually the file is a single JSON document: name its rows with `--rows-path`.',
  },
  LB_TORN_LINE: {
    cause: 'The file ends in the middle of a line: a writer was stopped, or a download was cut.',
    wayOut: 'Download the file or write it again. All lines before the last one were read.',
  },
  LB_SCHEMA: {
    cause:
      'A record is valid JSON and does not fit the schema, for example an empty step or an error step that does not exist.',
    wayOut:
      'The message names the field. Name other fields with `--problem-key`, `--steps-key` and `--label-key`, or correct the row.',
  },
  LB_NO_SOLUTION: {
    cause: 'A row has a problem and no solution in steps, and the command needs one.',
    wayOut: 'Give a file with solutions, or name the field that holds them with `--steps-key`.',
  },
  LB_ADAPTER: {
    cause: 'The rows fit no known dataset, or not the one that `--adapter` names.',
    wayOut: 'Name the adapter with `--adapter`, or the fields with `--problem-key` and `--steps-key`.',
  },
  LB_OUTPUT: {
    cause: 'The output cannot be written: no such folder, no permission, or a name that is taken.',
    wayOut: 'Check the folder that the message names, or choose another with `-o` or `--run`.',
  },
  LB_DISK_FULL: {
    cause: 'There is no room left on the disk.',
    wayOut:
      'Make room and run the command again: it resumes. `latebench runs du` shows what runs take, `latebench cache prune` shrinks the cache.',
  },
  LB_CSV: {
    cause: 'A CSV file has an unclosed quote or rows of different lengths.',
    wayOut: 'The message has the line. Write the file again with quoted fields.',
  },
  LB_PARQUET: {
    cause: 'A Parquet file is damaged, encrypted, or uses an encoding that is not read.',
    wayOut: 'Check the file with another reader, or convert it to JSONL.',
  },
  LB_ARROW: {
    cause: 'An Arrow file is damaged or incomplete.',
    wayOut: 'Write the file again, or convert it to JSONL.',
  },
  LB_STAGE: {
    cause: 'A stage of your own threw an error for a record.',
    wayOut:
      'The record is in the quarantine file with the message of the error. Correct the stage and run `latebench retry`.',
  },
  LB_MAX_ERRORS: {
    cause: 'More records were invalid than `--max-errors` allows.',
    wayOut: 'Look at the quarantine file. Correct the input, or raise the limit.',
  },
  LB_ENDPOINT_CONFIG: {
    cause: 'No endpoint or model is configured for a role, or the endpoint does not serve the model.',
    wayOut:
      'Set `OPENAI_API_KEY`, or `--endpoint` and `--model`; `--endpoint sim` needs neither. `latebench doctor` says what is missing.',
  },
  LB_ENDPOINT_AUTH: {
    cause: 'The endpoint rejected the API key (HTTP 401 or 403).',
    wayOut: 'Check the key and which one is used: `latebench config --explain`.',
  },
  LB_ENDPOINT_QUOTA: {
    cause: "The account's credit is used up.",
    wayOut: 'Add credit and run the command again: it resumes from the stored replies.',
  },
  LB_ENDPOINT_REQUEST: {
    cause:
      'The endpoint rejected a request (HTTP 400, 404, 413 or 422), for example because the prompt is too long.',
    wayOut:
      "The message has the server's words. The record counts as failed; running the command again asks again.",
  },
  LB_ENDPOINT_RATE: {
    cause: 'The endpoint answered "too many requests" until all attempts were used up.',
    wayOut:
      'Set the limit of your account with `--rpm` or `LATEBENCH_CRITIC_RPM`, then run the command again.',
  },
  LB_ENDPOINT_SERVER: {
    cause: 'The endpoint answered with a server error (HTTP 5xx) until all attempts were used up.',
    wayOut: "Look at the server's log. Running the command again asks for the missing replies only.",
  },
  LB_ENDPOINT_NETWORK: {
    cause: 'The connection could not be made or was lost.',
    wayOut: 'Check the address and the proxy. `latebench doctor` tests the connection.',
  },
  LB_ENDPOINT_TIMEOUT: {
    cause: 'The server sent nothing for ten minutes before a reply, or for two minutes within one.',
    wayOut:
      'Lower `--concurrency`, since an overloaded server answers late, and look at the log of the server.',
  },
  LB_ENDPOINT_REPLY: {
    cause:
      'The reply is not what was asked for: no JSON, no choice, or no log-probabilities where they are needed.',
    wayOut:
      'Check that the address is an OpenAI-compatible one (`/v1`) and that the model returns logprobs. `latebench doctor` asks it once.',
  },
  LB_ENDPOINT_TLS: {
    cause: "The server's certificate is not accepted.",
    wayOut: 'Give the certificate of your authority in `NODE_EXTRA_CA_CERTS`, or correct the address.',
  },
  LB_ENDPOINT_DOWN: {
    cause: 'The endpoint cannot be reached at all.',
    wayOut:
      'Start the server, check the address with `latebench doctor`, and run the command again: it resumes.',
  },
  LB_ENDPOINT_STOPPED: {
    cause: 'The run was stopped because most requests failed in the same way.',
    wayOut: 'The message has the failure. Correct it and run the command again: it resumes.',
  },
  LB_OFFLINE: {
    cause: 'A reply is not stored, and `--offline` forbids calls.',
    wayOut: 'Run the command without `--offline`, or copy the journal of the run that made the calls.',
  },
  LB_PENDING: {
    cause: 'Replies of a batch are not there yet.',
    wayOut: 'Run the command again later: it picks up what the provider has finished.',
  },
  LB_BUDGET: {
    cause: 'The next call could exceed `--budget-usd` or `--budget-tokens`.',
    wayOut: 'Run the command again with a larger budget: it resumes, and stored replies cost nothing.',
  },
  LB_STORE: {
    cause:
      'The journal, cache or object storage cannot be read or written, or holds what another version wrote.',
    wayOut: 'Check the folder and its permissions. The message names the file.',
  },
  LB_BUSY: {
    cause: 'Another process is at work in the same run folder, pool or dataset.',
    wayOut: 'Wait for it or stop it; `latebench status RUN` shows what it does. Or choose another folder.',
  },
  LB_HUB_NOT_FOUND: {
    cause: 'The hub has no such dataset, revision or file, or the dataset is private.',
    wayOut: 'Check the name. For a private dataset, set `HF_TOKEN` to a token that may read it.',
  },
  LB_HUB_AMBIGUOUS: {
    cause: 'The name fits several files or splits of the dataset.',
    wayOut: 'Name one of those that the message lists: `hf:OWNER/NAME/SPLIT` or `hf:OWNER/NAME/PATH`.',
  },
  LB_HUB_AUTH: {
    cause: 'The hub rejected the token, or the dataset is gated.',
    wayOut: 'Set `HF_TOKEN`, and accept the conditions of the dataset on its page.',
  },
  LB_HUB_RATE: {
    cause: 'The hub answered "too many requests" until all attempts were used up.',
    wayOut: 'Wait some minutes and run the command again. With `HF_TOKEN` the limits are higher.',
  },
  LB_HUB_SERVER: {
    cause: 'The hub answered with a server error until all attempts were used up.',
    wayOut: 'Run the command again later. What was downloaded is kept.',
  },
  LB_HUB_NETWORK: {
    cause: 'The hub cannot be reached, or the connection was lost.',
    wayOut: 'Check the network and `HF_ENDPOINT`. `HF_HUB_OFFLINE=1` reads what is cached.',
  },
  LB_HUB_REQUEST: {
    cause: 'The hub rejected a request.',
    wayOut:
      "The message has the hub's words. When pushing, check the name of the repository and the rights of the token.",
  },
  LB_HUB_REPLY: {
    cause: 'The answer of the hub is not what it documents.',
    wayOut: 'Check that `HF_ENDPOINT` is the address of a hub or a mirror.',
  },
  LB_HUB_HASH: {
    cause: 'A downloaded file does not have the hash that the hub states.',
    wayOut: 'Run the command again: the file is downloaded anew. If it persists, the mirror is at fault.',
  },
  LB_HUB_TRUNCATED: {
    cause: 'A row of the datasets server has cells that were cut short.',
    wayOut: "Read the dataset's files (`hf:OWNER/NAME`) instead of its rows.",
  },
  LB_ABORTED: {
    cause: 'The work was cancelled by a signal, a closed pipe or the caller.',
    wayOut: 'Run the command again: it resumes.',
  },
  LB_INTERNAL: {
    cause: 'A fault of LateBench itself.',
    wayOut: 'Please report it with the message and the command. Running again resumes from what was stored.',
  },
};
