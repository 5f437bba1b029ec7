import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import type { Database, ItemDictionaryRow } from '../storage/index.ts'

/**
 * Measured on records of 4.7 KB: compression by a factor of 3.1 without a dictionary, 8.4 with one of this
 * size.
 */
const dictionarySize = 16_384
/** A smaller catalog has too few records for a dictionary; its versions are compressed without one. */
const minDocuments = 16
/**
 * The fastest level and small tables: the dictionary does most of the work (a factor of 8.3 instead of 8.5),
 * and setting up larger tables for each body took twice as long as compressing it.
 */
const compression = {
  [constants.ZSTD_c_compressionLevel]: 1,
  [constants.ZSTD_c_windowLog]: 17,
  [constants.ZSTD_c_hashLog]: 14,
}

interface PackedBody {
  dictionary: number | null
  length: number
  body: Uint8Array
}

/**
 * Compresses the bodies of earlier versions. They share a dictionary that consists of some of the catalog's
 * records and is created with the first stored version: records have the same elements and many of the same
 * texts.
 */
export function openVersionPacker(db: Database): (body: Uint8Array) => PackedBody {
  const newest = db.prepare<[], ItemDictionaryRow>(
    'SELECT number, content FROM item_dictionary ORDER BY number DESC LIMIT 1',
  )
  const insert = db.prepare('INSERT INTO item_dictionary (content) VALUES (?)')
  // The largest row number approximates the count: row numbers have few gaps, and counting would read the
  // entire file.
  const lastDocument = db.prepare<[], number | null>('SELECT max(seq) FROM item_document').pluck()
  const sample = db
    .prepare<[number], Buffer>('SELECT body FROM item_document WHERE seq >= ? ORDER BY seq LIMIT 1')
    .pluck()
  const sampleCount = 8

  const create = () => {
    const documents = lastDocument.get() ?? 0
    if (documents < minDocuments) return undefined
    const bodies = Array.from({ length: sampleCount }, (_, record) =>
      sample.get(1 + Math.floor((record * documents) / sampleCount)),
    ).filter((body) => body !== undefined)
    const content = Buffer.concat(bodies).subarray(0, dictionarySize)
    const number = Number(insert.run(content).lastInsertRowid)
    return { number, content }
  }
  return (body) => {
    // Read every time, because a rollback removes a dictionary created in its transaction.
    const dictionary = newest.get() ?? create()
    return {
      dictionary: dictionary?.number ?? null,
      length: body.length,
      body: zstdCompressSync(body, {
        params: compression,
        dictionary: dictionary?.content,
      }),
    }
  }
}

/** Decompresses a body. @throws Error if it is damaged */
export function openVersionUnpacker(db: Database): (packed: Omit<PackedBody, 'length'>) => Uint8Array {
  const dictionary = db
    .prepare<[number], Buffer>('SELECT content FROM item_dictionary WHERE number = ?')
    .pluck()
  return ({ dictionary: number, body }) => {
    const content = number === null ? undefined : dictionary.get(number)
    return zstdDecompressSync(body, content && { dictionary: content })
  }
}
