/** Reading and writing settings as they are described in src-shared/workspace/settings.ts, wherever they are kept. */
import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import {
  type SettingDescriptions,
  type SettingValues,
  settingValues,
} from '../../src-shared/workspace/settings.ts'
import type { Logger } from './log.ts'
import { writeFileWhole } from './private-files.ts'

/** The settings of one table. */
export interface Settings<Table extends SettingDescriptions> {
  /** All of them; what is damaged or of a newer version is as at the beginning, and the log says so once. */
  read(): Promise<SettingValues<Table>>
  /** Replaces those given; the others stay, also those that this version does not know. Undefined: as at the beginning. */
  write(values: Partial<SettingValues<Table>>): Promise<void>
  /** Told every new value, whoever wrote it. Answers the way to stop that. */
  watch<Name extends keyof Table>(
    name: Name,
    listener: (value: SettingValues<Table>[Name]) => void,
  ): () => void
}

/** Where the settings of a table are kept. */
interface SettingKeeper {
  read(): Promise<Readonly<Record<string, unknown>>>
  write(values: Readonly<Record<string, unknown>>): Promise<void>
  /** Told that something may have changed. */
  subscribe(listener: () => void): () => void
}

/** The log as far as settings need it. */
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
      let told = current().then((value) => JSON.stringify(value))
      told.catch(() => {})
      const unsubscribe = keeper.subscribe(() => {
        told = told
          .catch(() => undefined)
          .then(async (before) => {
            const value = await current()
            const now = JSON.stringify(value)
            if (isWatched && now !== before) listener(value)
            return now
          })
        // A workspace that is being closed cannot be read any more.
        told.catch(() => {})
      })
      return () => {
        isWatched = false
        unsubscribe()
      }
    },
  }
}

/** Says in the log, once for each setting, what is kept but does not fit. */
export function tellMisfits(log: SettingLog | undefined): (setting: string, reason: string) => void {
  const told = new Set<string>()
  return (setting, reason) => {
    if (told.has(setting)) return
    told.add(setting)
    log?.warn({ setting, reason }, 'a setting cannot be read; it is as at the beginning')
  }
}

/** A file of settings, read anew every time: another program on this computer may have changed it. */
interface SettingFile extends SettingKeeper {
  /** One change after the other, each from what the one before it wrote. */
  change(next: (kept: Readonly<Record<string, unknown>>) => Record<string, unknown>): Promise<void>
}

/** JSON in a file; missing or damaged, it holds nothing: what is in it can be chosen again. */
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
