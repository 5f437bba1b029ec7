import { findingsOf, type ItemPicture } from '../../src-shared/evidence/find-findings.ts'
import {
  type Finding,
  type ItemEvidence,
  maxOthers,
  type NamedItem,
  type ReadingFailure,
  type Readings,
  readingVersions,
} from '../../src-shared/evidence/model.ts'
import type { PictureRule } from '../../src-shared/media/picture-checks.ts'
import { isGtinType, searchCandidates } from '../../src-shared/values/gtin.ts'
import { type Item, item as itemElement } from '../../src-shared/vocabulary/elements/item.ts'
import { parseElement } from '../../src-shared/vocabulary/kit/kit.ts'
import { openItemMedia } from '../catalog/index.ts'
import { pictureAddress } from '../media/index.ts'
import type { Database, ItemCodeRow, ItemRow, PictureReadingRow } from '../storage/index.ts'

interface NamedPicture {
  url: string
  view: string
}

interface ItemWithPictures {
  seq: number
  media: readonly NamedPicture[]
}

/** Findings of an item, and the number of its stored pictures without a current reading. */
interface ComparedItem {
  findings: Finding[]
  unread: number
}

/** Compares records with the readings of their pictures. */
export function openItemEvidence(db: Database) {
  const contentOf = db.prepare<[string], { sha256: string; reduced_to: number | null }>(
    'SELECT sha256, reduced_to FROM picture WHERE address = ? AND sha256 IS NOT NULL',
  )
  const readingsOf = db.prepare<
    [string],
    Pick<PictureReadingRow, 'kind' | 'version' | 'result' | 'failure_code' | 'failure'>
  >('SELECT kind, version, result, failure_code, failure FROM picture_reading WHERE sha256 = ?')
  const codesOf = db.prepare<[number], Pick<ItemCodeRow, 'code' | 'gtin14' | 'type'>>(
    'SELECT code, gtin14, type FROM item_code WHERE item = ?',
  )
  const others = db.prepare<[string, number, number], NamedItem>(`
    SELECT DISTINCT item.id, item.name FROM item_code JOIN item ON item.seq = item_code.item
    WHERE gtin14 = ? AND item_code.item <> ? ORDER BY item_code.item LIMIT ?`)
  const itemOf = db.prepare<[string], Pick<ItemRow, 'seq' | 'name'>>(
    'SELECT seq, name FROM item WHERE id = ?',
  )
  const media = openItemMedia(db)
  const body = db.prepare<[number], Buffer>('SELECT body FROM item_document WHERE seq = ?').pluck()
  const recordOf = (seq: number): Item | undefined => {
    const stored = body.get(seq)
    return stored && parseElement(itemElement, stored).value
  }

  /** The stored picture of a medium; `isRead` is false if a kind of reading is missing or out of date. */
  function pictureOf({ url, view }: NamedPicture): { picture: ItemPicture; isRead: boolean } | undefined {
    const content = contentOf.get(pictureAddress(url))
    if (content === undefined) return undefined
    const { sha256 } = content
    const isReduced = content.reduced_to !== null
    const readings: Record<string, unknown> = {}
    let failure: ReadingFailure | undefined
    const missing = new Set<string>(Object.keys(readingVersions))
    for (const row of readingsOf.all(sha256)) {
      if (readingVersions[row.kind as keyof Readings] === row.version) missing.delete(row.kind)
      if (row.result !== null) readings[row.kind] = JSON.parse(row.result)
      else failure = { code: row.failure_code as ReadingFailure['code'], message: row.failure ?? '' }
    }
    return {
      picture: {
        sha256,
        view,
        isReduced,
        readings: readings as Partial<Readings>,
        ...(failure && { failure }),
      },
      isRead: missing.size === 0,
    }
  }

  function ownCodesOf(seq: number): Set<string> {
    const own = new Set<string>()
    for (const { code, gtin14, type } of codesOf.all(seq)) {
      if (!isGtinType(type)) continue
      if (gtin14 !== null) own.add(gtin14)
      for (const reading of searchCandidates(code)?.gtin14s ?? []) own.add(reading)
    }
    return own
  }

  const compare = ({ seq, media }: ItemWithPictures, rules: readonly PictureRule[]): ComparedItem => {
    const stored = media.flatMap((medium) => pictureOf(medium) ?? [])
    if (stored.length === 0) return { findings: [], unread: 0 }
    return {
      findings: findingsOf({
        rules,
        pictures: stored.map(({ picture }) => picture),
        ownCodes: ownCodesOf(seq),
        othersWith: (gtin14) => others.all(gtin14, seq, maxOthers),
        record: () => recordOf(seq),
      }),
      unread: new Set(stored.filter(({ isRead }) => !isRead).map(({ picture }) => picture.sha256)).size,
    }
  }

  return {
    /** Each item with the addresses of the pictures in its record. A missing item has no findings. */
    ofIds(ids: readonly string[], rules: readonly PictureRule[]) {
      const found = media.ofIds(ids)
      return ids.map((id) => {
        const named = found.get(id) ?? []
        const seq = itemOf.get(id)?.seq
        return {
          id,
          findings: seq === undefined ? [] : compare({ seq, media: named }, rules).findings,
          addresses: [...new Set(named.map(({ url }) => pictureAddress(url)))],
        }
      })
    },
    /** @returns undefined if there is no such item */
    ofId(id: string, rules: readonly PictureRule[]): ItemEvidence | undefined {
      const found = itemOf.get(id)
      return found && { name: found.name, ...compare({ seq: found.seq, media: media.ofId(id) }, rules) }
    },
    /** Hashes of the stored pictures of items. */
    contentsOf: (ids: readonly string[]): string[] => [
      ...new Set(
        [...media.ofIds(ids).values()]
          .flat()
          .flatMap(({ url }) => contentOf.get(pictureAddress(url))?.sha256 ?? []),
      ),
    ],
  }
}
