import type { DraftSelection } from '../../../../src-shared/feeds/draft/edits.ts'
import { columnNamed } from '../../../../src-shared/feeds/draft/retailer-columns.ts'
import type { FeedKind } from '../../../../src-shared/feeds/kinds/kinds.ts'
import { clusterValues } from '../../../../src-shared/names/cluster-values.ts'
import { type AlikeValues, type CountedValue, nameKindOf } from '../../../../src-shared/names/model.ts'
import { readDecisions } from '../../../names/index.ts'
import type { Database } from '../../../storage/index.ts'
import { cellExpression, selectionCondition } from '../selection.ts'

/** Number of different values that are compared, the most frequent first. */
const maxValues = 50_000
/** Longer texts are sentences, not names, and are not compared. */
const maxLength = 1000

interface Question {
  id: string
  kind: FeedKind
  selection: DraftSelection
  column: string
}

/** Returns a function that finds the values of a column of a draft that probably mean the same. */
export function readAlikeValues(db: Database) {
  const decisions = readDecisions(db)
  return ({ id, kind, selection, column }: Question): AlikeValues => {
    const { where, values } = selectionCondition(kind, selection)
    const cell = cellExpression(kind, column)
    const found = db
      .prepare<unknown[], CountedValue>(
        `SELECT ${cell} AS text, count(*) AS count FROM draft_item i
         WHERE ${where} AND length(${cell}) BETWEEN 1 AND ${maxLength}
         GROUP BY 1 ORDER BY 2 DESC, 1 LIMIT ${maxValues + 1}`,
      )
      .all({ draft: id, ...values })
    const path = columnNamed(kind, column)?.path ?? column
    const alike = clusterValues(found.slice(0, maxValues), decisions.merged(nameKindOf(path)))
    return { ...alike, isCut: alike.isCut || found.length > maxValues }
  }
}
