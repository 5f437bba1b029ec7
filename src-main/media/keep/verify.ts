import type { PictureFiles } from './picture-files.ts'
import type { PictureStores } from './picture-shelf.ts'

const stretch = 200

export interface VerifyOptions extends Pick<PictureStores, 'keeping'> {
  files: PictureFiles
  signal?: AbortSignal
  onProgress?(progress: { done: number; bytes: number }): void
  /** Told of each file that is not what it should be. */
  onBad(sha256: string, how: 'missing' | 'damaged'): Promise<void>
}

/** Reads every kept file and compares it with its name, which is its hash. */
export async function verifyPictures(options: VerifyOptions): Promise<void> {
  const { keeping, files, signal, onProgress, onBad } = options
  let done = 0
  let bytes = 0
  for (let after = ''; ; ) {
    const rows = await keeping.filesAfter(after, stretch)
    for (const { sha256, bytes: size } of rows) {
      signal?.throwIfAborted()
      if (!(await files.read(sha256))) await onBad(sha256, (await files.has(sha256)) ? 'damaged' : 'missing')
      done += 1
      bytes += size
      onProgress?.({ done, bytes })
    }
    const last = rows.at(-1)?.sha256
    if (rows.length < stretch || last === undefined) return
    after = last
  }
}
