/** Kills every kind of work at random times, and reports all problems. */
import { Random } from '../random.ts'
import { operationWork } from './operation.ts'
import { type StageOptions, setStage } from './stage.ts'
import type { MakeWork } from './work.ts'
import { backupWork } from './works/backup.ts'
import { draftImport } from './works/draft-import.ts'
import {
  bulkEdit,
  check,
  draftSearch,
  edit,
  freeze,
  join,
  redo,
  split,
  undo,
  undoStep,
} from './works/draft-operations.ts'
import { draftsWork } from './works/drafts.ts'
import { exportWork } from './works/export.ts'
import { importWork } from './works/import.ts'
import { migrationWork } from './works/migration.ts'
import { picturesWork } from './works/pictures.ts'
import { rebuildWork } from './works/rebuild.ts'
import { restoreWork } from './works/restore.ts'
import { restoreInstead } from './works/restore-instead.ts'
import { submitWork } from './works/submit.ts'
import { syncWork } from './works/sync.ts'

export const works: Record<string, MakeWork> = {
  sync: syncWork,
  import: importWork,
  drafts: draftsWork,
  submit: submitWork,
  pictures: picturesWork,
  backup: backupWork,
  rebuild: rebuildWork,
  restore: restoreWork,
  edit: operationWork('edit', edit),
  'bulk-edit': operationWork('bulk-edit', bulkEdit),
  undo: operationWork('undo', undo),
  'undo-step': operationWork('undo-step', undoStep),
  redo: operationWork('redo', redo),
  join: operationWork('join', join),
  split: operationWork('split', split),
  check: operationWork('check', check),
  'draft-search': operationWork('draft-search', draftSearch),
  freeze: operationWork('freeze', freeze),
  'draft-import': operationWork('draft-import', draftImport),
  'restore-instead': operationWork('restore-instead', restoreInstead, 'connected'),
  export: exportWork,
  migration: migrationWork,
}

interface WorkResult {
  work: string
  kills: number
  /** The number of runs that ended before the kill. */
  finished: number
  seconds: number
  /** The problems with their rounds; -1 is the run without a kill. */
  failures: { round: number; message: string }[]
}
interface KillReport {
  seed: number
  results: WorkResult[]
}

interface KillOptions extends StageOptions {
  seed: number
  /** The number of kills per kind of work. */
  times: number
  only?: string[] | undefined
  say?: (line: string) => void
}

/** Rounds of a kind of work stop after this many failures, because more would show the same. */
const maxFailures = 5

export async function killEverything({
  seed,
  times,
  only,
  items,
  pictures,
  say = () => undefined,
}: KillOptions): Promise<KillReport> {
  const results: WorkResult[] = []
  const stage = await setStage({ items, pictures })
  try {
    for (const [work, make] of Object.entries(works)) {
      if (only && !only.includes(work)) continue
      const random = new Random(seed + results.length)
      const result: WorkResult = { work, kills: 0, finished: 0, seconds: 0, failures: [] }
      results.push(result)
      const started = performance.now()
      await attempt(result, -1, async () => {
        const made = await make(stage)
        for (let round = 0; result.kills < times && result.failures.length < maxFailures; round++)
          await attempt(result, round, async () => {
            if (await made.round(random)) result.kills++
            else result.finished++
          })
        await made.finish()
      })
      result.seconds = Math.round((performance.now() - started) / 100) / 10
      say(line(result))
    }
  } finally {
    await stage.close()
  }
  return { seed, results }
}

async function attempt(result: WorkResult, round: number, work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    result.failures.push({
      round,
      message: error instanceof Error ? (error.stack ?? error.message) : String(error),
    })
  }
}

export const line = ({ work, kills, finished, seconds, failures }: WorkResult): string =>
  `${work.padEnd(15)} ${String(kills).padStart(5)} kills, ${String(finished).padStart(4)} finished before, ${seconds} s, ${failures.length} failures${failures.map(({ round, message }) => `\n    round ${round}: ${message.slice(0, 500)}`).join('')}`
