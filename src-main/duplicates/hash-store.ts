import { defineReader, defineWriter } from '../storage/index.ts'

export const signReader = defineReader('duplicates/signs', ({ db }) => {
  const lacking = db
    .prepare<[number], string>(
      'SELECT sha256 FROM picture_file WHERE sha256 NOT IN (SELECT sha256 FROM picture_signs) LIMIT ?',
    )
    .pluck()
  const count = db
    .prepare<[], number>(
      'SELECT count(*) FROM picture_file WHERE sha256 NOT IN (SELECT sha256 FROM picture_signs)',
    )
    .pluck()
  return {
    /** Stored pictures without a hash. */
    lacking: (most: number): string[] => lacking.all(most),
    countLacking: (): number => count.get() ?? 0,
  }
})

export const signWriter = defineWriter('duplicates/signs', ({ db, record }) => {
  const put = db.prepare('INSERT INTO picture_signs VALUES (?, ?) ON CONFLICT (sha256) DO NOTHING')
  const prune = db.prepare('DELETE FROM picture_signs WHERE sha256 NOT IN (SELECT sha256 FROM picture_file)')
  return {
    put(pictures: { sha256: string; signs: Uint8Array | undefined }[]): void {
      for (const { sha256, signs } of pictures) put.run(sha256, signs ?? null)
      if (pictures.length > 0) record({ topic: 'duplicates' })
    },
    /** Deletes the hashes of pictures that are no longer stored. */
    prune: (): number => prune.run().changes,
  }
})
