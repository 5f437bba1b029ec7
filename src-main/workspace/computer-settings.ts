import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type ComputerSettings, computerSettings } from '../../src-shared/workspace/model.ts'
import { writeFileWhole } from '../platform/write-file-whole.ts'

/** What is chosen for this computer, in a file outside all workspaces. */
export interface ComputerSettingsFile {
  /** As last written by any program on this computer; what is missing or damaged is as at the beginning. */
  read(): Promise<ComputerSettings>
  write(settings: ComputerSettings): Promise<ComputerSettings>
}

export function computerSettingsIn(home: string): ComputerSettingsFile {
  const path = join(home, 'settings.json')
  return {
    async read() {
      try {
        const { data } = computerSettings.safeParse(JSON.parse(await readFile(path, 'utf8')))
        return data ?? computerSettings.parse({})
      } catch {
        // Not written yet, or not readable: nothing that cannot be chosen again.
        return computerSettings.parse({})
      }
    },
    async write(settings) {
      await writeFileWhole(path, `${JSON.stringify(settings, undefined, 2)}\n`)
      return settings
    },
  }
}
