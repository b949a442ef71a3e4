// Records that somebody made to break or to take over whoever looks at them.
import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import fc from 'fast-check';
import type { ListPage, Passage, RecordPage, Segment } from '../../src/dashboard/api-record.ts';
import { showRecord } from '../../src/dashboard/records/show-record.ts';
import { typeset } from '../../src/dashboard/records/typeset.ts';
import { startDashboard } from '../../src/dashboard/server.ts';
import { openWorkspace } from '../../src/dashboard/workspace.ts';
import { solutionSchema } from '../../src/records/solution.ts';
import { mathPieces } from '../../src/report/formulas/math-pieces.ts';
import { anyText } from '../support/any-text.ts';
import { openBrowser } from '../support/browser.ts';
import { maxWaitMs } from '../support/chromium.ts';
import { temporaryFolder } from '../support/temporary.ts';
import { jsonl, noEndpoints, openApp, record } from './open.ts';

const attacks = [
  '<script>globalThis.broken = 1</script>',
  '<img src=x onerror="globalThis.broken = 1">',
  '"><svg onload=globalThis.broken=1>',
  '[click](javascript:globalThis.broken=1)',
  '$\\href{javascript:globalThis.broken=1}{click}$',
  '$\\url{javascript:globalThis.broken=1}$',
  '$\\htmlData{onclick=globalThis.broken=1}{x}$',
  '$\\htmlStyle{background: url(https://evil.example)}{x}$',
  '$\\includegraphics{https://evil.example/x.png}$',
  '$\\class{broken}{x}$ $\\cssId{app}{x}$ $\\htmlClass{x}{y}$ $\\htmlId{app}{y}$',
  '$\\text{<img src=x onerror=globalThis.broken=1>}$',
  '$\\unknowncommand{x$ and $\\frac{1}{$ and $x^{2$',
  '$$\\begin{array}{c} 1 \\\\ 2$$',
  `$${'{'.repeat(3000)}x${'}'.repeat(3000)}$`,
  `$${'\\frac{1}{'.repeat(900)}x${'}'.repeat(900)}$`,
  '$\\def\\a{\\a\\a}\\a$',
  `$${'x+'.repeat(20_000)}1$`,
  '\u202Egnorw si siht\u202C and \u2066isolated\u2069',
  'a\u0000b\u001b[31mred\u009b\u2028line',
  '\ud800 half a character',
  'x'.repeat(1_000_000),
  '$x$ '.repeat(60_000),
  '',
];

const htmlOf = ({ segments }: Passage): string =>
  segments.map((one) => (one.kind === 'math' ? (one.html ?? '') : '')).join('');

test('what KaTeX writes has no script, link, image, handler or foreign address in it, whatever the formula', () => {
  for (const attack of attacks) {
    const passage = typeset(attack);
    const html = (htmlOf(passage).match(/<[^>]*>/g) ?? []).join('');
    assert.doesNotMatch(
      html,
      /<(script|img|iframe|object|embed|link|base|form|a)[\s>]/i,
      attack.slice(0, 80),
    );
    assert.doesNotMatch(
      html,
      /\son\w+\s*=|javascript:|https?:\/\/(?!www\.w3\.org)|\s(id|data-\w+)=/i,
      attack.slice(0, 80),
    );
  }
});

test('a formula that cannot be set is shown as its source, and the rest of the text with it', () => {
  for (const [text, source] of [
    ['before $\\frac{1}{$ after', '$\\frac{1}{$'],
    ['before $\\unknowncommand$ after', '$\\unknowncommand$'],
    [`before $${'{'.repeat(3000)}x${'}'.repeat(3000)}$ after`, `$${'{'.repeat(3000)}`],
    ['before $\\href{javascript:alert(1)}{x}$ after', null],
  ] as const) {
    const { segments } = typeset(text);
    const [before, formula, after] = segments as [Segment, Segment, Segment];
    assert.deepEqual(
      [before, after],
      [
        { kind: 'text', text: 'before ' },
        { kind: 'text', text: ' after' },
      ],
    );
    if (source === null || formula.kind !== 'math') continue;
    assert.equal(formula.html, null);
    assert.ok(formula.source.startsWith(source));
  }
});

test('marks that reorder text and control characters are named, not obeyed', () => {
  const { segments } = typeset('\u202Egnorw\u202C \u0007 $\u202Ex$');
  const text = JSON.stringify(segments);
  assert.match(text, /\[U\+202E\]gnorw\[U\+202C\] \[U\+0007\]/);
  assert.doesNotMatch(text, /[\u202a-\u202e\u2066-\u2069]/);
});

test('pieces of any text are that text, and cutting takes time in proportion', () => {
  const alphabet = fc.constantFrom(
    '$',
    '$$',
    '\\(',
    '\\)',
    '\\[',
    '\\]',
    '\\$',
    '\n\n',
    ' ',
    'x',
    '\\begin{align}',
    '\\end{align}',
    '{',
    '}',
    '5',
    '\\',
  );
  fc.assert(
    fc.property(fc.array(alphabet, { maxLength: 60 }), (parts) => {
      const text = parts.join('');
      const pieces = mathPieces(text);
      assert.equal(pieces.map((piece) => (piece.kind === 'text' ? piece.text : piece.source)).join(''), text);
    }),
    { numRuns: 300 },
  );
  for (const opener of ['$', '\\(', '\\begin{align}', '$$', '\\[']) mathPieces(opener.repeat(100_000));
});

test('prices are no formulas', () => {
  const pieces = mathPieces('It costs $5 and then $ 7, or $x+1$ of them.');
  assert.deepEqual(
    pieces.filter(({ kind }) => kind === 'math').map((piece) => (piece.kind === 'math' ? piece.tex : '')),
    ['x+1'],
  );
});

test('any record that passes the schema can be shown', () => {
  const text = fc.oneof(
    anyText({ maxLength: 60 }),
    fc.constantFrom(...attacks.filter((one) => one.length < 10_000)),
  );
  const critique = fc.record({
    critic: fc.string({ minLength: 1 }),
    protocol: fc.constantFrom('first_error' as const, 'all_errors' as const),
    status: fc.constantFrom('ok' as const, 'unparsed' as const, 'failed' as const),
    first_error: fc.option(fc.integer({ min: -1, max: 40 })),
    error_steps: fc.option(fc.array(fc.nat(40), { maxLength: 5 })),
    explanations: fc.option(fc.dictionary(fc.string(), text, { maxKeys: 3 })),
    agreement: fc.option(fc.float({ min: 0, max: 1, noNaN: true })),
  });
  const made = fc.record({
    id: fc.string({ minLength: 1 }),
    problem: text.filter((one) => one !== ''),
    steps: fc.array(text, { minLength: 1, maxLength: 6 }),
    answer: fc.option(text),
    error_steps: fc.option(fc.constantFrom([], [0])),
    injection: fc.option(
      fc.record({
        status: fc.constantFrom('accepted' as const, 'rejected' as const, null),
        original_steps: fc.option(fc.array(text, { maxLength: 8 })),
        explanation: fc.option(text),
        gate: fc.option(
          fc.dictionary(fc.string(), fc.record({ ok: fc.boolean(), detail: fc.option(text) }), {
            maxKeys: 3,
          }),
        ),
      }),
    ),
    critiques: fc.option(fc.array(critique, { maxLength: 3 })),
    meta: fc.option(fc.dictionary(fc.string(), fc.jsonValue(), { maxKeys: 2 })),
  });
  fc.assert(
    fc.property(made, (row) => {
      const parsed = solutionSchema.safeParse(row);
      if (!parsed.success) return;
      assert.equal(showRecord(parsed.data).steps.length, row.steps.length);
    }),
    { numRuns: 150 },
  );
});

const oddLines = [
  'not JSON at all <script>',
  '[1, 2, 3]',
  '{"id": 5, "problem": null, "steps": "x", "error_steps": "y", "critiques": {"a": 1}, "injection": []}',
  '{"id": "p", "problem": "p", "steps": [], "error_steps": [7]}',
  '{"__proto__": {"polluted": true}, "id": "q", "problem": "q", "steps": ["s"], "error_steps": null}',
];

test('rows that are no records are listed and shown with the reason, between those that are', async (t) => {
  const { json } = await openApp(t, {
    'odd.jsonl': `${jsonl([record('a')])}${oddLines.join('\n')}\n${jsonl([record('z')])}`,
  });
  const list = await json<ListPage>('/api/sources/1/records');
  assert.equal(list.records.length, 7);
  assert.match(list.records[1]!.broken ?? '', /not JSON/);
  assert.match(list.records[2]!.broken ?? '', /an array/);
  const shown = await json<RecordPage>('/api/sources/1/records/3');
  assert.equal(shown.record, null);
  assert.match(shown.broken?.reason ?? '', /^not a record: /);
  assert.match(shown.broken?.raw ?? '', /"critiques"/);
  const filtered = await json<ListPage>('/api/sources/1/records?f.label=correct');
  assert.deepEqual(
    filtered.records.map(({ id }) => id),
    ['a', 'z'],
  );
  assert.equal(({} as { polluted?: boolean }).polluted, undefined);
});

test('in a browser nothing of it runs, nothing breaks, and the source is there to read', async (t) => {
  const browser = await openBrowser(t);
  if (browser === undefined) return;
  const folder = await temporaryFolder(t);
  const path = join(folder, 'hostile.jsonl');
  const all = {
    critic: attacks[0],
    protocol: 'all_errors',
    status: 'ok',
    error_steps: [0],
    explanations: { 0: attacks.slice(0, 12).join(' ') },
  };
  const injection = {
    status: 'accepted',
    original_steps: attacks.map((one) => `${one} `),
    explanation: attacks.slice(0, 12).join('\n'),
    error_type: attacks[1],
  };
  const row = {
    ...record(attacks[1]!, 0),
    problem: attacks.slice(0, 13).join('\n'),
    steps: attacks,
    critiques: [all],
    injection,
    dataset: attacks[2],
    subject: attacks[0],
  };
  const hebrew = { steps: ['לכן $x = -2$, כלומר $\\unset{a}{b$', 'd', 'e', 'f'] };
  await writeFile(path, jsonl([row, record('<b>bold</b>', null, hebrew)]));
  const workspace = await openWorkspace([path], { annotations: join(folder, 'a'), say: () => {} });
  t.after(() => workspace.close());
  const server = await startDashboard({
    workspace,
    endpoints: noEndpoints,
    annotator: 'anna',
    readOnly: false,
    port: 0,
  });
  t.after(() => server.close());
  const page = await browser.newPage();
  page.setDefaultTimeout(maxWaitMs);
  const faults: string[] = [];
  const asked: string[] = [];
  page.on('pageerror', (error) => faults.push(error.message));
  page.on('console', (message) => message.type() === 'error' && faults.push(message.text()));
  page.on('request', (request) => asked.push(request.url()));
  await page.goto(`${server.url}/s/1/records?f.subject=${encodeURIComponent(attacks[0]!)}`);
  await page.locator('.records tbody tr').first().waitFor();
  await page.locator('.records tbody a').first().click();
  await page
    .locator('.step')
    .nth(attacks.length - 1)
    .waitFor();
  assert.equal(await page.locator('.step').count(), attacks.length);
  const text = await page.locator('main').innerText();
  assert.ok(text.includes('<script>globalThis.broken = 1</script>'));
  assert.ok(text.includes('\\unknowncommand{x'));
  assert.ok(text.includes('[U+202E]gnorw'));
  assert.match(text, /9[78]\d,\d{3} more characters/);
  assert.equal(await page.evaluate('globalThis.broken'), undefined);
  assert.equal(
    await page
      .locator(
        'main script, main img, main iframe, main a[href^="javascript"], main [onclick], main [onerror]',
      )
      .count(),
    0,
  );
  await page.goto(`${server.url}/s/1/r/1`);
  const formula = page.locator('.step .formula').first();
  await formula.waitFor();
  const places = await formula
    .locator('.katex-html .mord, .katex-html .mrel')
    .evaluateAll((parts) =>
      parts.map((part) => ({ text: part.textContent, left: part.getBoundingClientRect().left })),
    );
  assert.equal(
    places
      .sort((a, b) => a.left - b.left)
      .map(({ text: glyph }) => glyph)
      .join(''),
    'x=−2',
    'a formula among words from right to left is set from left to right',
  );
  assert.equal(
    await page.evaluate("getComputedStyle(document.querySelector('.step .unset')).direction"),
    'ltr',
  );
  assert.deepEqual(
    asked.filter((url) => !url.startsWith(server.url)),
    [],
  );
  assert.deepEqual(faults, []);
});
