// The name of a pipeline or a dataset: it becomes the name of folders and files.
import { z } from 'zod';

export const plainName = z.string().regex(/^[A-Za-z0-9][A-Za-z0-9._-]*$/, 'letters, digits, dots and dashes');
