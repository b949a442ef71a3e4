// The marks of JSON as bytes. All are ASCII, and no byte of a longer UTF-8 sign looks like one.

export const quote = 0x22;
export const comma = 0x2c;
export const colon = 0x3a;
export const openBracket = 0x5b;
export const closeBracket = 0x5d;
export const openBrace = 0x7b;
export const closeBrace = 0x7d;
