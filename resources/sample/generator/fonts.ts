import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inflateSync } from 'node:zlib'

/**
 * The open fonts (SIL OFL 1.1) the pack shots are set in: unpacks them from their @fontsource packages into a
 * temporary folder, tells fontconfig to use only that folder, and measures text by their own metrics.
 */
export type FontName =
  | 'Fredoka'
  | 'Playfair Display'
  | 'Pacifico'
  | 'Bebas Neue'
  | 'Abril Fatface'
  | 'Righteous'
  | 'DM Serif Display'
  | 'Archivo Black'
  | 'Josefin Sans'
  | 'Lobster'
  | 'Inter'

/** The one weight each family is measured in; drawing uses the same. */
const faces: Record<FontName, { weight: number }> = {
  Fredoka: { weight: 700 },
  'Playfair Display': { weight: 700 },
  Pacifico: { weight: 400 },
  'Bebas Neue': { weight: 400 },
  'Abril Fatface': { weight: 400 },
  Righteous: { weight: 400 },
  'DM Serif Display': { weight: 400 },
  'Archivo Black': { weight: 400 },
  'Josefin Sans': { weight: 700 },
  Lobster: { weight: 400 },
  Inter: { weight: 600 },
}
const interWeights = [400, 600, 800]

export interface Fonts {
  /** Width of the text in units of its font size. */
  measure(font: FontName, text: string): number
  weight(font: FontName): number
}

/** `directory` holds `node_modules/@fontsource/...`. Call before sharp is loaded: fontconfig reads its file once. */
export function prepareFonts(directory: string): Fonts {
  const folder = join(tmpdir(), 'catalog-desk-sample-fonts')
  mkdirSync(join(folder, 'fonts'), { recursive: true })
  const metrics = new Map<string, (text: string) => number>()
  for (const [family, { weight }] of Object.entries(faces)) {
    for (const each of family === 'Inter' ? interWeights : [weight]) {
      const slug = family.toLowerCase().replaceAll(' ', '-')
      const file = `${slug}-latin-${each}-normal`
      const source = join(directory, 'node_modules/@fontsource', slug, 'files', `${file}.woff`)
      const font = unpackWoff(readFileSync(source))
      writeFileSync(join(folder, 'fonts', `${file}.ttf`), font)
      if (each === weight) metrics.set(family, measureWith(font))
    }
  }
  writeFileSync(
    join(folder, 'fonts.conf'),
    `<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd"><fontconfig><dir>${folder}/fonts</dir><cachedir>${folder}/cache</cachedir></fontconfig>`,
  )
  process.env['FONTCONFIG_FILE'] = join(folder, 'fonts.conf')
  return {
    measure: (font, text) => metrics.get(font)?.(text) ?? 0,
    weight: (font) => faces[font].weight,
  }
}

/** WOFF 1 is a font whose tables are deflated one by one: lays them out again as a plain font file. */
function unpackWoff(woff: Buffer): Buffer {
  const count = woff.readUInt16BE(12)
  const header = Buffer.alloc(12 + count * 16)
  woff.copy(header, 0, 4, 8)
  header.writeUInt16BE(count, 4)
  const power = 2 ** Math.floor(Math.log2(count))
  header.writeUInt16BE(power * 16, 6)
  header.writeUInt16BE(Math.log2(power), 8)
  header.writeUInt16BE(count * 16 - power * 16, 10)
  const tables: Buffer[] = []
  let place = header.length
  for (let index = 0; index < count; index++) {
    const entry = 44 + index * 20
    const offset = woff.readUInt32BE(entry + 4)
    const packed = woff.readUInt32BE(entry + 8)
    const length = woff.readUInt32BE(entry + 12)
    const stored = woff.subarray(offset, offset + packed)
    const table = packed < length ? inflateSync(stored) : stored
    woff.copy(header, 12 + index * 16, entry, entry + 4)
    woff.copy(header, 12 + index * 16 + 4, entry + 16, entry + 20)
    header.writeUInt32BE(place, 12 + index * 16 + 8)
    header.writeUInt32BE(length, 12 + index * 16 + 12)
    const padded = Buffer.alloc(Math.ceil(length / 4) * 4)
    table.copy(padded)
    tables.push(padded)
    place += padded.length
  }
  return Buffer.concat([header, ...tables])
}

/** Advance widths by `cmap` (format 4) and `hmtx`; kerning is left out, so texts come out a hair narrower. */
function measureWith(font: Buffer): (text: string) => number {
  const table = (tag: string) => {
    for (let index = 0; index < font.readUInt16BE(4); index++) {
      const entry = 12 + index * 16
      if (font.toString('latin1', entry, entry + 4) === tag) return font.readUInt32BE(entry + 8)
    }
    throw new Error(`The font has no ${tag} table`)
  }
  const unitsPerEm = font.readUInt16BE(table('head') + 18)
  const longMetrics = font.readUInt16BE(table('hhea') + 34)
  const hmtx = table('hmtx')
  const cmap = table('cmap')
  let map = 0
  for (let index = 0; index < font.readUInt16BE(cmap + 2); index++) {
    const offset = cmap + font.readUInt32BE(cmap + 4 + index * 8 + 4)
    if (font.readUInt16BE(offset) === 4) map = offset
  }
  const segments = font.readUInt16BE(map + 6) / 2
  const glyph = (code: number) => {
    for (let index = 0; index < segments; index++) {
      if (font.readUInt16BE(map + 14 + index * 2) < code) continue
      const start = font.readUInt16BE(map + 16 + segments * 2 + index * 2)
      if (start > code) return 0
      const delta = font.readUInt16BE(map + 16 + segments * 4 + index * 2)
      const rangeAt = map + 16 + segments * 6 + index * 2
      const range = font.readUInt16BE(rangeAt)
      if (range === 0) return (code + delta) & 0xffff
      const found = font.readUInt16BE(rangeAt + range + (code - start) * 2)
      return found === 0 ? 0 : (found + delta) & 0xffff
    }
    return 0
  }
  return (text) => {
    let width = 0
    for (const character of text) {
      const index = Math.min(glyph(character.codePointAt(0) ?? 0), longMetrics - 1)
      width += font.readUInt16BE(hmtx + index * 4)
    }
    return width / unitsPerEm
  }
}
