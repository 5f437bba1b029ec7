/** Reads and writes the settings that src-shared/workspace/settings.ts describes, in a file or a database. */
import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import {
  type SettingDescriptions,
  type SettingValues,
  settingValues,
} from '../../src-shared/workspace/settings.ts'
import { writeFileWhole } from './files/private-files.ts'
import type { Logger } from './log/log.ts'

/** The settings of one table. */
export interface Settings<Table extends SettingDescriptions> {
  /** All settings. A damaged one, or one of a newer version, has its default, and the log says so once. */
  read(): Promise<SettingValues<Table>>
  /** Replaces the given settings, with undefined by the default, and keeps the others, also those of newer versions. */
  write(values: Partial<SettingValues<Table>>): Promise<void>
  /** Calls the listener after every change, by any program. @returns a function that removes the listener */
  watch<Name extends keyof Table>(
    name: Name,
    listener: (value: SettingValues<Table>[Name]) => void,
  ): () => void
}

/** The store of the settings of a table. */
interface SettingKeeper {
  read(): Promise<Readonly<Record<string, unknown>>>
  write(values: Readonly<Record<string, unknown>>): Promise<void>
  /** Calls the listener when something may have changed. */
  subscribe(listener: () => void): () => void
}

/** The part of the log that settings need. */
export type SettingLog = Pick<Logger, 'warn'>

export function openSettings<Table extends SettingDescriptions>(
  table: Table,
  keeper: SettingKeeper,
  log?: SettingLog,
): Settings<Table> {
  const onMisfit = tellMisfits(log)
  const read = async () => settingValues(table, await keeper.read(), onMisfit)
  return {
    read,
    write: (values) => keeper.write(values),
    watch(name, listener) {
      let isWatched = true
      const current = async () => (await read())[name]
      let isKnown = false
      let told: Promise<string | undefined> = current().then((value) => {
        isKnown = true
        return JSON.stringify(value)
      })
      told.catch(() => {})
      const unsubscribe = keeper.subscribe(() => {
        // While the first value is being read, nobody can tell whether it is that of before the change: it is told.
        const isSure = isKnown
        told = told
          .then((before) => (isSure ? before : undefined))
          .catch(() => undefined)
          .then(async (before) => {
            const value = await current()
            const now = JSON.stringify(value)
            if (isWatched && now !== before) listener(value)
            return now
          })
        // The workspace is being closed, so its settings cannot be read.
        told.catch(() => {})
      })
      return () => {
        isWatched = false
        unsubscribe()
      }
    },
  }
}

/** Writes to the log, once for each setting, that the stored value does not fit. */
export function tellMisfits(log: SettingLog | undefined): (setting: string, reason: string) => void {
  const told = new Set<string>()
  return (setting, reason) => {
    if (told.has(setting)) return
    told.add(setting)
    log?.warn({ setting, reason }, 'a setting cannot be read; it is as at the beginning')
  }
}

/** A file of settings, read again every time, as another program on this computer may have changed the file. */
interface SettingFile extends SettingKeeper {
  /** Changes run one after the other, so that each starts from the result of the one before. */
  change(next: (kept: Readonly<Record<string, unknown>>) => Record<string, unknown>): Promise<void>
}

/** The JSON of a file; empty when the file is missing or damaged, as settings can be chosen again. */
export function settingFile(path: string, log?: SettingLog): SettingFile {
  const onMisfit = tellMisfits(log)
  const listeners = new Set<() => void>()
  let turn: Promise<unknown> = Promise.resolve()
  const readNow = async (): Promise<Readonly<Record<string, unknown>>> => {
    try {
      const kept: unknown = JSON.parse(await readFile(path, 'utf8'))
      if (typeof kept === 'object' && kept !== null && !Array.isArray(kept)) return { ...kept }
      onMisfit(basename(path), 'It is no JSON object.')
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT')
        onMisfit(basename(path), (error as Error).message)
    }
    return {}
  }
  const file: SettingFile = {
    async read() {
      await turn
      return readNow()
    },
    change(next) {
      const changed = turn.then(async () =>
        writeFileWhole(path, `${JSON.stringify(next(await readNow()), undefined, 2)}\n`),
      )
      turn = changed.catch(() => {})
      return changed.then(() => {
        for (const listener of listeners) listener()
      })
    },
    write: (values) => file.change((kept) => ({ ...kept, ...values })),
    subscribe(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
  return file
}
