import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, symlinkSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { projectDirectory } from '../../../src-main/hosts/launch/build.ts'
import { temporaryRoot } from '../suite/memory-folder.ts'

/**
 * Copies the tracked files, as in a clone, and links the installed packages. The name of the clone contains a
 * space and an umlaut. @returns the clone, and the folder around it, which the caller removes
 */
export function freshClone(): { folder: string; clone: string } {
  const folder = mkdtempSync(join(temporaryRoot(), 'desk-clone-'))
  const clone = join(folder, 'Käse und Brot')
  const listed = execFileSync('git', ['ls-files', '-z'], { cwd: projectDirectory, maxBuffer: 2 ** 24 })
  for (const name of listed.toString().split('\0').filter(Boolean)) {
    mkdirSync(dirname(join(clone, name)), { recursive: true })
    cpSync(join(projectDirectory, name), join(clone, name))
  }
  symlinkSync(join(projectDirectory, 'node_modules'), join(clone, 'node_modules'))
  return { folder, clone }
}

/** The environment of a user's shell: without the variables of the test run, plus the given ones. */
export function userEnvironment(given: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const path = (process.env['PATH'] ?? '').split(':').filter((entry) => !entry.includes('node_modules'))
  const kept = Object.fromEntries(
    ['LANG', 'TMPDIR', 'USER', 'CHROMIUM_PATH'].map((name) => [name, process.env[name]]),
  )
  return { ...kept, PATH: path.join(':'), ...given }
}
