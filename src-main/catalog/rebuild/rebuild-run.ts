import type { Problem } from '../../../src-shared/problem.ts'
import type { StepSize } from './rebuild.ts'
import type { RebuildMark } from './rebuild-mark.ts'

/** The part of the catalog's writer that rebuilds, of a storage thread or of this one. */
interface RebuildWriter {
  beginRebuild(): RebuildMark | Promise<RebuildMark>
  rebuildStep(size: StepSize): StepAnswer | Promise<StepAnswer>
}
type StepAnswer = { mark: RebuildMark; problems: Problem[] }

export interface RebuildOptions {
  /** Stops between two steps. The rebuild is not ended by that: it goes on when it is run again. */
  signal?: AbortSignal
  onProgress?(mark: RebuildMark): void
  step?: StepSize
}

/** Others' writes wait for no more than this and the commit behind it. */
const usualStep: StepSize = { milliseconds: 120 }

/**
 * Begins a rebuild, or goes on with one that was cut off, until it has ended or is stopped. `state` says how: it may
 * also have been cancelled, or carried to its end, by someone else meanwhile.
 */
export async function runRebuild(
  writer: RebuildWriter,
  { signal, onProgress, step = usualStep }: RebuildOptions = {},
): Promise<RebuildMark & { problems: Problem[] }> {
  const problems: Problem[] = []
  let mark = await writer.beginRebuild()
  while (mark.state === 'running' && !signal?.aborted) {
    onProgress?.(mark)
    const answer = await writer.rebuildStep(step)
    problems.push(...answer.problems)
    mark = answer.mark
  }
  return { ...mark, problems }
}
