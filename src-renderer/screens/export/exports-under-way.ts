/**
 * The exports that this page began. They stand outside of the screens, so that one goes on when its screen is left, and
 * is found again by its key: what it is of.
 */
import type { ExportJob } from '../../../src-shared/export/model.ts'
import { client } from '../../rpc/client.ts'
import { errorMessage, isUnreachable } from '../../rpc/errors.ts'

export type ExportTrouble = 'start' | 'follow' | 'cancel'

export interface ExportStanding {
  /** As it was last heard of; undefined before the first start and once it is forgotten. */
  job: ExportJob | undefined
  /** What did not work, and why, for a person. */
  failure: { of: ExportTrouble; why: string } | undefined
  /** Whether a person is asked for a place, or the export is being started. */
  starting: boolean
}

const idle: ExportStanding = { job: undefined, failure: undefined, starting: false }
const standings = new Map<string, ExportStanding>()
const shown = new Set<{ key: string }>()
const listeners = new Set<() => void>()
/** Milliseconds between two tries to reach the program. */
const pause = 1000

export const standingOf = (key: string): ExportStanding => standings.get(key) ?? idle

export function onStanding(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

const changed = () => {
  for (const listener of listeners) listener()
}

function become(key: string, changes: Partial<ExportStanding>): void {
  standings.set(key, { ...standingOf(key), ...changes })
  changed()
}

export function forgetExport(key: string): void {
  standings.delete(key)
  changed()
}

/** To be called by whatever shows an export, for as long as it does. @returns what ends it */
export function showExport(key: string): () => void {
  const showing = { key }
  shown.add(showing)
  return () => shown.delete(showing)
}

export const isExportShown = (key: string): boolean => [...shown].some((one) => one.key === key)

/**
 * Starts an export and follows it to its end, over pauses in which the program cannot be reached.
 * @param begin undefined when the person chose no place
 * @returns the ended job; undefined when there is none, or it was lost sight of
 */
export async function runExport(
  key: string,
  begin: () => Promise<ExportJob | undefined>,
  onFailure: ((error: unknown, of: ExportTrouble) => void) | undefined,
): Promise<ExportJob | undefined> {
  const fail = (error: unknown, of: ExportTrouble): undefined => {
    become(key, { job: undefined, starting: false, failure: { of, why: errorMessage(error) } })
    onFailure?.(error, of)
  }
  become(key, { job: undefined, failure: undefined, starting: true })
  let job: ExportJob | undefined
  try {
    job = await begin()
  } catch (error) {
    return fail(error, 'start')
  }
  become(key, { job, starting: false })
  while (job?.state === 'running') {
    try {
      const { failure } = standingOf(key)
      const isLost = failure?.of === 'follow'
      // One that was out of sight is asked for at once, whether or not it has changed.
      job = await client.exports.job({ id: job.id, ...(!isLost && { after: job.revision }) })
      become(key, { job, ...(isLost && { failure: undefined }) })
    } catch (error) {
      if (!isUnreachable(error)) return fail(error, 'follow')
      become(key, { failure: { of: 'follow', why: errorMessage(error) } })
      await new Promise((resolve) => setTimeout(resolve, pause))
    }
  }
  if (job) fetchFile(job)
  return job
}

export async function cancelExport(key: string): Promise<void> {
  const { job } = standingOf(key)
  if (job?.state !== 'running') return
  try {
    await client.exports.cancel({ id: job.id })
  } catch (error) {
    become(key, { failure: { of: 'cancel', why: errorMessage(error) } })
  }
}

/** Downloads the file of an export in a browser. In the desktop window the file is already in the chosen place. */
export function fetchFile({ download, fileName }: ExportJob): void {
  if (download === undefined) return
  const link = document.createElement('a')
  link.href = download
  link.download = fileName
  link.click()
}
