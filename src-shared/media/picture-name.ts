import { gtin14 } from '../values/gtin.ts'

const endings: Readonly<Record<string, string>> = {
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/tiff': 'tif',
  'image/webp': 'webp',
  'image/gif': 'gif',
  'image/avif': 'avif',
  'image/svg+xml': 'svg',
}

/** Maximum characters of a part of a name; file systems allow 255 in total. */
const maxPart = 100

/** Removes characters that a file name cannot contain, and shortens a long text in the middle. */
function plain(text: string): string {
  const held = text.replace(/[^A-Za-z0-9-]/g, '')
  return held.length > maxPart ? `${held.slice(0, 60)}-${held.slice(-30)}` : held
}

/**
 * The GS1 file name of a picture: GTIN-14, underscore, view code (`09522003001170_A1C1.jpg`). Without a
 * GTIN, the item's identifier is used. Characters that a file name cannot contain are removed.
 */
export function pictureName(
  { gtin, itemId, view, mimeType }: { gtin: string; itemId: string; view: string; mimeType: string },
  position = 1,
): string {
  const stem = [gtin14(gtin) ?? (plain(itemId) || 'item'), plain(view), position > 1 ? String(position) : '']
  const ending = endings[mimeType]
  return stem.filter(Boolean).join('_') + (ending ? `.${ending}` : '')
}
