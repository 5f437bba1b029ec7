import type { UpkeepProgress } from '../../src-shared/workspace/model.ts'
import { catalogReader } from '../catalog/index.ts'
import type { Media } from '../media/index.ts'
import type { WayToOpen } from '../storage/index.ts'
import { openForReading } from '../storage/index.ts'

export interface CheckOptions {
  signal?: AbortSignal
  onProgress?(progress: UpkeepProgress): void
}

/**
 * Looks over database, index and pictures, part by part; answers what is wrong, in sentences. It reads with a thread of
 * its own: those that answer searches are left to them. @throws the signal's reason, once the part it is at is done
 */
export async function checkWorkspace(
  { path, way, thread, media }: { path: string; way: WayToOpen; thread: URL; media: Media },
  { signal, onProgress }: CheckOptions = {},
): Promise<string[]> {
  const findings: string[] = []
  const opened = await openForReading({ path, way, thread })
  try {
    const reader = opened.reader(catalogReader)
    const parts = await reader.partsToCheck()
    for (const phase of ['database', 'index'] as const) {
      const ofPhase = parts.filter((part) => part.phase === phase)
      for (const [done, part] of ofPhase.entries()) {
        signal?.throwIfAborted()
        onProgress?.({ phase, done, total: ofPhase.length })
        findings.push(...(await reader.checkPart(part)))
      }
    }
  } finally {
    await opened.close()
  }
  signal?.throwIfAborted()
  const pictures = await media.check({
    ...(signal && { signal }),
    onProgress: (progress) => onProgress?.({ phase: 'pictures', ...progress }),
  })
  return [...findings, ...pictures]
}
