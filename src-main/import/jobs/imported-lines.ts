import type { Database } from '../../storage/index.ts'
import { ofJob } from './job-rows.ts'

/** A row that was imported. */
export interface ImportedRow {
  /** Padded to 14 digits. */
  gtin14: string
  line: number
}

/** The lines of a job's imported rows by GTIN: a corrected row must not have the GTIN of one of them. */
export function openImportedLines(db: Database) {
  const steps = db.prepare<[string], Buffer>(`SELECT taken FROM import_gtin WHERE ${ofJob}`).pluck()
  const insert = db.prepare('INSERT INTO import_gtin (job, taken) VALUES (?, ?)')
  const remove = db.prepare(`DELETE FROM import_gtin WHERE ${ofJob}`)
  return {
    /** The line of the imported row with each of these GTINs; without those that no row has. */
    lineOf(id: string, gtins: readonly string[]): Map<string, number> {
      const wanted = new Map(gtins.map((gtin14) => [Number(gtin14), gtin14]))
      const found = new Map<string, number>()
      for (const step of steps.iterate(id)) {
        const pairs = new Float64Array(Uint8Array.from(step).buffer)
        for (let at = 0; at < pairs.length; at += 2) {
          const gtin14 = wanted.get(pairs[at] ?? -1)
          if (gtin14 !== undefined) found.set(gtin14, pairs[at + 1] ?? 0)
        }
      }
      return found
    },
    record(job: number, rows: readonly ImportedRow[]): void {
      if (rows.length === 0) return
      const pairs = Float64Array.from(rows.flatMap(({ gtin14, line }) => [Number(gtin14), line]))
      insert.run(job, Buffer.from(pairs.buffer))
    },
    delete: (id: string): void => void remove.run(id),
  }
}
