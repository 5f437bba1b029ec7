/**
 * Rows and cells of the list. The list is a grid made of plain boxes, because rows of a real table cannot be placed
 * by hand; the keyboard focus stays on the grid itself, which points at the active row. The linter would have
 * table elements and a focus on each part, so it is told so here, once.
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
