/** What stands at a place of a sentence: a word, a number as it is written, or a sentence of its own. */
type Said = string | number

/**
 * A sentence that the backend says to a person, in English: the language of the log, of the command line and of what is
 * kept. Every sentence is marked with it, so that the table of sentences is made of the code, and a page in another
 * language can read the values back and say the sentence anew. Each value is named by its expression.
 */
export const say = (fixed: TemplateStringsArray, ...values: Said[]): string =>
  fixed.reduce((before, after, at) => `${before}${values[at - 1]}${after}`)
