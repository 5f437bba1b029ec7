import { gtin14 } from '../gtin.ts'

const endings: Readonly<Record<string, string>> = {
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/tiff': 'tif',
  'image/webp': 'webp',
  'image/gif': 'gif',
  'image/avif': 'avif',
  'image/svg+xml': 'svg',
}

/**
 * The name of a picture's file as GS1 has it: GTIN of fourteen digits, underscore, view code (`09522003001170_A1C1.jpg`).
 * Where there is no GTIN, the item's identifier stands for it; whatever a file name cannot hold is left out.
 */
export function pictureName(
  { gtin, itemId, view, mimeType }: { gtin: string; itemId: string; view: string; mimeType: string },
  position = 1,
): string {
  const plain = (text: string): string => text.replace(/[^A-Za-z0-9-]/g, '')
  const stem = [gtin14(gtin) ?? (plain(itemId) || 'item'), plain(view), position > 1 ? String(position) : '']
  const ending = endings[mimeType]
  return stem.filter(Boolean).join('_') + (ending ? `.${ending}` : '')
}
