import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { projectDirectory } from '../../src-main/hosts/launch/build.ts'

const folders = ['src-main', 'src-shared', 'resources', 'e2e/support']
/** By what a test file uses it is known to start a program, a thread or a server. */
const starters =
  /node:(child_process|worker_threads|http|net)'|openTemporaryWorkspace|openStorage|createDesk|\/(headless-services|contract-service|faulty-upstream|picture-desk|plain-connection|sandbox-service|synced-copy)\.ts'/

/** The test files, by their paths in the project, of what is computed and kept in this process alone. */
export const testsThatStartNothing = (): string[] =>
  folders
    .flatMap((folder) => globSync(`${folder}/**/*.test.ts`, { cwd: projectDirectory }))
    .filter((file) => !starters.test(readFileSync(join(projectDirectory, file), 'utf8')))
    .toSorted()
