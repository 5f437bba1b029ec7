/** One row of a select, combobox or similar list: a column for the tick, one for the words. */
export const optionClass =
  'grid min-h-7 cursor-default grid-cols-[1rem_1fr] items-center gap-1.5 rounded-sm py-1 pr-3 pl-1.5 text-sm outline-none select-none data-highlighted:bg-highlight data-selected:font-medium data-disabled:opacity-50'
