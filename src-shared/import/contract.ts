import { type } from '@orpc/contract'
import * as z from 'zod'
import { call, query } from '../rpc/procedure.ts'
import {
  chosenForImport,
  type ImportJob,
  type ImportPreview,
  importTargets,
  type NearNames,
  type RejectedRow,
} from './model.ts'
import { nameKinds } from './names.ts'
import type { ImportReport } from './report.ts'

export const importContract = {
  /** `file` is a path on this computer: chosen in a dialog, or where the host stored an upload. */
  preview: call
    .input(z.object({ file: z.string(), detected: z.boolean().optional(), ...chosenForImport }))
    .output(type<ImportPreview>()),
  /** Looks through the whole file and writes nothing: its report says what an import would keep and leave out. */
  look: call
    .input(z.object({ file: z.string(), ...chosenForImport, target: z.enum(importTargets) }))
    .output(type<ImportJob>()),
  start: call
    .input(z.object({ file: z.string(), ...chosenForImport, target: z.enum(importTargets) }))
    .output(type<ImportJob>()),
  cancel: call.input(z.object({ id: z.string() })).output(type<ImportJob>()),
  /** Imports; a look through a file is asked for by its identifier. */
  jobs: query('imports').output(type<ImportJob[]>()),
  job: query('imports')
    .input(z.object({ id: z.string() }))
    .output(type<ImportJob>()),
  /** What became of every value; null until the job has ended, and for jobs of an earlier version. */
  report: query('imports')
    .input(z.object({ id: z.string() }))
    .output(type<ImportReport | null>()),
  nearNames: query('lookups')
    .input(z.object({ kind: z.enum(nameKinds), names: z.array(z.string()).max(100) }))
    .output(type<NearNames[]>()),
  rejected: query('imports')
    .input(
      z.object({
        id: z.string(),
        offset: z.int().min(0).default(0),
        limit: z.int().min(1).max(1000).default(200),
      }),
    )
    .output(type<{ total: number; rows: RejectedRow[] }>()),
}
