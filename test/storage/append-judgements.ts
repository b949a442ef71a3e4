// Files judgements under one name as fast as it can, as a dashboard does: `folder`, `name`, how many.
import { appendAnnotation } from '../../src/storage/annotations.ts';

const [folder, annotator, count] = process.argv.slice(2) as [string, string, string];
for (let at = 0; at < Number(count); at += 1) {
  appendAnnotation(folder, {
    record_id: `r${at}`,
    annotator,
    kind: 'decision',
    decision: 'yes',
    operation: `o${at}`,
  });
}
