/**
 * Exports started by this page. They are stored outside of the components, so that an export continues when
 * its screen is left. Each is found again by its key, such as the serialized source.
 */
import type { ExportJob } from '../../../src-shared/export/model.ts'
import { client } from '../../rpc/client.ts'
import { errorMessage, isUnreachable } from '../../rpc/errors.ts'

export type ExportStep = 'start' | 'follow' | 'cancel'

export interface ExportState {
  /** Last known state; undefined before the first start and after `forgetExport`. */
  job: ExportJob | undefined
  /** The failed step, and the reason for a person. */
  failure: { step: ExportStep; reason: string } | undefined
  /** Whether the save dialog is open or the export is being started. */
  starting: boolean
}

const idle: ExportState = { job: undefined, failure: undefined, starting: false }
const states = new Map<string, ExportState>()
const shown = new Set<{ key: string }>()
const listeners = new Set<() => void>()
/** Milliseconds between two attempts to reach the backend. */
const retryDelay = 1000

export const exportStateOf = (key: string): ExportState => states.get(key) ?? idle

export function onExportChange(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

const notify = () => {
  for (const listener of listeners) listener()
}

function update(key: string, changes: Partial<ExportState>): void {
  states.set(key, { ...exportStateOf(key), ...changes })
  notify()
}

export function forgetExport(key: string): void {
  states.delete(key)
  notify()
}

/**
 * Marks an export as shown. Called by each component that shows it.
 * @returns a function that removes the mark
 */
export function showExport(key: string): () => void {
  const showing = { key }
  shown.add(showing)
  return () => shown.delete(showing)
}

export const isExportShown = (key: string): boolean => [...shown].some((one) => one.key === key)

/**
 * Starts an export and follows it to its end. While the backend cannot be reached, it retries.
 * @param startJob starts the job; undefined if the person cancelled the save dialog
 * @returns the ended job; undefined if none was started, or it can no longer be followed
 */
export async function runExport(
  key: string,
  startJob: () => Promise<ExportJob | undefined>,
  onFailure: ((error: unknown, step: ExportStep) => void) | undefined,
): Promise<ExportJob | undefined> {
  const fail = (error: unknown, step: ExportStep): undefined => {
    update(key, { job: undefined, starting: false, failure: { step, reason: errorMessage(error) } })
    onFailure?.(error, step)
  }
  update(key, { job: undefined, failure: undefined, starting: true })
  let job: ExportJob | undefined
  try {
    job = await startJob()
  } catch (error) {
    return fail(error, 'start')
  }
  update(key, { job, starting: false })
  while (job?.state === 'running') {
    try {
      const { failure } = exportStateOf(key)
      const isLost = failure?.step === 'follow'
      // After an interruption the state is requested without waiting for a change.
      job = await client.exports.job({ id: job.id, ...(!isLost && { after: job.revision }) })
      update(key, { job, ...(isLost && { failure: undefined }) })
    } catch (error) {
      if (!isUnreachable(error)) return fail(error, 'follow')
      update(key, { failure: { step: 'follow', reason: errorMessage(error) } })
      await new Promise((resolve) => setTimeout(resolve, retryDelay))
    }
  }
  if (job) fetchFile(job)
  return job
}

export async function cancelExport(key: string): Promise<void> {
  const { job } = exportStateOf(key)
  if (job?.state !== 'running') return
  try {
    await client.exports.cancel({ id: job.id })
  } catch (error) {
    update(key, { failure: { step: 'cancel', reason: errorMessage(error) } })
  }
}

/**
 * Downloads the file of an export in a browser. In the desktop window the file is already at the chosen
 * path.
 */
export function fetchFile({ download, fileName }: ExportJob): void {
  if (download === undefined) return
  const link = document.createElement('a')
  link.href = download
  link.download = fileName
  link.click()
}
