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

/** Letters of a part of a name: file systems take 255 in all. */
const maxPart = 100

/** A text without what a file name cannot hold; of a long one the beginning and the end. */
function plain(text: string): string {
  const held = text.replace(/[^A-Za-z0-9-]/g, '')
  return held.length > maxPart ? `${held.slice(0, 60)}-${held.slice(-30)}` : held
}

/**
 * The name of a picture's file as GS1 has it: GTIN of fourteen digits, underscore, view code (`09522003001170_A1C1.jpg`).
 * Where there is no GTIN, the item's identifier stands for it; whatever a file name cannot hold is left out.
 */
export function pictureName(
  { gtin, itemId, view, mimeType }: { gtin: string; itemId: string; view: string; mimeType: string },
  position = 1,
): string {
  const stem = [gtin14(gtin) ?? (plain(itemId) || 'item'), plain(view), position > 1 ? String(position) : '']
  const ending = endings[mimeType]
  return stem.filter(Boolean).join('_') + (ending ? `.${ending}` : '')
}
