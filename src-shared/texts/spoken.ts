let nounsAreCapital = false

/** Told once, by a page whose tables are in a language that writes every noun with a capital. */
export const keepCapitals = (kept: boolean): void => {
  nounsAreCapital = kept
}

/** A word or a sentence as a label begins: `Brand` for `brand`. */
export const capitalized = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1)

/** A label within a sentence: `product code` for `Product code`. Names such as Content+ and GTIN keep their capital. */
export const spoken = (label: string): string =>
  nounsAreCapital || !/^\p{Lu}[\p{Ll}\s-]/u.test(label) || /^(Content\+|Proposition)/.test(label)
    ? label
    : label.charAt(0).toLowerCase() + label.slice(1)
