/**
 * Whether a text is a program's placeholder for a missing value. In real catalogs, hundreds of items have a
 * category called "null". Such a text names nothing and is not shown.
 */
export const isEmptyWord = (text: string | undefined): boolean =>
  text !== undefined && /^(null|undefined)$/i.test(text.trim())

/** The categories whose name is not a placeholder. */
export const namedCategories = <Category extends { name: string }>(
  categories: readonly Category[],
): Category[] => categories.filter(({ name }) => !isEmptyWord(name))
