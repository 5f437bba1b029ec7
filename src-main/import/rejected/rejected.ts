import type { importContract } from '../../../src-shared/import/contract.ts'
import type { ImportErrorCode, ImportJob } from '../../../src-shared/import/model.ts'
import { PlainError } from '../../../src-shared/plain-error.ts'
import type { Room } from '../../../src-shared/rpc/procedure.ts'
import { say } from '../../../src-shared/texts/say.ts'
import type { Remote, Storage } from '../../storage/index.ts'
import type { createImportRunner } from '../import-runner.ts'
import type { importJobReader } from '../jobs/job-reader.ts'
import type { ImportTools } from '../run-import.ts'
import { checkRejected } from './check-rejected.ts'
import { rejectedWriter } from './rejected-edits.ts'
import { rejectedReader } from './rejected-reader.ts'

interface RejectedOptions {
  storage: Storage
  job: (id: string) => Promise<ImportJob>
  jobs: Remote<ReturnType<(typeof importJobReader)['open']>>
  tools: ImportTools
  runner: ReturnType<typeof createImportRunner>
}

type Procedure =
  | 'rejected'
  | 'rejectedSummary'
  | 'rejectedGrid'
  | 'rejectedProblems'
  | 'previewRejectedReplace'
  | 'alikeRejected'
  | 'editRejected'
  | 'undoRejected'
  | 'redoRejected'
  | 'checkRejected'

/** The rejected rows of imports: as a list, and as a grid in which they are corrected. */
export function createRejected({ storage, job, jobs, tools, runner }: RejectedOptions) {
  const rejected = storage.reader(rejectedReader)
  const edits = storage.writer(rejectedWriter)
  /** @throws PlainError `IMPORT_RUNNING` */
  const ended = async (id: string): Promise<ImportJob> => {
    const found = await job(id)
    if (found.state !== 'running') return found
    throw new PlainError<ImportErrorCode>(
      'IMPORT_RUNNING',
      say`The import is still running. Correct its rejected rows when it is finished.`,
    )
  }
  return {
    async rejected({ id, offset, limit }) {
      const { rejected: total } = await job(id)
      return { total, columns: await rejected.columns(id), rows: await rejected.rows(id, offset, limit) }
    },
    async rejectedSummary({ id }) {
      const found = await job(id)
      return {
        rejected: found.rejected,
        columns: await rejected.columns(id),
        ...(await rejected.summary(id)),
      }
    },
    async rejectedGrid({ id, ...query }) {
      return rejected.grid(id, (await job(id)).rejected, query)
    },
    rejectedProblems: ({ id, line }) => rejected.problems(id, line),
    previewRejectedReplace: ({ id, ...edit }) => rejected.previewReplace(id, edit),
    alikeRejected: ({ id, selection, column }) => rejected.alike(id, selection, column),
    async editRejected({ id, label, edits: changes }) {
      await ended(id)
      return { rows: await edits.edit(id, label, changes) }
    },
    async undoRejected({ id }) {
      await ended(id)
      return { rows: await edits.move(id, 'undo') }
    },
    async redoRejected({ id }) {
      await ended(id)
      return { rows: await edits.move(id, 'redo') }
    },
    /** @throws PlainError `IMPORT_RUNNING` */
    async checkRejected({ id }) {
      const found = await ended(id)
      return runner.alone(() => checkRejected(found, { ...tools, jobs }))
    },
  } satisfies Pick<Room<typeof importContract>, Procedure>
}
