import { expect, test } from 'vitest'
import { queryPlans } from '../../../testing/query-plans.ts'
import { openTemporaryDatabase } from '../../../testing/temporary-workspace.ts'
import { openEarlierFeeds } from './item-knowledge.ts'

test('the feeds about an item are found by its codes, whatever else was sent', () => {
  using database = openTemporaryDatabase()
  const plans = queryPlans(database.db, openEarlierFeeds)
  const planOf = (words: string) => plans.find(({ sql }) => sql.includes(words))?.plan ?? ''
  expect(planOf('FROM json_each(?) AS wanted CROSS JOIN feed_code')).toMatch(
    /SEARCH feed_code USING .*feed_code_code/,
  )
  expect(planOf('CROSS JOIN received_feed_item')).toMatch(
    /SEARCH received_feed_item USING .*received_feed_item_code/,
  )
  expect(planOf('FROM item_change')).toMatch(/SEARCH item_change USING .*item_change_by_item/)
})
