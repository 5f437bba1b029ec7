/** The recent workspaces and files of this computer, for the menu and the launchers of the system. */
import { access } from 'node:fs/promises'
import { join } from 'node:path'
import { app } from 'electron'
import * as z from 'zod'
import type { Desk } from '../../../app/desk.ts'
import { openSettings, settingFile } from '../../../platform/settings.ts'
import { isWorkspace, workspaceName } from '../../../workspace/index.ts'

/** Maximum number of workspaces, and of files. */
const maxRecent = 8

export interface RecentWorkspace {
  directory: string
  name: string
}

export interface Recent {
  /** The last opened workspaces without the open one, latest first. */
  workspaces: readonly RecentWorkspace[]
  /** Absolute paths of the last files that the person chose for an import, latest first. */
  files: readonly string[]
}

export interface RecentStore {
  now(): Recent
  /** Reads the workspaces again. */
  refresh(): Promise<void>
  /** Notes a file that the person chose or that the system asked to open. */
  addFile(path: string): Promise<void>
  clearFiles(): Promise<void>
}

type Source = Pick<Desk, 'home' | 'known' | 'current'>

/** @param onChanged called after each change of what `now` returns */
export function createRecent({ home, known, current }: Source, onChanged: () => void): RecentStore {
  const stored = openSettings(
    { files: { schema: z.array(z.string().min(1)), initial: [] } },
    settingFile(join(home, 'recent-files.json')),
  )
  let recent: Recent = { workspaces: [], files: [] }
  let lastChange: Promise<unknown> = Promise.resolve()
  const change = (next: (before: Recent) => Promise<Recent>): Promise<void> => {
    const done = lastChange.then(async () => {
      recent = await next(recent)
      onChanged()
    })
    lastChange = done.catch(() => {})
    return done
  }

  async function workspaces(): Promise<RecentWorkspace[]> {
    const open = current()?.services.directory
    const found: RecentWorkspace[] = []
    for (const { directory } of await known.list()) {
      if (found.length === maxRecent) break
      if (directory !== open && (await isWorkspace(directory)))
        found.push({ directory, name: await workspaceName(directory) })
    }
    return found
  }
  async function storedFiles(): Promise<string[]> {
    const { files } = await stored.read()
    const checks = await Promise.allSettled(files.map((path) => access(path)))
    return files.filter((_path, at) => checks[at]?.status === 'fulfilled')
  }

  return {
    now: () => recent,
    refresh: () => change(async () => ({ workspaces: await workspaces(), files: await storedFiles() })),
    addFile(path) {
      // macOS and Windows keep a list of their own; on Linux this has no effect.
      app.addRecentDocument(path)
      return change(async (before) => {
        const others = (await storedFiles()).filter((one) => one !== path)
        const files = [path, ...others].slice(0, maxRecent)
        await stored.write({ files })
        return { ...before, files }
      })
    },
    clearFiles() {
      app.clearRecentDocuments()
      return change(async (before) => {
        await stored.write({ files: [] })
        return { ...before, files: [] }
      })
    },
  }
}
