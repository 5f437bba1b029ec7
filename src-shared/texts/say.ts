/** What stands at a place of a sentence: a word, a number as it is written, or a sentence of its own. */
type Said = string | number

/**
 * A sentence that the backend says to a person, in English: the language of the log, of the command line and of what is
 * kept. Every sentence is marked with it, so that the table of sentences is made of the code, and a page in another
 * language can read the values back and say the sentence anew. Each value is named by its expression. A word of a table,
 * another marked sentence and a list of either at the place of a value are said anew too; what stands in quotation marks
 * is a name or was typed, and stays.
 */
export const say = (fixed: TemplateStringsArray, ...values: Said[]): string =>
  anew(fixed.reduce((before, after, at) => `${before}${values[at - 1]}${after}`))

let anew = (sentence: string): string => sentence

/** Told once, by a page in another language: how it says a sentence anew. */
export const sayBy = (saying: (sentence: string) => string): void => {
  anew = saying
}

/** Words as a list within a sentence: `a, b and c`. */
export const listed = (words: readonly string[], joint: 'and' | 'or'): string =>
  words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} ${joint} ${words.at(-1)}`

/**
 * A number with its words, such as `3 items`, in a sentence or by itself. In other languages the words around it follow
 * the number too. The words stand where it is called: from there they come into the table of sentences.
 */
export const counted = (count: number, one: string, other = `${one}s`): string =>
  `${count} ${count === 1 ? one : other}`
