// How large a row group may be to be read as a whole; larger ones are read in parts.

/** What a row group may hold, of the columns read, to be read as a whole: all of it is in memory several times then. */
export interface WholeLimits {
  /** Before compression. */
  readonly bytes: number;
  readonly rows: number;
}

export const wholeLimits: WholeLimits = { bytes: 32 * 1024 * 1024, rows: 65_536 };
