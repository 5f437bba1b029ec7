/** Dragging files out of the window. */
import { app, nativeImage, type WebContents } from 'electron'
import type { DraggedFile } from '../../../../src-shared/desktop-bridge.ts'
import { say } from '../../../../src-shared/texts/say.ts'
import { home, isOurs } from '../app-scheme.ts'
import type { TemporaryFile, TemporaryFiles } from './temporary-files.ts'

interface Services {
  files: TemporaryFiles
  /** Handles a request of the page. */
  handler: (request: Request) => Promise<Response>
  /** The resolved path, if the page may use it; otherwise undefined. */
  shownFile: (path: string) => string | undefined
}

export interface DragOut {
  /** Starts a drag with the files in the page, whose drag has just begun. @throws if a file is missing */
  start(page: WebContents, files: readonly DraggedFile[]): Promise<void>
}

export function createDragOut({ files, handler, shownFile }: Services): DragOut {
  async function contentOf(file: Exclude<DraggedFile, { path: string }>): Promise<TemporaryFile> {
    const { name } = file
    if ('text' in file) return { name, content: file.text }
    const url = new URL(file.picture, home)
    const response =
      isOurs(url.href) && url.pathname.startsWith('/pictures/') ? await handler(new Request(url)) : undefined
    if (!response?.ok) throw new Error(say`The picture ${name} is not on this computer.`)
    return { name, content: new Uint8Array(await response.arrayBuffer()) }
  }
  function pathOf(path: string): string {
    const shown = shownFile(path)
    if (shown === undefined) throw new Error(say`Catalog Desk cannot show this file.`)
    return shown
  }

  return {
    async start(page, dragged) {
      const existing = dragged.flatMap((file) => ('path' in file ? [pathOf(file.path)] : []))
      const made = await Promise.all(dragged.flatMap((file) => ('path' in file ? [] : [contentOf(file)])))
      const paths = [...existing, ...(made.length > 0 ? await files.write(made) : [])]
      const [first = ''] = paths
      // The window may have been closed meanwhile.
      if (page.isDestroyed()) return
      const icon = await app.getFileIcon(first).catch(() => nativeImage.createEmpty())
      page.startDrag({ file: first, files: paths, icon })
    },
  }
}
