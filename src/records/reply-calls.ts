// Calls behind one reply.

/**
 * Calls that one reply of an injector or one verification vote takes at most: what cannot be read is asked for once more.
 * Budgets and dry runs count on it.
 */
export const callsForOneReply = 2;
