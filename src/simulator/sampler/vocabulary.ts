// The words that simulated traces are made of. They mean nothing: only their probabilities are of use.

const words =
  'so then hence thus now we have the sum term product value number factor root case bound prime ratio angle side point line circle area square cube power even odd digit order count pair set subset path step next first last both each every some any other same left right upper lower half twice total whole part rest limit series index range mean check note recall write let take use apply compute expand reduce divide multiply add subtract compare replace insert solve simplify rearrange substitute cancel collect bring move turn keep drop repeat follow reach give get find see know need want try guess suppose assume claim prove show state gives means holds implies equals exceeds divides leaves remains contains covers joins meets cuts';

/** Distinct tokens, each a word with the space before it. The count is prime, so any stride visits all of them. */
export const vocabulary: readonly string[] = [...new Set(words.split(' '))]
  .slice(0, 113)
  .map((word) => ` ${word}`);
