// What operating systems do differently, as far as files go. Everything else of the kind asks Node, or tries and takes a no.

/** Folders can be flushed: Windows opens none as a file, and writes names down with the files that have them. */
export const flushesFolders = process.platform !== 'win32';

/** A file has an owner and others, whose rights its mode says: on Windows the mode is the same for all files. */
export const hasFileModes = process.platform !== 'win32';

/** What no name of a file has: Windows takes a backslash for a slash, and a colon for the end of a drive's name. */
export const notInNames = process.platform === 'win32' ? /[\0\\:]/ : /\0/;
