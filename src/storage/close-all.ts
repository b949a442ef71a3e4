// Ends several things that were opened together: what one of them cannot close must keep none of the others open.

/**
 * Calls each in turn, also after one has failed.
 *
 * @throws What the first that failed threw.
 */
export async function closeAll(closers: readonly (() => Promise<void> | void)[]): Promise<void> {
  const failures: unknown[] = [];
  for (const close of closers) {
    try {
      await close();
    } catch (error) {
      failures.push(error);
    }
  }
  if (failures.length > 0) throw failures[0];
}
