import { type ReadingKind, readingVersions } from '../../src-shared/evidence/model.ts'
import { defineReader, defineWriter } from '../storage/index.ts'
import type { PictureOutcome } from './reader/protocol.ts'

/** A stored picture, and the kinds of reading that it lacks. */
export interface LackingPicture {
  sha256: string
  kinds: ReadingKind[]
}

/** The versions of some kinds, as the queries expect them. */
const versionsOf = (kinds: readonly ReadingKind[]): string =>
  JSON.stringify(Object.fromEntries(kinds.map((kind) => [kind, readingVersions[kind]])))
const allVersions = JSON.stringify(readingVersions)

export const readingReader = defineReader('evidence/readings', ({ db }) => {
  const missing = `NOT EXISTS (
    SELECT 1 FROM picture_reading AS reading
    WHERE reading.sha256 = picture_file.sha256 AND reading.kind = kind.key AND version = kind.value)`
  const lacking = db.prepare<[string, string, number], { sha256: string; kinds: string }>(`
    SELECT sha256, json_group_array(kind.key) AS kinds
    FROM picture_file CROSS JOIN json_each(?) AS kind
    WHERE sha256 > ? AND ${missing} GROUP BY sha256 ORDER BY sha256 LIMIT ?`)
  const lackingCount = db
    .prepare<[string], number>(
      `SELECT count(DISTINCT sha256) FROM picture_file CROSS JOIN json_each(?) AS kind WHERE ${missing}`,
    )
    .pluck()
  const counts = db.prepare<
    [string],
    { pictures: number; read: number; unreadable: number; isStarted: number }
  >(`
    SELECT
      (SELECT count(*) FROM picture_file) AS pictures,
      (SELECT min((SELECT count(*) FROM picture_reading AS reading
          WHERE reading.kind = kind.key AND version = kind.value))
        FROM json_each(?) AS kind) AS read,
      (SELECT count(DISTINCT sha256) FROM picture_reading WHERE failure IS NOT NULL) AS unreadable,
      EXISTS (SELECT 1 FROM picture_reading) AS isStarted`)
  return {
    /** The next pictures without a current reading of one of the kinds, in the order of their hashes. */
    lacking: (kinds: readonly ReadingKind[], after: string, limit: number): LackingPicture[] =>
      lacking
        .all(versionsOf(kinds), after, limit)
        .map(({ sha256, kinds: of }) => ({ sha256, kinds: JSON.parse(of) as ReadingKind[] })),
    /** How many pictures lack a current reading of one of the kinds. */
    countLacking: (kinds: readonly ReadingKind[]): number => lackingCount.get(versionsOf(kinds)) ?? 0,
    /**
     * Stored pictures, those with current readings of all kinds, those that cannot be read, and whether anything was
     * read. Until the next `prune`, readings of
     * deleted pictures count too: an exact count would take too long for a call that screens repeat.
     */
    counts(): { pictures: number; read: number; unreadable: number; isStarted: boolean } {
      const { pictures = 0, read = 0, unreadable = 0, isStarted = 0 } = counts.get(allVersions) ?? {}
      return { pictures, read: Math.min(read, pictures), unreadable, isStarted: isStarted === 1 }
    },
  }
})

/** A picture that was read. */
export interface ReadOutcome {
  sha256: string
  kinds: readonly ReadingKind[]
  outcome: PictureOutcome
}

export const readingWriter = defineWriter('evidence/readings', ({ db, record }) => {
  const put = db.prepare(`
    INSERT OR REPLACE INTO picture_reading (sha256, kind, version, result, failure_code, failure)
    VALUES (?, ?, ?, ?, ?, ?)`)
  const prune = db.prepare(`
    DELETE FROM picture_reading
    WHERE failure_code = 'DAMAGED_FILE' OR sha256 NOT IN (SELECT sha256 FROM picture_file)`)
  return {
    put(pictures: readonly ReadOutcome[]): void {
      for (const { sha256, kinds, outcome } of pictures)
        for (const kind of kinds) {
          const version = readingVersions[kind]
          if ('failure' in outcome)
            put.run(sha256, kind, version, null, outcome.failure.code, outcome.failure.message)
          else put.run(sha256, kind, version, JSON.stringify(outcome.readings[kind]), null, null)
        }
      if (pictures.length === 0) return
      record({ topic: 'evidence' })
    },
    /**
     * Deletes the readings of pictures that are no longer stored, and the failures of damaged files, which may have been
     * fetched again.
     */
    prune: (): number => prune.run().changes,
    /** Deletes all readings and findings. */
    clear(): void {
      db.exec(`
        UPDATE evidence_comparison SET basis = '';
        DELETE FROM picture_reading;
        DELETE FROM evidence_finding;
        DELETE FROM evidence_pending;
        DELETE FROM evidence_picture`)
      record({ topic: 'evidence' })
      record({ topic: 'findings' })
    },
  }
})
