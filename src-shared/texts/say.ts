/** A value in a sentence: a word, a formatted number, or another sentence. */
type MessageValue = string | number

/**
 * A message of the backend for a person, in English. English is the language of the log, of the command
 * line and of stored data.
 *
 * The tag marks every message, so that the table of messages can be extracted from the code. A page in
 * another language parses the values of a message back and translates it. Each value is named by its
 * expression. Values that are words of a table, other marked messages or lists of these are translated too;
 * values in quotation marks are names or typed text and stay unchanged.
 */
export const say = (fixed: TemplateStringsArray, ...values: MessageValue[]): string =>
  translate(fixed.reduce((before, after, at) => `${before}${values[at - 1]}${after}`))

let translate = (sentence: string): string => sentence

/** Sets the translation of messages; called once, by a page in another language. */
export const setTranslation = (translation: (sentence: string) => string): void => {
  translate = translation
}

/** Words as a list inside a sentence: `a, b and c`. */
export const listed = (words: readonly string[], joint: 'and' | 'or'): string =>
  words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} ${joint} ${words.at(-1)}`

/**
 * A number with its noun, such as `3 items`, in a sentence or alone. In other languages the words around it
 * also depend on the number. The nouns must be literals at the call, because the table of messages is
 * extracted from there.
 */
export const counted = (count: number, one: string, other = `${one}s`): string =>
  `${count} ${count === 1 ? one : other}`
