import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { projectDirectory } from '../../../src-main/hosts/launch/build.ts'

const folders = ['src-main', 'src-shared', 'src-renderer', 'resources', 'e2e/support']
/** Matches imports of a module that starts a program, a thread or a server, or opens a database. */
const starters =
  /'node:(child_process|worker_threads|https?|net)'|'(better-sqlite3|vite)'|\b(openStorage|openDatabase|createDesk|startDesk)\b/
const imports = /(?:from|import) '(\.[^']+)'/g

/** Whether a test, or a helper that the test imports, starts something. Paths are relative to the project. */
function startsSomething(file: string): boolean {
  const text = readFileSync(join(projectDirectory, file), 'utf8')
  const helpers = [...text.matchAll(imports)]
    .map(([, path = '']) => join(dirname(file), path))
    .filter((path) => /\/(testing|fixtures)\//.test(path))
  return starters.test(text) || helpers.some(startsSomething)
}

/** The test files that only compute in memory, as paths in the project. */
export const testsThatStartNothing = (): string[] =>
  folders
    .flatMap((folder) => globSync(`${folder}/**/*.test.ts`, { cwd: projectDirectory }))
    .filter((file) => !startsSomething(file))
    .toSorted()
