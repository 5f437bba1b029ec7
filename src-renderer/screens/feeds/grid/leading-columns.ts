/** Columns of the library before those of the draft: the row numbers and the pictures, which are never selected. */
export const leadingColumns = 2
