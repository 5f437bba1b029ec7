import type { Problem } from '../../src-shared/problem.ts'
import type { Database } from '../storage/store.ts'
import { projectItem } from './item-projection.ts'
import { Declined, scanItem } from './item-scanner.ts'
import type { openItemTables } from './item-tables.ts'
import type { Party, ScannedItem } from './scanned-item.ts'

const batch = 500

interface StoredDocument {
  seq: number
  verified: number
  body: Buffer
}

/** Makes every projection anew from the stored bodies, in the order they were first received. */
export function rebuildProjection(db: Database, items: ReturnType<typeof openItemTables>) {
  const next = db.prepare<[number, number], StoredDocument>(
    'SELECT seq, verified, body FROM item_document WHERE seq > ? ORDER BY seq LIMIT ?',
  )
  const setOutline = db.prepare('UPDATE item_document SET outline = ? WHERE seq = ?')
  const problems: Problem[] = []
  const categories = new Map<string, Party>()
  let count = 0
  items.clear()
  for (let last = 0; ; ) {
    const documents = next.all(last, batch)
    for (const { seq, verified, body } of documents) {
      const scanned = scanStored(body)
      if (!scanned) {
        problems.push({
          code: 'damaged',
          path: `item_document[seq=${seq}]`,
          message: 'A stored item cannot be read.',
        })
        continue
      }
      const projection = projectItem(body, scanned)
      setOutline.run(projection.outline, seq)
      items.insertProjection(seq, projection, verified)
      for (const category of scanned.categories) categories.set(category.id, category)
      count++
    }
    const end = documents.at(-1)
    if (!end) return { items: count, problems, categories }
    last = end.seq
  }
}

/** A stored element was taken once, so it is taken again unless the file was damaged. */
export function scanStored(body: Uint8Array): ScannedItem | undefined {
  try {
    return scanItem(body, true)
  } catch (error) {
    if (error instanceof Declined) return undefined
    throw error
  }
}
