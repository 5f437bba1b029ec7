let nounsAreCapital = false

/** Set once, by a page whose language capitalizes every noun. */
export const keepCapitals = (kept: boolean): void => {
  nounsAreCapital = kept
}

/** Capitalizes the first letter, as in a label: `Brand` for `brand`. */
export const capitalized = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1)

/**
 * A label inside a sentence: `product code` for `Product code`. Names such as Content+ and GTIN keep their
 * capital.
 */
export const spoken = (label: string): string =>
  nounsAreCapital || !/^\p{Lu}[\p{Ll}\s-]/u.test(label) || /^(Content\+|Proposition)/.test(label)
    ? label
    : label.charAt(0).toLowerCase() + label.slice(1)
