import { t } from '@lingui/core/macro'
import type { FileColumn } from '../../../../src-shared/import/model.ts'
import { pathOfColumn } from '../../../../src-shared/import/rejected-grid.ts'
import { said } from '../../../texts/translate-message.ts'
import type { GridColumns } from '../../feeds/editor/grid/columns/grid-columns.ts'

/** The columns of a file as columns of a grid. Their cells are texts, as in the file. */
export const fileColumns = (columns: readonly FileColumn[]): GridColumns =>
  new Map(
    columns.map(({ name, field }) => [
      name,
      {
        column: name,
        path: pathOfColumn(name),
        label: name,
        title: name,
        around: [],
        section: '',
        input: 'paragraph',
        help: field === undefined ? t`This column is not imported.` : t`Becomes: ${said(field)}`,
        choices: undefined,
        isNumber: false,
      },
    ]),
  )

/** Width of a column of texts, in pixels. */
export const columnWidth = 180
