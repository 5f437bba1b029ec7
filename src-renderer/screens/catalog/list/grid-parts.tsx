/**
 * Rows and cells of the list, as `div` elements because table rows cannot be positioned. The keyboard focus
 * stays on the grid, which references the active row. The linter requires table elements and focusable parts;
 * these rules are disabled here only.
 */
import type { ComponentProps } from 'react'

// biome-ignore lint/a11y/useSemanticElements: see above
export const Grid = (props: ComponentProps<'div'>) => <div role="grid" tabIndex={0} {...props} />

// biome-ignore lint/a11y/useSemanticElements: see above
export const RowGroup = (props: ComponentProps<'div'>) => <div role="rowgroup" {...props} />

// biome-ignore lint/a11y/useSemanticElements: see above
// biome-ignore lint/a11y/useFocusableInteractive: see above
export const GridRow = (props: ComponentProps<'div'>) => <div role="row" {...props} />

// biome-ignore lint/a11y/useSemanticElements: see above
// biome-ignore lint/a11y/useFocusableInteractive: see above
export const GridCell = (props: ComponentProps<'div'>) => <div role="gridcell" {...props} />

// biome-ignore lint/a11y/useSemanticElements: see above
// biome-ignore lint/a11y/useFocusableInteractive: see above
export const ColumnHeader = (props: ComponentProps<'div'>) => <div role="columnheader" {...props} />
