// Where published data, which cannot be published again here, are looked for: without them tests say what they skip.

/** A folder with `data`, `golden` and `fixtures`; LATEBENCH_TEST_DATA names another. */
export const testData = process.env.LATEBENCH_TEST_DATA ?? '../shared';
