// One action of the workbench at a time: which one is under way, and the page again when it is done.
import { useState } from 'preact/hooks';
import { say } from './state.ts';

export interface Working {
  readonly what: string | null;
  run(what: string, work: () => Promise<void>): void;
}

export function useWorking(onDone: () => void): Working {
  const [what, setWhat] = useState<string | null>(null);
  return {
    what,
    run(name, work) {
      setWhat(name);
      work()
        .then(onDone, (error: Error) => say(error.message))
        .finally(() => setWhat(null));
    },
  };
}
