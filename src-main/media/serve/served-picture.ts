import type { Database } from '../../storage/index.ts'
import { servedContent } from './picture-path.ts'

/** A picture that is kept, and by which addresses records name it. */
export interface ServedPicture {
  mimeType: string
  /** Without signature and expiry; one at least. */
  addresses: string[]
}

/** Finds the kept picture that an address of our own media route serves; undefined for any other address. */
export function openServedPictures(db: Database): (url: string) => ServedPicture | undefined {
  const ofContent = db.prepare<[string], { address: string; mimeType: string }>(
    'SELECT address, mime_type AS mimeType FROM picture WHERE sha256 = ? ORDER BY address',
  )
  return (url) => {
    const sha256 = servedContent(url)
    const rows = sha256 === undefined ? [] : ofContent.all(sha256)
    const [first] = rows
    return first && { mimeType: first.mimeType, addresses: rows.map(({ address }) => address) }
  }
}
