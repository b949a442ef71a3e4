// How the actions of `latebench dataset` that compare and check print what they found.
import type { Option } from '../../../stages/option.ts';

export const reportFormatOption: Option = {
  name: 'format',
  value: 'HOW',
  choices: ['text', 'json'],
  default: 'text',
  about: 'how to print',
  group: 'Output',
};
