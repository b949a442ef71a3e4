// Replies beyond the golden file: numbers that are no sections, conclusions that are taken back, other layouts.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseAllErrors } from '../../src/critic/parse-all-errors.ts';

const steps = (reply: string): readonly number[] | null => {
  const { status, errorSteps } = parseAllErrors(reply, 10);
  return status === 'ok' || status === 'ok_clean' ? errorSteps : null;
};

test('lists and ranges are read, remarks are not', () => {
  const stated = (value: string) => steps(`Conclusion: yes\nError Section Number: ${value}`);
  assert.deepEqual(stated('3, 5 and 7'), [2, 4, 6]);
  assert.deepEqual(stated('Sections 2 – 4.'), [1, 2, 3]);
  assert.deepEqual(stated('4 because 7 is prime'), [3]);
  assert.deepEqual(stated('4\n\n7 apples are left'), [3]);
  assert.deepEqual(stated('\n- 4\n- 7\n'), [3, 6]);
  assert.deepEqual(stated('9-12'), [8, 9]);
  assert.equal(stated('5-3'), null);
  assert.equal(stated('4.5'), null);
});

test('stated sections that do not exist are kept apart', () => {
  const reading = parseAllErrors('Conclusion: yes\nError Section Number: 4, 12', 10);
  assert.deepEqual([reading.errorSteps, reading.invalid, reading.strict], [[3], [12], null]);
});

test('a conclusion that is limited or taken back is not "no error"', () => {
  for (const conclusion of [
    'no error in section 1',
    'no, section 4 is wrong',
    'no error. However, the last step is false',
    'no error\nWait, section 4 is wrong.',
    'not sure',
    'no error\n\nConclusion: yes',
  ]) {
    assert.equal(steps(`Conclusion: ${conclusion}`), null, conclusion);
  }
  for (const conclusion of [
    'No errors found.',
    '**no error**',
    'There are no errors in the solution',
    'no',
  ]) {
    assert.deepEqual(steps(`Conclusion: ${conclusion}`), [], conclusion);
  }
});

test('a conclusion that a later line takes back is not "no error"', () => {
  for (const behind of [
    'However, section 4 has a sign error.',
    'On second thought, section 4 is wrong.',
    'Hold on. There is a mistake in section 4.',
  ])
    assert.equal(steps(`Conclusion: no error\n\n${behind}`), null, behind);
  for (const behind of [
    'Section 4 is hard to read.',
    'However, section 4 might look wrong.',
    'However, no error is in section 4.',
    'But the errors of rounding are small.',
  ])
    assert.deepEqual(steps(`Conclusion: no error\n\n${behind}`), [], behind);
});

test('the last conclusion is the verdict, and sections named beside a clean one contradict it', () => {
  const onTheWay = 'Section 1:\nConclusion: no error\n\nSection 2:\nConclusion: yes\n\n';
  assert.deepEqual(steps(`${onTheWay}Conclusion: yes\nError Section Number: 2`), [1]);
  assert.deepEqual(steps(`${onTheWay}Conclusion: no error`), []);
  assert.equal(steps(`${onTheWay}Conclusion: section 2 is flawed`), null);
  assert.equal(steps('Conclusion: yes\nError Section Number: 4\n\nConclusion: no error'), null);
});

test('"none" as the number of a clean reply is no contradiction', () => {
  assert.deepEqual(steps('Conclusion: no error\nError Section Number: N/A'), []);
  assert.deepEqual(steps('Conclusion: no error\nError Section Number: -1'), []);
  assert.equal(steps('Conclusion: no error\nError Section Number: 12'), null);
});

test('headings, list numbers, one line and CRLF make no difference', () => {
  assert.deepEqual(steps('## Conclusion\r\n\r\nno error\r\n'), []);
  assert.deepEqual(steps('1. **Conclusion**: yes\r\n2. **Error Section Number**: 4\r\n'), [3]);
  const line =
    'Conclusion: yes Error Section Number: 4 Explanation: a Confidence: 0.5 Error Section Number: 7 Explanation: b';
  const reading = parseAllErrors(line, 10);
  assert.deepEqual(reading.errorSteps, [3, 6]);
  assert.deepEqual(reading.explanations, { 3: 'a', 6: 'b' });
  assert.deepEqual(reading.confidences, { 3: 0.5 });
});

test('an explanation may have several lines and speak of explanations', () => {
  const { explanations } = parseAllErrors(
    'Conclusion: yes\nError Section Number: 4\nExplanation: The explanation: given in section 7\n\nis circular.\nConfidence: 1',
    10,
  );
  assert.deepEqual(explanations, { 3: 'The explanation: given in section 7\n\nis circular.' });
});

test('a confidence is a share or a percentage, or nothing', () => {
  const confidence = (text: string): number | undefined =>
    parseAllErrors(`Conclusion: yes\nError Section Number: 1\nConfidence: ${text}`, 10).confidences[0];
  assert.deepEqual(
    ['0.9', '1', '.5', '80%', '0.9.', '**0.7**'].map(confidence),
    [0.9, 1, 0.5, 0.8, 0.9, 0.7],
  );
  assert.deepEqual(['85', '8/10', '10/10', 'high', '-0.5', '120%'].map(confidence), Array(6).fill(undefined));
});

test('a JSON list under its name may be empty, a bare empty list states nothing', () => {
  assert.deepEqual(steps('```json\n{"error_sections": [2, 5]}\n```'), [1, 4]);
  assert.deepEqual(steps('{"error_sections": []}'), []);
  assert.equal(steps('[]'), null);
  assert.equal(steps('[0]'), null);
  assert.equal(steps('["2"]'), null);
});

test('of a JSON list with an object for each section all are read, also without its brackets', () => {
  const entries =
    '{"error_section_number": 2, "explanation": "x"}, {"error_section_number": 5, "explanation": "y"}';
  assert.deepEqual(steps(`[${entries}]`), [1, 4]);
  assert.deepEqual(steps(`\`\`\`json\n[${entries},]\n\`\`\``), [1, 4]);
  assert.deepEqual(steps(entries.replace('}, {', '}\n{')), [1, 4]);
  assert.deepEqual(parseAllErrors(`[${entries}]`, 10).explanations, { 1: 'x', 4: 'y' });
});

test('a JSON reply that says that there is an error and names none is never "no error"', () => {
  for (const reply of [
    '{"has_error": true, "error_sections": []}',
    '{"conclusion": "yes", "errors": []}',
    '```json\n{"Conclusion": "There is an error.", "error_section_numbers": [],}\n```',
  ]) {
    const { status, errorSteps } = parseAllErrors(reply, 10);
    assert.deepEqual([status, errorSteps], ['inconsistent', null], reply);
  }
  assert.equal(parseAllErrors('{"conclusion": "no", "error_sections": [2]}', 10).status, 'contradictory');
  assert.deepEqual(steps('{"has_error": false, "error_sections": []}'), []);
  assert.deepEqual(steps('{"conclusion": "Correct.", "error_sections": []}'), []);
  for (const said of ['"true"', '"incorrect"', '"see above"', '1', '{}']) {
    const reply = `{"conclusion": ${said}, "error_sections": []}`;
    assert.equal(parseAllErrors(reply, 3).status, 'failed', `${reply} is not understood, and no "no error"`);
  }
});

test('a section that a JSON reply calls right is no error, and such sections alone are no verdict', () => {
  const sections = (one: string, other: string) =>
    steps(`{"sections": [{"section": 1, ${one}}, {"section": 2, ${other}}]}`);
  assert.deepEqual(sections('"correct": true', '"correct": false'), [1]);
  assert.deepEqual(sections('"is_error": false', '"is_error": true'), [1]);
  assert.deepEqual(sections('"verdict": "Correct."', '"verdict": "wrong"'), [1]);
  assert.equal(sections('"correct": true', '"correct": true'), null);
});

test('explanation and confidence beside the number of a JSON reply are kept', () => {
  const reply = '{"error_section_number": 2, "explanation": "x", "confidence": 0.7}';
  const { explanations, confidences } = parseAllErrors(reply, 10);
  assert.deepEqual([explanations, confidences], [{ 1: 'x' }, { 1: 0.7 }]);
});

test('whole answers that contradict each other are no verdict, unless the later corrects the earlier', () => {
  for (const reply of [
    '{"error_sections": [2]}\n{"error_sections": [5]}',
    '{"error_sections": [2]}\n{"error_sections": []}',
    '```json\n[2]\n```\n```json\n[5]\n```',
    'One is {"error_section": 2}, another {"error_section": 5}.',
    'Conclusion: yes\nError Section Number: 3\nExplanation: x\n\nActually, there is no error.',
  ]) {
    const { status, errorSteps } = parseAllErrors(reply, 10);
    assert.deepEqual([status, errorSteps], ['contradictory', null], reply);
  }
  assert.equal(steps('{"error_sections": [2], "error_sections": [5]}'), null);
  assert.deepEqual(steps('{"error_sections": [2]}\nOn reflection:\n{"error_sections": [5]}'), [4]);
  assert.deepEqual(steps('{"error_sections": [2]}\nAgain:\n{"error_sections": [2]}'), [1]);
  const draft = 'Conclusion: yes\nError Section Number: 2\nExplanation: x\n\n';
  const last = 'Conclusion: yes\nError Section Number: 5\nExplanation: y';
  assert.deepEqual(steps(`${draft}**Final verdict:**\n${last}`), [4]);
  assert.deepEqual(steps(`${draft}Section 5:\n${last}`), [1, 4]);
});

test('a JSON verdict that the text behind it takes back, or that labels contradict, is none', () => {
  for (const reply of [
    '{"error_sections": []}\n\nActually, section 4 is wrong.',
    '{"error_sections": []}\nI was wrong: section 3 has a mistake.',
    '{"error_sections": [3]}\n\nActually, there is no error.',
    '{"error_sections": [3]}\nConclusion: no error',
    'Conclusion: yes\nError Section Number: 3\n\n{"error_sections": []}',
  ])
    assert.equal(parseAllErrors(reply, 10).status, 'contradictory', reply);
  assert.deepEqual(
    steps('Wait, section 3 is wrong. No, it is not.\n{"error_sections": []}\nAll is right.'),
    [],
  );
  assert.deepEqual(steps('Wait, section 3 is wrong. No, it is not.\nConclusion: no error'), []);
  assert.deepEqual(steps('{"error_sections": [3]}\nConclusion: yes\nError Section Number: 3'), [2]);
});

test('what a JSON reply says of each section is read in words and numbers, and not guessed', () => {
  const sections = (one: string, other: string) =>
    steps(`[{"section": 1, ${one}}, {"section": 2, ${other}}]`);
  for (const [one, other] of [
    ['"correct": "yes"', '"correct": "no"'],
    ['"correct": "True"', '"correct": "False"'],
    ['"correct": 1', '"correct": 0'],
    ['"is_error": "no"', '"is_error": "yes"'],
    ['"error": "none"', '"error": "the sign is lost"'],
    ['"error": null', '"error": "the sign is lost"'],
    ['"verdict": "valid step"', '"verdict": "Incorrect"'],
    ['"status": "ok"', '"status": "calculation error"'],
  ] as const)
    assert.deepEqual(sections(one, other), [1], one);
  assert.equal(sections('"verdict": "correct"', '"verdict": "unsure"'), null);
  assert.equal(sections('"verdict": "correct"', '"verdict": "not correct, see above"'), null);
  assert.deepEqual(sections('"status": "major"', '"status": "minor"'), [0, 1]);
});

test('one of two sections, and a repeated instruction, are no verdict', () => {
  for (const two of ['3 or 5', '3 / 5', 'section 3 or section 5'])
    assert.equal(steps(`Conclusion: yes\nError Section Number: ${two}`), null, two);
  assert.equal(steps('If no section contains an error:\nConclusion: no error'), null);
});
