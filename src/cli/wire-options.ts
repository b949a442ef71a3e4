// Options for what an endpoint speaks, and for what every call to it carries beside its work.
import { chatDialectNames } from '../config/dialect-names.ts';
import type { Option } from '../stages/option.ts';

export const wireOptions: readonly Option[] = [
  {
    name: 'dialect',
    value: 'NAME',
    choices: chatDialectNames,
    about: "the endpoint's protocol (by its host: anthropic, gemini or azure, else openai)",
    group: 'Model',
    setting: 'ROLE.dialect',
  },
  {
    name: 'header',
    value: 'NAME=VALUE|@FILE',
    multiple: true,
    about: 'send this header with every call; NAME=@FILE reads a secret from a file',
    group: 'Model',
    setting: 'ROLE.headers',
  },
  {
    name: 'body',
    value: 'KEY=JSON',
    multiple: true,
    about: 'add this field to the body of every call: reasoning_effort=low',
    group: 'Model',
    setting: 'ROLE.body',
  },
  {
    name: 'query',
    value: 'KEY=VALUE',
    multiple: true,
    about: 'add this to the query of every call: api-version=2024-10-21',
    group: 'Model',
    setting: 'ROLE.query',
  },
];
