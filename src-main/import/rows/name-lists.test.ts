import { expect, test } from 'vitest'
import { queryPlans } from '../../testing/query-plans.ts'
import { openTemporaryDatabase } from '../../testing/temporary-workspace.ts'
import { openNameLists } from './name-lists.ts'

test('finds a name by index in a list of any length', () => {
  using database = openTemporaryDatabase()
  const plans = queryPlans(database.db, openNameLists)
    .filter(({ sql }) => /\b(?:lookup|item_value|name_decision)\b/.test(sql))
    .map(({ plan }) => plan)
  expect(plans).toEqual([
    'SEARCH lookup USING INDEX lookup_by_folded (kind=? AND folded=?)\nUSE TEMP B-TREE FOR ORDER BY',
    'SEARCH lookup USING PRIMARY KEY (kind=? AND id=?)',
    // Read once for each batch of rows.
    'SEARCH item_value USING PRIMARY KEY (kind=?)',
    'SEARCH name_decision USING PRIMARY KEY (kind=? AND name=?)',
    'SEARCH name_decision USING PRIMARY KEY (kind=?)',
  ])
})
