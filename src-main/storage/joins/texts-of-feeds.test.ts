import { expect, test } from 'vitest'
import { openTemporaryDatabase } from '../../testing/temporary-workspace.ts'
import { openTextsOfFeeds, type TextRange } from './texts-of-feeds.ts'

test('reads the texts of drafts, steps, feeds, received feeds and Content+ that contain a part, in ranges', () => {
  using database = openTemporaryDatabase()
  const { db } = database
  db.pragma('foreign_keys = off')
  db.exec(`
    INSERT INTO draft (id, kind, name, text, created_at, updated_at, deleted_at)
      VALUES ('d', 'create', 'Draft', '<a>/media/1</a>', 1, 1, 2), ('e', 'create', 'Other', NULL, 1, 1, NULL);
    INSERT INTO draft_item (draft, key, value, text, base)
      VALUES ('d', 1, '{"a":"/media/2"}', '/media/3', '{"b":"/media/4"}'), ('d', 2, '{"a":"none"}', NULL, NULL);
    WITH RECURSIVE many (n) AS (SELECT 10 UNION ALL SELECT n + 1 FROM many WHERE n < 1200)
      INSERT INTO draft_item (draft, key, value) SELECT 'e', n, '{"a":"none"}' FROM many;
    INSERT INTO draft_item (draft, key, value) VALUES ('e', 5000, '{"a":"/media/5"}');
    INSERT INTO draft_step (draft, number, label, made_at, changes) VALUES ('d', 1, 'Step', 1, '["/media/6"]');
    INSERT INTO feed_body VALUES (1, CAST('<items>/media/7</items>' AS BLOB)), (2, CAST('<items/>' AS BLOB));
    INSERT INTO received_feed (id, kind, username, body, body_hash, state, items, received_at)
      VALUES ('r', 'create', 'u', CAST('<items>/media/8</items>' AS BLOB), x'00', 'PROCESSED', 1, 1);
    INSERT INTO retailer_content VALUES ('i', 'r', CAST('<r>/media/9</r>' AS BLOB), 1, NULL);
  `)
  const read = openTextsOfFeeds(db)
  const found: string[] = []
  let calls = 0
  for (let range: TextRange | undefined = { source: 0, after: 0 }; range !== undefined; calls++) {
    const { texts, next } = read('/media/', range)
    found.push(...texts)
    range = next
  }
  expect(found.map((text) => /\/media\/(\d)/.exec(text)?.[1]).join('')).toBe('123456789')
  expect(calls).toBe(8)
})
