import { expect, test } from 'vitest'
import { openTemporaryDatabase } from '../../testing/temporary-workspace.ts'

test('a picture is found by its address and by its content, each through an index', () => {
  using database = openTemporaryDatabase(6)
  const { db } = database
  const plan = (sql: string): string =>
    db
      .prepare<[string], { detail: string }>(`EXPLAIN QUERY PLAN ${sql}`)
      .all('x')
      .map(({ detail }) => detail)
      .join('; ')
  expect(plan('SELECT sha256 FROM picture WHERE address = ?')).toMatch(/^SEARCH picture USING PRIMARY KEY/)
  expect(plan('SELECT address FROM picture WHERE sha256 = ?')).toMatch(
    /^SEARCH picture USING .*picture_by_content/,
  )
})
