interface Place {
  readonly line: number;
  readonly column: number;
}

export function keyOf(
  mutant: {
    readonly fileName: string;
    readonly location: { readonly start: Place; readonly end: Place };
    readonly replacement: string;
  },
  folder: string,
): string;
