// The annotation log against a model: whatever is judged, taken back, withdrawn, sent late or torn, the last word of each
// annotator about each thing is what is read, and every line that was acknowledged is there.
import assert from 'node:assert/strict';
import { appendFileSync, readFileSync, statSync, truncateSync } from 'node:fs';
import { test } from 'node:test';
import fc from 'fast-check';
import { type Annotation, annotationKinds, decisions } from '../../src/records/annotation.ts';
import {
  annotationFile,
  annotationFiles,
  appendAnnotation,
  flushAnnotations,
  readAnnotations,
} from '../../src/storage/annotations.ts';
import { temporaryFolder } from '../support/temporary.ts';

const people = ['anna', 'Łukasz B.', 'c@x.org'] as const;

/** What one line says besides who says it about what; nothing at all withdraws. */
const said: fc.Arbitrary<Partial<Annotation>> = fc.oneof(
  fc.constant({}),
  fc.record({ comment: fc.constant('  '), propagated_steps: fc.constant<number[]>([]) }),
  fc.record({ decision: fc.constantFrom(...decisions) }),
  fc.record({ first_error: fc.integer({ min: -1, max: 3 }) }),
  fc.record({ target_step: fc.nat(3) }),
  fc.record({ error_type: fc.constantFrom('sign', 'case') }),
  fc.record({ comment: fc.constantFrom('a slip', 'two\nlines ü') }),
  fc.record({ propagated_steps: fc.constant<number[]>([2, 3]) }),
  fc.record({ step_right: fc.boolean() }),
  fc.record({ explanation_right: fc.boolean() }),
);

const line: fc.Arbitrary<Annotation> = fc
  .tuple(
    fc.constantFrom(...people),
    fc.constantFrom('r1', 'r2'),
    fc.constantFrom(...annotationKinds),
    fc.constantFrom(undefined, null, 'gpt', 'qwen'),
    fc.constantFrom(undefined, '2026-01-01T00:00:00Z', '2026-01-02T00:00:00Z', '2026-01-03T00:00:00Z'),
    fc.constantFrom(undefined, 'op1', 'op2'),
    said,
  )
  .map(([annotator, record_id, kind, critic, at, operation, more]) => ({
    ...{ annotator, record_id, kind, ...more },
    ...(critic === undefined ? {} : { critic }),
    ...(at === undefined ? {} : { at }),
    ...(operation === undefined ? {} : { operation }),
  }));

type Act =
  | { readonly act: 'say'; readonly line: Annotation }
  /** A writer is killed in the middle of a line: `kept` of its bytes are on the disk. */
  | { readonly act: 'tear'; readonly line: Annotation; readonly kept: number }
  /** Another program writes what is no annotation. */
  | { readonly act: 'scribble'; readonly person: (typeof people)[number]; readonly text: string };

const act: fc.Arbitrary<Act> = fc.oneof(
  { weight: 8, arbitrary: line.map((one): Act => ({ act: 'say', line: one })) },
  {
    weight: 2,
    arbitrary: fc
      .tuple(line, fc.double({ min: 0, max: 0.95, noNaN: true }))
      .map(([one, kept]): Act => ({ act: 'tear', line: one, kept })),
  },
  {
    weight: 1,
    arbitrary: fc
      .tuple(fc.constantFrom(...people), fc.constantFrom('{"record_id":""}\n', '7\n', 'not JSON\n', '\n \n'))
      .map(([person, text]): Act => ({ act: 'scribble', person, text })),
  },
);

/** The definition, without maps or files: the last of a thing, unless an earlier line has a later time. */
function lastWords(lines: readonly Annotation[]): Annotation[] {
  const sameThing = (a: Annotation, b: Annotation): boolean =>
    a.annotator === b.annotator &&
    a.record_id === b.record_id &&
    a.kind === b.kind &&
    (a.kind !== 'critique' || (a.critic ?? null) === (b.critic ?? null));
  const firsts = lines.filter((one, place) => lines.findIndex((other) => sameThing(one, other)) === place);
  return firsts.map((first) => {
    let last = first;
    for (const one of lines.filter((other) => sameThing(first, other)).slice(1)) {
      if (!(last.at && one.at && one.at < last.at)) last = one;
    }
    return last;
  });
}

function isEmpty(one: Annotation): boolean {
  const values = [
    ...[one.decision, one.first_error, one.target_step, one.error_type],
    ...[one.step_right, one.explanation_right],
    one.comment?.trim() === '' ? undefined : one.comment,
    one.propagated_steps?.length === 0 ? undefined : one.propagated_steps,
  ];
  return values.every((value) => value === undefined);
}

test('what is read is the last word about each thing, whatever is torn or scribbled between', async (t) => {
  const root = await temporaryFolder(t);
  let runs = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(act, { maxLength: 25 }), async (acts) => {
      runs += 1;
      const folder = `${root}/${runs}`;
      const kept = new Map<string, Annotation[]>(people.map((person) => [person, []]));
      const open = new Set<string>();
      let bad = 0;
      for (const one of acts) {
        const person = one.act === 'scribble' ? one.person : one.line.annotator;
        const path = annotationFile(folder, person);
        if (one.act === 'say') {
          appendAnnotation(folder, one.line);
          kept.get(person)!.push(one.line);
        } else {
          if (!kept.get(person)!.length && !open.has(person)) continue;
          const text = one.act === 'scribble' ? one.text : JSON.stringify(one.line);
          const bytes = Buffer.from(text);
          const whole = one.act === 'scribble' ? bytes.length : Math.floor(bytes.length * one.kept);
          if (whole === 0) continue;
          // What is torn, or follows it without a line's end between, is one bad line.
          if (open.has(person)) appendFileSync(path, '\n');
          appendFileSync(path, bytes.subarray(0, whole));
          if (text.trim() !== '') bad += 1;
          open.delete(person);
          if (one.act === 'tear') open.add(person);
          continue;
        }
        open.delete(person);
      }
      const files = await annotationFiles(folder);
      const read = await readAnnotations(files);
      const all = [...kept].sort(([a], [b]) => (a < b ? -1 : 1)).flatMap(([, lines]) => lines);
      const inOrder = files.flatMap(
        (path) => kept.get(people.find((one) => annotationFile(folder, one) === path)!)!,
      );
      assert.equal(inOrder.length, all.length);
      const last = lastWords(inOrder);
      assert.deepEqual([...read.last.values()], last);
      assert.deepEqual(
        read.annotations,
        last.filter((one) => !isEmpty(one)),
      );
      assert.deepEqual([read.lines, read.bad.length], [all.length + bad, bad]);
      const operations = inOrder.flatMap((one) =>
        one.operation === undefined ? [] : [[one.operation, one]],
      );
      assert.deepEqual(new Map(read.operations), new Map(operations as [string, Annotation][]));
    }),
    { numRuns: 60 },
  );
});

test('a line is whole in its file when its writer continues, behind a torn one too', async (t) => {
  const folder = await temporaryFolder(t);
  const decision: Annotation = { annotator: 'anna', record_id: 'a', kind: 'decision', decision: 'yes' };
  appendAnnotation(folder, decision);
  const path = annotationFile(folder, 'anna');
  const { size } = statSync(path);
  appendAnnotation(folder, { ...decision, record_id: 'b' });
  truncateSync(path, size + 10);
  appendAnnotation(folder, { ...decision, record_id: 'c' });
  flushAnnotations(folder, 'anna');
  const lines = readFileSync(path, 'utf8').split('\n');
  assert.equal(lines.length, 4);
  assert.deepEqual(
    [lines[0], lines[2], lines[3]],
    [JSON.stringify(decision), JSON.stringify({ ...decision, record_id: 'c' }), ''],
  );
  const { bad } = await readAnnotations([path]);
  assert.deepEqual(bad, [`${path}:2: not JSON`]);
});

test('names that are no file names are rejected, and only files of annotators are read', async (t) => {
  const folder = await temporaryFolder(t);
  for (const name of ['', '../x', 'a/b', '.hidden', ' a', 'x'.repeat(65), 'a\nb', 'a\\b']) {
    assert.throws(() => annotationFile(folder, name), { code: 'LB_USAGE' }, JSON.stringify(name));
  }
  for (const name of ['a', 'x'.repeat(64), '李', 'a.b_c@d-e f', '7']) annotationFile(folder, name);
  assert.throws(() => flushAnnotations(folder, 'nobody'), { code: 'LB_OUTPUT' });
  for (const name of ['b.jsonl', 'a.jsonl', '.c.jsonl', 'd.json', 'notes.txt'])
    appendFileSync(`${folder}/${name}`, '');
  assert.deepEqual(await annotationFiles(folder), [`${folder}/a.jsonl`, `${folder}/b.jsonl`]);
  assert.deepEqual(await annotationFiles(`${folder}/none`), []);
});

test('the last word is the later one in time, also where its text sorts before the other', async (t) => {
  const folder = await temporaryFolder(t);
  const judged = { annotator: 'anna', record_id: 'r1', kind: 'decision' } as const;
  const decide = (decision: 'yes' | 'no', at: string): void => {
    appendFileSync(annotationFile(folder, 'anna'), `${JSON.stringify({ ...judged, decision, at })}\n`);
  };
  const last = async (): Promise<unknown> => {
    const { annotations } = await readAnnotations(await annotationFiles(folder));
    return annotations.map(({ decision }) => decision);
  };
  decide('yes', '2026-01-01T12:00:00.500Z');
  decide('no', '2026-01-01T12:00:00Z');
  assert.deepEqual(await last(), ['yes'], 'half a second earlier');
  decide('no', '2026-01-01T11:30:00-02:00');
  assert.deepEqual(await last(), ['no'], '13:30 in UTC');
});
