import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { escapeHtml } from '../../src/report/escape.ts';
import { element, render } from '../../src/report/markup.ts';
import { clipText, visibleLine, visibleText } from '../../src/report/visible-text.ts';
import { anyText } from '../support/any-text.ts';
import { checkMarkup } from './markup-check.ts';

test('markup characters are escaped for text and for attributes', () => {
  assert.equal(
    escapeHtml(`<a href="x" onclick='y'>&\``),
    '&lt;a href=&quot;x&quot; onclick=&#39;y&#39;&gt;&amp;&#96;',
  );
});

test('control characters, text-reordering marks and half characters are shown, not obeyed', () => {
  assert.equal(
    visibleText('a\u0000b\u202ec\u2066d\u2029e\ud800f\r\ng\th'),
    'a[U+0000]b[U+202E]c[U+2066]d[U+2029]e\ufffdf\ng\th',
  );
  assert.equal(visibleText('שלום \u200f😀'), 'שלום \u200f😀');
  assert.equal(visibleLine('a\n\n\tb'), 'a b');
});

test('a cut never splits a character and counts what is left', () => {
  assert.deepEqual(clipText('ab😀cd', 3), { text: 'ab', left: 4 });
  assert.deepEqual(clipText('ab😀cd', 4), { text: 'ab😀', left: 2 });
  assert.deepEqual(clipText('abc', 3), { text: 'abc', left: 0 });
});

test('whatever a text holds, as content or as an attribute, the element around it stays whole', () => {
  const fragments = fc.constantFrom(
    '<',
    '>',
    '"',
    "'",
    '&',
    '--',
    '<!--',
    '</p>',
    '<script>',
    ']]>',
    '\u2028',
    '=',
    ' onload=x ',
  );
  const hostile = fc.oneof(
    anyText(),
    fc.array(fragments).map((parts) => parts.join('')),
  );
  fc.assert(
    fc.property(hostile, (text) => {
      const { text: shown, tags } = checkMarkup(render(element('p', { class: text }, text)));
      assert.equal(shown, visibleText(text));
      assert.deepEqual([...tags], [['p', 1]]);
    }),
  );
});

test('null attributes and null children are left out, numbers are written', () => {
  assert.equal(
    render(element('td', { class: null, colspan: 2 }, null, [3, ['x']])),
    '<td colspan="2">3x</td>',
  );
});
