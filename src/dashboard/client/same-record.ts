// A file that is replaced may have its records in another order: whoever reads or judges one stays with it.
import { useEffect, useState } from 'preact/hooks';
import { get } from './api-client.ts';

/**
 * @param replaced How often the file was replaced.
 * @param id Of the record on screen; null while there is none.
 * @param onMoved Gets its row in the new file, null where it is not there any more.
 * @returns How often the file had been replaced when the record on screen was looked up in it.
 */
export function useSameRecord(
  source: string,
  replaced: number,
  id: string | null,
  onMoved: (row: number | null) => void,
): number {
  const [followed, setFollowed] = useState(replaced);
  useEffect(() => {
    if (replaced === followed) return undefined;
    if (id === null) {
      setFollowed(replaced);
      return undefined;
    }
    let isGone = false;
    get<{ row: number | null }>(`/api/sources/${source}/place`, new URLSearchParams({ id })).then(
      ({ row }) => {
        if (isGone) return;
        onMoved(row);
        setFollowed(replaced);
      },
      () => {
        if (!isGone) setFollowed(replaced);
      },
    );
    return () => {
      isGone = true;
    };
  }, [replaced]);
  return followed;
}
