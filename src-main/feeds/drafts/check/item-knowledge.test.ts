import { expect, test } from 'vitest'
import { queryPlans } from '../../../testing/query-plans.ts'
import { openTemporaryDatabase } from '../../../testing/temporary-workspace.ts'
import { openEarlierFeeds } from './item-knowledge.ts'

test('finds the feeds of an item by index, without scanning other feeds', () => {
  using database = openTemporaryDatabase()
  const plans = queryPlans(database.db, openEarlierFeeds)
  const planWith = (words: string) => plans.find(({ sql }) => sql.includes(words))?.plan ?? ''
  expect(planWith('FROM json_each(?) AS wanted CROSS JOIN feed_code')).toMatch(
    /SEARCH feed_code USING .*feed_code_code/,
  )
  expect(planWith('CROSS JOIN received_feed_item')).toMatch(
    /SEARCH received_feed_item USING .*received_feed_item_code/,
  )
  expect(planWith('FROM item_change')).toMatch(/SEARCH item_change USING .*item_change_by_item/)
})
