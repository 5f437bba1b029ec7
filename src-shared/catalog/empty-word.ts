/**
 * Whether a text is what a program wrote for a value it did not have: in real catalogs hundreds of items are of a category
 * called "null". Such a word names nothing, and is shown as nothing.
 */
export const isEmptyWord = (text: string | undefined): boolean =>
  text !== undefined && /^(null|undefined)$/i.test(text.trim())

/** The categories that name something. */
export const namedCategories = <Category extends { name: string }>(
  categories: readonly Category[],
): Category[] => categories.filter(({ name }) => !isEmptyWord(name))
